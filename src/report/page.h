// The page that shows a report, as src/report/page/ has it, built into the program.
#pragma once

namespace steward {

extern const char* const pageBeforeData;
extern const char* const pageAfterData;

} // namespace steward
