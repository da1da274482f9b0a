#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace steward {

int fail(const std::string& reason) {
  std::fprintf(stderr, "steward: error: %s\n", reason.c_str());
  return couldNot;
}

static bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// "" when the last call went well, and else why not.
static std::string problem(const std::string& name, bool isGood) {
  return isGood ? "" : name + ": cannot be written: " + std::strerror(errno);
}

// A pipe or a device has no old content to keep.
static std::string writeInPlace(const std::string& text, const std::string& file) {
  int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return problem(file, false);
  std::string reason = problem(file, writeAll(descriptor, text));
  if (close(descriptor) != 0 && reason.empty()) reason = problem(file, false);
  return reason;
}

// The file that a link leads to, so that the link stays one.
static std::string followed(const std::string& file) {
  char* real = realpath(file.c_str(), nullptr);
  std::string result = real ? real : file;
  std::free(real);
  return result;
}

static mode_t modeOfNewFiles() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

std::string write(const std::string& text, const std::string& file) {
  if (file.empty()) return problem("standard output", writeAll(STDOUT_FILENO, text));
  struct stat old = {};
  bool exists = stat(file.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return file + ": cannot be written: it is a folder";
  if (exists && !S_ISREG(old.st_mode)) return writeInPlace(text, file);
  if (exists && access(file.c_str(), W_OK) != 0) return problem(file, false);

  // Beside it, as only names on one file system can take each other's place.
  std::string target = followed(file), temporary = target + ".XXXXXX";
  int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return problem(file, false);
  std::string reason = problem(file, writeAll(descriptor, text) &&
                                         fchmod(descriptor, exists ? old.st_mode & 07777 : modeOfNewFiles()) == 0 &&
                                         fsync(descriptor) == 0);
  if (close(descriptor) != 0 && reason.empty()) reason = problem(file, false);
  if (reason.empty()) reason = problem(file, rename(temporary.c_str(), target.c_str()) == 0);
  if (!reason.empty()) unlink(temporary.c_str());
  return reason;
}

} // namespace steward
