#include "frontend/llvm/inputs.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

namespace steward {

using namespace llvm;

// Bitcode is a magic number, then blocks that each say how long they are. What follows the last one is another file's.
static size_t lengthOfBitcode(StringRef data) {
  BitstreamCursor cursor(data);
  if (Error error = cursor.JumpToBit(32)) {
    consumeError(std::move(error));
    return data.size();
  }
  while (true) {
    size_t at = cursor.getCurrentByteNo();
    if (at + 8 > data.size() || data.substr(at).starts_with("BC\xC0\xDE") || data[at] == 0) return at;
    auto entry = cursor.advance();
    if (!entry) {
      consumeError(entry.takeError());
      return data.size();
    }
    if (entry->Kind != BitstreamEntry::SubBlock) return data.size();
    if (Error error = cursor.SkipBlock()) {
      consumeError(std::move(error));
      return data.size();
    }
  }
}

std::vector<StringRef> splitBitcode(StringRef data) {
  std::vector<StringRef> modules;
  while (data.starts_with("BC\xC0\xDE")) {
    size_t length = lengthOfBitcode(data);
    modules.push_back(data.take_front(length));
    data = data.drop_front(length).ltrim('\0');
  }
  return modules;
}

static ModuleInput copyOf(StringRef data, const Twine& name, bool isMember) {
  return {MemoryBuffer::getMemBufferCopy(data, name), name.str(), isMember};
}

static bool isObject(file_magic magic) {
  return magic == file_magic::elf || magic == file_magic::elf_relocatable || magic == file_magic::elf_executable ||
         magic == file_magic::elf_shared_object;
}

// The bitcode of an object: .llvm.lto of a fat object for link-time optimisation, .llvmbc of -fembed-bitcode. Empty
// when there is none.
static StringRef findBitcode(MemoryBufferRef file) {
  if (identify_magic(file.getBuffer()) == file_magic::bitcode) return file.getBuffer();
  auto object = object::ObjectFile::createObjectFile(file);
  if (!object) {
    consumeError(object.takeError());
    return "";
  }
  for (StringRef wanted : {".llvm.lto", ".llvmbc"})
    for (const object::SectionRef& section : (*object)->sections()) {
      auto sectionName = section.getName();
      bool isWanted = sectionName && *sectionName == wanted;
      consumeError(sectionName.takeError());
      if (!isWanted) continue;
      auto contents = section.getContents();
      if (contents && contents->size() > 1) return *contents;
      consumeError(contents.takeError());
    }
  return "";
}

// False when it is an object without bitcode.
static bool addObject(MemoryBufferRef object, StringRef name, bool isMember, std::vector<ModuleInput>& modules) {
  StringRef bitcode = findBitcode(object);
  if (bitcode.empty()) return false;
  std::vector<StringRef> parts = splitBitcode(bitcode);
  if (parts.size() <= 1) {
    modules.push_back(copyOf(bitcode, name, isMember));
    return true;
  }
  for (size_t i = 0; i < parts.size(); ++i)
    modules.push_back(copyOf(parts[i], name + "(" + Twine(i + 1) + ")", isMember));
  return true;
}

static Error addArchive(MemoryBufferRef buffer, StringRef name, ModuleInputs& inputs) {
  auto fail = [&](Error error) { return createStringError(name + ": " + toString(std::move(error))); };
  auto archive = object::Archive::create(buffer);
  if (!archive) return fail(archive.takeError());
  Error error = Error::success();
  for (const object::Archive::Child& child : (*archive)->children(error)) {
    auto member = child.getMemoryBufferRef();
    if (!member) return joinErrors(std::move(error), fail(member.takeError()));
    auto childName = child.getName();
    std::string title = (name + "(" + (childName ? *childName : StringRef("?")) + ")").str();
    consumeError(childName.takeError());
    if (!addObject(*member, title, true, inputs.modules)) inputs.withoutBitcode.push_back(title);
  }
  if (error) return fail(std::move(error));
  if (inputs.modules.empty())
    return createStringError(name + ": a static library whose members hold no bitcode; compile them with -flto or "
                                    "-fembed-bitcode, or give their sources");
  return Error::success();
}

Expected<ModuleInputs> splitInput(std::unique_ptr<MemoryBuffer> buffer, StringRef name) {
  ModuleInputs inputs;
  file_magic magic = identify_magic(buffer->getBuffer());
  if (magic == file_magic::archive) {
    // A thin archive finds its members beside itself, by the name of the buffer.
    if (Error error = addArchive(MemoryBufferRef(buffer->getBuffer(), name), name, inputs)) return std::move(error);
    return inputs;
  }
  if (isObject(magic) && addObject(buffer->getMemBufferRef(), name, false, inputs.modules)) return inputs;
  inputs.modules.push_back({std::move(buffer), name.str(), false}); // or what is wrong with it is said on reading
  return inputs;
}

void dropUnneededMembers(std::vector<std::unique_ptr<Module>>& modules, std::vector<bool> isMember) {
  if (!is_contained(isMember, true) || !is_contained(isMember, false)) return;
  StringMap<size_t> providers; // the first member that defines a name
  StringSet<> defined;
  std::vector<StringRef> needed{"main"};
  std::vector<bool> isTaken(modules.size());
  auto take = [&](size_t index) {
    isTaken[index] = true;
    for (const GlobalValue& value : modules[index]->global_values()) {
      if (value.hasLocalLinkage() || !value.hasName()) continue;
      if (!value.isDeclarationForLinker())
        defined.insert(value.getName());
      else if (!value.hasExternalWeakLinkage())
        needed.push_back(value.getName());
    }
  };
  for (size_t i = 0; i < modules.size(); ++i) {
    if (!isMember[i]) {
      take(i);
      continue;
    }
    for (const GlobalValue& value : modules[i]->global_values())
      if (!value.hasLocalLinkage() && value.hasName() && !value.isDeclarationForLinker())
        providers.try_emplace(value.getName(), i);
  }
  while (!needed.empty()) {
    StringRef name = needed.back();
    needed.pop_back();
    auto it = providers.find(name);
    if (!defined.contains(name) && it != providers.end() && !isTaken[it->second]) take(it->second);
  }
  size_t kept = 0;
  for (size_t i = 0; i < modules.size(); ++i)
    if (isTaken[i]) modules[kept++] = std::move(modules[i]);
  modules.resize(kept);
}

} // namespace steward
