// Options, from STEWARD_OPTIONS ("name=value:name=value"), each declared here once.
#pragma once

#include <stdint.h>

namespace steward::runtime {

//        type     name          default  sentence
#define STEWARD_OPTIONS_TABLE(X)                                                                                       \
  X(const char*, report_file, nullptr, "write records of races to FILE.PID, as they are found, for `steward run`")     \
  X(const char*, suppressions, nullptr, "a file in ThreadSanitizer's syntax: races that are left alone")               \
  X(uint32_t, exit_status, 66, "of a program that had races and would have ended with 0")                              \
  X(bool, halt, false, "end at the first race")                                                                        \
  X(bool, print, true, "print races to the standard error; off under `steward run`")                                   \
  X(bool, exact, false, "change the shadow by compare-and-swap: slower, closes the window between check and update")   \
  X(bool, stats, false, "print counts of accesses, checks and shadow at the end")                                      \
  X(bool, give_way, true, "let a thread sleep now and then whose loop does nothing but wait for another")              \
  X(uint32_t, own_reads, 1024, "MiB at most for reads that threads keep each for itself; 0: none")                     \
  X(uint32_t, history, 32768, "events kept for each thread, to tell where the earlier access was")                     \
  X(uint32_t, slots, 4096, "lanes of time, for threads and their spans; fewer are for tests")                          \
  X(uint32_t, spans, 131071, "spans in a lane; fewer are for tests")                                                   \
  X(bool, renumber, false, "number lanes anew whenever one is taken, not when few are left; for tests")                \
  X(const char*, symbolizer, nullptr, "the llvm-symbolizer to ask; default: llvm-symbolizer-22, then llvm-symbolizer") \
  X(const char*, trace, nullptr, "write every access, check and synchronisation to FILE, for the oracle")

struct Options {
#define STEWARD_OPTION(type, name, value, sentence) type name;
  STEWARD_OPTIONS_TABLE(STEWARD_OPTION)
#undef STEWARD_OPTION
};
extern Options options;
// Once, at the start, the value of STEWARD_OPTIONS or null. An unknown name is a message, and the rest is read.
void readOptions(const char* text);

} // namespace steward::runtime
