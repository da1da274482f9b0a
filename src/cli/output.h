// What commands do with what they have to say.
#pragma once

#include <string>

namespace steward {

constexpr int couldNot = 2; // the exit status

int fail(const std::string& reason); // says it, and gives that status

// To the file, or to standard output when no file is named. What went wrong, in words that name the file, or "". A file
// that exists stays as it is until all of the new one is on the disk.
std::string write(const std::string& text, const std::string& file);

} // namespace steward
