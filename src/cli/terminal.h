// What the terminal in front of us can show.
#pragma once

#include "steward/report.h"

#include <string>

namespace steward {

// Each is "auto", "always" or "never".
TextStyle textStyle(const std::string& colour, const std::string& links, bool isTerminal);

} // namespace steward
