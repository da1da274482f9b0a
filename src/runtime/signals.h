// Signals. A handler runs in the thread that it interrupts; one that interrupted the runtime waits until the thread
// leaves it. The signal stays blocked for the thread meanwhile, so that the system queues what follows.
#pragma once

namespace steward::runtime {

struct Thread;

void deliverSignals(Thread& thread); // that waited

} // namespace steward::runtime
