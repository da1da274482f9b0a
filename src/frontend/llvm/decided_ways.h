// Ways through a function that are decided before they get to a branch are led past it.
//
//   for (int once = (lock(&m), 1); once; once = (unlock(&m), 0)) { x++; }
//
// is how C programs write "with the lock held". Control comes to the test of the loop with the lock and goes in, and
// comes again without it and goes out; where the two meet, nothing is known of the lock. But where each of them goes on
// is settled where it comes from, and no access lies between: each is led there at once. This changes nothing that the
// program does.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace steward {

// Expects locals in registers; leaves some in memory that can be put back there. Whether anything changed.
bool leadDecidedWays(llvm::Function& function);

} // namespace steward
