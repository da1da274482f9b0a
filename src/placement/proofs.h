// What is proved elsewhere to be no part of any race needs no check: the hook for a static detector.
//
// A file of lines, given by -mllvm -steward-proofs=FILE:
//
//   src/queue.c:118
//   src/queue.c:120-131
//
// Accesses at these lines of the source get no check. A name stands for every file that ends with it at a '/'. Empty
// lines and lines that start with # are passed over; anything else is an error.
#pragma once

namespace llvm {
class Instruction;
} // namespace llvm

namespace steward::placement {

bool isProved(const llvm::Instruction& access);

} // namespace steward::placement
