// Compiling for the dynamic detector: what `steward cc` and `steward c++` make of a compiler's command line.
#pragma once

#include <string>
#include <vector>

namespace steward {

struct InstrumentOptions {
  bool isCxx = false;
  bool noChecks = false;  // compile as clang would, and still link the runtime
  bool perAccess = false; // one check for each access
  std::string proofs;     // a file of lines whose accesses need no check
  bool stats = false;     // count accesses, for the statistics of a run
  bool trace = false;     // every access and check is told to the runtime, for the oracle
  bool remarks = false;   // print each check that is placed
  bool linkTime = false;  // place checks when the program is linked
  bool noLines = false;   // leave debug information to the user's flags
};

// A command to become: its words, the first of them the path of clang. Or why there is none, in one line.
struct CompilerCommand {
  std::vector<std::string> words;
  std::string error;
};

// `words` are what follows the compiler's name.
CompilerCommand instrumentedCommand(const std::vector<std::string>& words, const InstrumentOptions& options);

// The flags alone, for who calls clang without us: in front of the compiler's own words, or behind those of a link.
CompilerCommand instrumentingFlags(bool forLink, const InstrumentOptions& options);

} // namespace steward
