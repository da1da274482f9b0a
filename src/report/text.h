// A report as a compiler would print it: a person reads it top to bottom, an editor jumps to its lines.
//
//   stats.c:12:9: warning: data race on 'stats.total': write in thread worker [4f1c9a02]
//      12 |   stats.total += n;
//         |         ^
//     no locks held
//     stack: worker (stats.c:40:3)
//            add (stats.c:12:9)
//     created: main (main.c:30:3)
//   main.c:33:18: note: conflicts with read in main
//     …
#pragma once

#include "steward/race.h"

#include "llvm/Support/raw_ostream.h"

namespace steward {

struct TextOptions {
  bool colour = false;
  bool links = false; // places are links to their files (OSC 8)
  bool sourceLines = true;
  bool costs = false;        // the time and memory of each stage, at the end
  unsigned width = 100;      // columns of a source line before it is clipped
  unsigned moreAccesses = 8; // how many of Race::more to name
  unsigned skippedNames = 5; // how many names to give of each kind of skipped code
};

void renderText(const Report& report, const TextOptions& options, llvm::raw_ostream& out);

std::string locationText(const SourceLocation& at); // "stats.c:12:9"

} // namespace steward
