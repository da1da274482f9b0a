// Where commands write, and how they fail.
#pragma once

#include <string>

namespace steward {

constexpr int couldNot = 2; // the exit status for what could not be done

// Says why on standard error; returns the exit status.
int fail(const std::string& reason);

// To the file, or to standard output when no file is named; true when all of it was written.
bool write(const std::string& text, const std::string& file);

} // namespace steward
