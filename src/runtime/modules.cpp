// The executable and its libraries, for naming code and data.
#include "runtime/code_range.h"
#include "runtime/found.h"

#include <link.h>
#include <unistd.h>

namespace steward::runtime {

static Module modules[1024];
static unsigned moduleCount;

static CodeRange rangeOf(const dl_phdr_info& info) {
  CodeRange range = {~uintptr_t(0), 0};
  for (unsigned i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr) & header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    uintptr_t from = info.dlpi_addr + header.p_vaddr, to = from + header.p_memsz;
    if (from < range.low) range.low = from;
    if (to > range.high) range.high = to;
  }
  return range;
}

CodeRange libraryAround(const void* code) {
  struct Search {
    const void* code;
    CodeRange found;
  } search = {code, {}};
  auto look = [](dl_phdr_info* info, size_t, void* data) {
    auto& search = *static_cast<Search*>(data);
    CodeRange range = rangeOf(*info);
    if (!range.contains(search.code)) return 0;
    search.found = range;
    return 1;
  };
  dl_iterate_phdr(look, &search);
  return search.found;
}

static int addModule(dl_phdr_info* info, size_t, void*) {
  auto [low, high] = rangeOf(*info);
  for (unsigned i = 0; i < moduleCount; ++i)
    if (modules[i].low == low && modules[i].high == high) return 0;
  if (moduleCount == sizeof modules / sizeof *modules) return 1;
  const char* name = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/thread-self/exe";
  static char executable[4096];
  if (!*info->dlpi_name && !moduleCount) {
    long length = readlink("/proc/thread-self/exe", executable, sizeof executable - 1);
    if (length > 0) name = executable;
  }
  char* copy = static_cast<char*>(allocate(strlen(name) + 1));
  memcpy(copy, name, strlen(name) + 1);
  modules[moduleCount++] = {copy, low, high, info->dlpi_addr, false};
  return 0;
}

Module* moduleOf(uintptr_t pc) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (unsigned i = moduleCount; i-- > 0;) // the youngest first: one may lie where another was unloaded
      if (pc >= modules[i].low && pc < modules[i].high) return &modules[i];
    dl_iterate_phdr(addModule, nullptr);
  }
  return nullptr;
}

unsigned moduleIndex(const Module* module) { return unsigned(module - modules); }
void forgetWrittenModules() {
  for (unsigned i = 0; i < moduleCount; ++i) modules[i].isWritten = false;
}
bool isInModuleData(uintptr_t at) { return moduleOf(at) != nullptr; }

} // namespace steward::runtime
