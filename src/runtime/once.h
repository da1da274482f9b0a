// A routine that is called once, until it returns: an exception or a cancellation may leave it, and then another call
// is the one, by whatever thread.
#pragma once

namespace steward::runtime {

void callOnce(void (*routine)(), void* control);
// What callOnce() does afterwards, however it was left.
void leaveOnce(void* control) noexcept;

} // namespace steward::runtime
