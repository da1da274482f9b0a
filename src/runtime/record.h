// The record of a run that `steward run` reads: lines of words, written as races are found, each race in one write(),
// so that what was found is on disk whatever happens next. Strings are quoted as in C ("a \"b\"\n").
//
//   steward-races 1
//   process PID PARENT "EXECUTABLE"
//   module INDEX "PATH" LOW HIGH BIAS       code and data from LOW to below HIGH; PC - BIAS is the file's address
//   thread NUMBER "NAME" CREATOR STACK ENTRY       creator's number, 0 for none; address of the function that it runs
//   stack ID PC PC …                        innermost first; PCs are of the call, not of the return
//   race
//   access KIND ADDRESS BYTES THREAD STACK FLAGS
//                                           KIND: read, write, atomic-read, atomic-write, free
//                                           FLAGS: words with commas between them, or "-": range (stands for several
//                                           accesses), forgotten (no stack is known), unseen (uninstrumented code has a
//                                           part in it: it started the thread, or is on the stack)
//   at "FILE" LINE COLUMN "FUNCTION"        0 or more: accesses in the source that the check stands for
//   lock ADDRESS exclusive|shared STACK     0 or more: held at the access, and where it was taken
//   access …                                the earlier one, in the same form
//   object heap ADDRESS BYTES THREAD STACK  or: object global "NAME" ADDRESS BYTES; object stack THREAD;
//                                           object tls THREAD; object unknown
//   end
//   stat "NAME" VALUE
//   finished STATUS RACES                   absent when the process was killed
//
// STACK is an id, 0 for none. Modules, threads and stacks are written before the first race that names them.
#pragma once

#include "runtime/shadow.h"

namespace steward::runtime {

// One side of a race, as the shadow knows it. The earlier one has an epoch only; its event is looked for in its
// history.
struct Side {
  AccessKind kind;
  uintptr_t at;
  size_t bytes;
  Epoch epoch;
  const Site* site;
  uintptr_t checked;   // where the check began that found it
  size_t checkedBytes; // all of which it was of; 0: not known
};

// A race was found. Deduplicated, suppressed, written and printed here; returns to the program.
// `frame` is the one of the runtime's function that the program called.
void reportRace(Thread& thread, const Side& now, const Side& earlier, const void* frame);

// Spans are numbered anew: what was seen of conflicts is of other spans.
void forgetConflicts();

void startRecord();                // opens the file, if there is to be one
unsigned finishRecord(int status); // at the end of the process: counts; the number of races that were reported

} // namespace steward::runtime
