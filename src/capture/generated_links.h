// The link commands that a compile database lacks, where the build system has them lying beside it: CMake's link.txt
// files with makefiles, and what `ninja -t commands` prints.
#pragma once

#include "capture/step.h"

namespace steward {

// Nothing if there are none.
std::vector<BuildCommand> findGeneratedLinks(llvm::StringRef folder);

// The commands of a line of shell that are joined by "&&".
std::vector<BuildCommand> splitShellLine(llvm::StringRef line, llvm::StringRef directory);

} // namespace steward
