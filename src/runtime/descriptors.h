// Order through file descriptors: what is written to a pipe or a socket is before what is read from its other end.
//
// A descriptor stands for a key, which both ends share: the inode of a pipe or file, the two ports of a connection, the
// path of a local socket, or, for what has no other end (events, timers, epoll), the descriptor itself since it was
// opened. Keys are the addresses of Syncs in a part of the address space that is never the program's.
#pragma once

#include "runtime/thread.h"

struct sockaddr;
struct _IO_FILE;

namespace steward::runtime {

void acquireDescriptor(Thread& thread, int descriptor);
void releaseDescriptor(Thread& thread, int descriptor);
void forgetDescriptor(int descriptor);       // closed, or new
void newEndOfDescriptor(int descriptor);     // the same, but connected
void sameDescriptor(int descriptor, int as); // a duplicate
void pairDescriptors(int one, int other);    // the two ends of a pair
// A stream of the C library on a pipe or socket that the program opened itself; nothing for others.
int descriptorOf(const _IO_FILE* stream); // -1: none
void acquireStream(Thread& thread, _IO_FILE* stream);
void releaseStream(Thread& thread, _IO_FILE* stream);
// epoll: what is watched, and under which name it is told. Null: no longer; of descriptor -1: by none.
void watch(int by, int descriptor, const uint64_t* name);
void acquireWatched(Thread& thread, int by, uint64_t name);
// Files are watched too, from now on (inotify): by this one, and by others that are so.
void setFileWatcher(int descriptor);
void releaseFileWatchers(Thread& thread); // a file has changed
void acquireAddress(Thread& thread, const sockaddr* address, unsigned length);
void releaseAddress(Thread& thread, const sockaddr* address, unsigned length);
// Objects that the system names by numbers of its own.
enum class Numbered { Queue, Semaphore, Zero };
void acquireNumber(Thread& thread, Numbered kind, int number, unsigned part);
void releaseNumber(Thread& thread, Numbered kind, int number, unsigned part);
// A lock of the file itself, or of parts of it, by whichever descriptor; it is given back at the latest when that is
// closed.
enum class FileLocks { OfFile, OfParts };
void takenFile(Thread& thread, int descriptor, FileLocks locks, bool isExclusive);
void givingBackFile(Thread& thread, int descriptor, FileLocks locks, bool isAll);
void closingFile(Thread& thread, int descriptor);
// Signals are read from it: what was done before one was sent is before that.
void setSignalDescriptor(int descriptor);
void releaseSignalDescriptors(Thread& thread);
void acquireOwnAddress(Thread& thread, int descriptor); // of a socket that others send or connect to

} // namespace steward::runtime
