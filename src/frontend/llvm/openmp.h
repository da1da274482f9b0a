// OpenMP, as compilers write it, in the terms of models/openmp.toml.
//
//   #pragma omp for                     __kmpc_for_static_init_4(…, &last, &lower, &upper, &stride, …);
//   for (i = 0; i < n; i++) a[i] = 0;   for (iv = lower; iv <= min(upper, n - 1); iv++) a[iv] = 0;
//
// The runtime library writes to the thread's own variables which rounds of the loop are its own. Which these are is not
// known here, and need not be: the loop is left to go over all rounds, from `__steward_omp_share(0)` on, which tells
// the analyses that each round is one thread's only. Loops over chunks of rounds, as for dynamic schedules, go once.
// What one thread of a team does (single, a section, what the last round leaves behind) begins with a call that
// acquires being the one, by a variable for each such place. Reductions are made under their lock, tasks get memory of
// their own.
#pragma once

namespace llvm {
class Module;
}

namespace steward {

// Before locals are put into registers. Whether there is OpenMP in the module.
bool expressOpenMp(llvm::Module& module);
// Behind that: `omp_get_thread_num() == 0` is being thread 0, and where a task finds its own variables is plain to see.
void expressThreadTests(llvm::Module& module);

} // namespace steward
