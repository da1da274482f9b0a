// Order through file descriptors: what is written to a pipe or a socket is before what is read from its other end.
//
// A descriptor stands for a key, which both ends share: the inode of a pipe or file, the two ports of a connection, the
// path of a local socket, or, for what has no other end (events, timers, epoll), the descriptor itself since it was
// opened. Keys are the addresses of Syncs in a part of the address space that is never the program's.
#pragma once

#include "runtime/thread.h"

struct sockaddr;

namespace steward::runtime {

void acquireDescriptor(Thread& thread, int descriptor);
void releaseDescriptor(Thread& thread, int descriptor);
void forgetDescriptor(int descriptor);       // closed, or new
void sameDescriptor(int descriptor, int as); // a duplicate
void pairDescriptors(int one, int other);    // the two ends of a pair
void acquireAddress(Thread& thread, const sockaddr* address, unsigned length);
void releaseAddress(Thread& thread, const sockaddr* address, unsigned length);
void acquireOwnAddress(Thread& thread, int descriptor); // of a socket that others send or connect to

} // namespace steward::runtime
