// What commands do with what they have to say.
#pragma once

#include <string>

namespace steward {

constexpr int couldNot = 2; // the exit status

int fail(const std::string& reason); // says it, and gives that status

// To the file, or to standard output when no file is named; true when all of it was written.
bool write(const std::string& text, const std::string& file);

} // namespace steward
