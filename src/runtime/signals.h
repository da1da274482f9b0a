// Signals. A handler runs in the thread that it interrupts; one that interrupted the runtime waits until the thread
// leaves it. The signal stays blocked for the thread meanwhile, so that the system queues what follows.
#pragma once

namespace steward::runtime {

struct Thread;

void deliverSignals(Thread& thread);              // that waited
void releaseToSignal(Thread& thread, int signal); // which is about to be sent, now or later

} // namespace steward::runtime
