#include "runtime/descriptors.h"

#include "runtime/memory.h"
#include "runtime/sync.h"
#include "runtime/system.h"

#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

namespace steward::runtime {

namespace {

constexpr int descriptorLimit = 1 << 16;
constexpr uintptr_t keySpace = uintptr_t(1) << 63;

uintptr_t keys[descriptorLimit]; // 0: not known yet
uint64_t opened;                 // counts, so that a descriptor that is used again has a new key

uintptr_t makeKey(uint64_t kind, uint64_t a, uint64_t b) {
  uint64_t mixed = (a + kind) * 0x9e37'79b9'7f4a'7c15u;
  mixed = (mixed ^ mixed >> 31 ^ b) * 0xd6e8'feb8'6659'fd93u;
  return keySpace | ((mixed ^ mixed >> 29) & ~uintptr_t(7));
}

enum Kind : uint64_t { Inode = 1, Connection, Address, Own, Number, FileLocked, FileShared };

// The port, or a hash of the path; 0 when the address has neither.
uint64_t place(const sockaddr* address, unsigned length) {
  if (!address || length < sizeof address->sa_family) return 0;
  switch (address->sa_family) {
  case AF_INET:
    return length >= sizeof(sockaddr_in) ? reinterpret_cast<const sockaddr_in*>(address)->sin_port : 0;
  case AF_INET6:
    return length >= sizeof(sockaddr_in6) ? reinterpret_cast<const sockaddr_in6*>(address)->sin6_port : 0;
  case AF_UNIX: {
    uint64_t hash = 0;
    const auto* text = reinterpret_cast<const unsigned char*>(address);
    bool isAbstract = length > 2 && text[2] == 0;
    for (unsigned i = 2; i < length && (isAbstract || text[i]); ++i) hash = (hash ^ text[i]) * 0x100'0000'01b3u;
    return hash ? hash | uint64_t(1) << 32 : 0; // no port
  }
  default:
    return 0;
  }
}

uint64_t ownPlace(int descriptor, long call) {
  sockaddr_storage address;
  socklen_t length = sizeof address;
  if (systemCall(call, descriptor, long(&address), long(&length))) return 0;
  return place(reinterpret_cast<sockaddr*>(&address), length);
}

uintptr_t findKey(int descriptor, bool* isFinal) {
  struct stat status;
  *isFinal = true;
  if (systemCall(SYS_fstat, descriptor, long(&status)) == 0) {
    if (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode)) return makeKey(Inode, status.st_dev, status.st_ino);
    if (S_ISSOCK(status.st_mode)) {
      uint64_t here = ownPlace(descriptor, SYS_getsockname), there = ownPlace(descriptor, SYS_getpeername);
      if (here && there) return here < there ? makeKey(Connection, here, there) : makeKey(Connection, there, here);
      if (here || there) return makeKey(Address, here | there, 0); // a local socket, one end of which has a name
      *isFinal = false;                                            // not connected yet
      return makeKey(Inode, status.st_dev, status.st_ino);
    }
  }
  return makeKey(Own, uint64_t(descriptor), __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED));
}

void* keyOf(int descriptor) {
  if (descriptor < 0 || descriptor >= descriptorLimit) return nullptr;
  uintptr_t key = __atomic_load_n(&keys[descriptor], __ATOMIC_RELAXED);
  if (!key) {
    bool isFinal;
    key = findKey(descriptor, &isFinal);
    uintptr_t none = 0;
    if (isFinal &&
        !__atomic_compare_exchange_n(&keys[descriptor], &none, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      key = none;
  }
  return reinterpret_cast<void*>(key);
}

enum StreamKind : uint8_t { notLookedAt, carriesData, isOther };
StreamKind streams[descriptorLimit];
bool isOpenedHere[3]; // of those that a program is started with

void setKey(int descriptor, uintptr_t key) {
  if (descriptor < 0 || descriptor >= descriptorLimit) return;
  __atomic_store_n(&keys[descriptor], key, __ATOMIC_RELAXED);
  __atomic_store_n(&streams[descriptor], notLookedAt, __ATOMIC_RELAXED);
  if (descriptor < 3) __atomic_store_n(&isOpenedHere[descriptor], true, __ATOMIC_RELAXED);
}

bool hasOtherEndHere(int descriptor) {
  if (descriptor < 0 || descriptor >= descriptorLimit || (descriptor < 3 && !isOpenedHere[descriptor])) return false;
  StreamKind kind = __atomic_load_n(&streams[descriptor], __ATOMIC_RELAXED);
  if (kind == notLookedAt) {
    struct stat status;
    bool isFound = systemCall(SYS_fstat, descriptor, long(&status)) == 0;
    kind = isFound && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) ? carriesData : isOther;
    __atomic_store_n(&streams[descriptor], kind, __ATOMIC_RELAXED);
  }
  return kind == carriesData;
}

// How a descriptor's file is locked; several at once, for parts of it.
constexpr uint8_t lockedShared = 1, lockedExclusive = 2;
struct FileLock {
  uint8_t ofFile, ofParts;
};
FileLock fileLocks[descriptorLimit];

// In a list for each descriptor, and in one for each name that it is told by.
struct Watch {
  Watch *nextOfDescriptor, *nextOfName;
  uint64_t name;
  int by, descriptor;
};
constexpr unsigned nameBits = 12;
SpinLock watchLock;
Watch *watchesOf[descriptorLimit], *watchesNamed[1u << nameBits];

Watch*& namedPlace(int by, uint64_t name) {
  return watchesNamed[((name ^ uint64_t(by) << 48) * 0x9e37'79b9'7f4a'7c15u) >> (64 - nameBits)];
}

void unwatch(int by, int descriptor) {
  for (Watch** at = &watchesOf[descriptor]; Watch* watch = *at;) {
    if (by >= 0 && watch->by != by) {
      at = &watch->nextOfDescriptor;
      continue;
    }
    *at = watch->nextOfDescriptor;
    Watch** named = &namedPlace(watch->by, watch->name);
    while (*named && *named != watch) named = &(*named)->nextOfName;
    if (*named) *named = watch->nextOfName; // else it was being added when the process was forked
    release(watch, sizeof *watch);
  }
}

} // namespace

void acquireDescriptor(Thread& thread, int descriptor) {
  if (void* key = keyOf(descriptor)) acquireFrom(thread, key);
}

void releaseDescriptor(Thread& thread, int descriptor) {
  releaseFileWatchers(thread);
  if (void* key = keyOf(descriptor)) releaseTo(thread, key);
}

void forgetDescriptor(int descriptor) {
  setKey(descriptor, 0);
  watch(-1, descriptor, nullptr);
}
void newEndOfDescriptor(int descriptor) { setKey(descriptor, 0); }
void sameDescriptor(int descriptor, int as) {
  setKey(descriptor, uintptr_t(keyOf(as)));
  if (descriptor >= 0 && descriptor < descriptorLimit && as >= 0 && as < descriptorLimit)
    fileLocks[descriptor] = fileLocks[as];
}

void pairDescriptors(int one, int other) {
  uintptr_t key = makeKey(Own, uint64_t(one), __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED));
  setKey(one, key);
  setKey(other, key);
}

int descriptorOf(const FILE* stream) { return stream ? stream->_fileno : -1; } // fileno() may set errno
void acquireStream(Thread& thread, FILE* stream) {
  if (int descriptor = descriptorOf(stream); hasOtherEndHere(descriptor)) acquireDescriptor(thread, descriptor);
}
void releaseStream(Thread& thread, FILE* stream) {
  releaseFileWatchers(thread);
  if (int descriptor = descriptorOf(stream); hasOtherEndHere(descriptor)) releaseDescriptor(thread, descriptor);
}

void watch(int by, int descriptor, const uint64_t* name) {
  if (descriptor < 0 || descriptor >= descriptorLimit) return;
  if (!name && !__atomic_load_n(&watchesOf[descriptor], __ATOMIC_RELAXED)) return;
  SpinGuard guard(watchLock);
  unwatch(by, descriptor);
  if (!name) return;
  Watch*& named = namedPlace(by, *name);
  auto* made = static_cast<Watch*>(allocate(sizeof(Watch)));
  *made = {watchesOf[descriptor], named, *name, by, descriptor};
  __atomic_store_n(&watchesOf[descriptor], made, __ATOMIC_RELAXED);
  named = made;
}

void acquireWatched(Thread& thread, int by, uint64_t name) {
  SpinGuard guard(watchLock);
  for (const Watch* watch = namedPlace(by, name); watch; watch = watch->nextOfName)
    if (watch->by == by && watch->name == name) acquireDescriptor(thread, watch->descriptor);
}

static uint64_t changedFiles; // its address is the key of what tells of them; not 0: there is such a descriptor
void setFileWatcher(int descriptor) {
  setKey(descriptor, uintptr_t(&changedFiles));
  if (descriptor >= 0) __atomic_store_n(&changedFiles, 1, __ATOMIC_RELAXED);
}
void releaseFileWatchers(Thread& thread) {
  if (__atomic_load_n(&changedFiles, __ATOMIC_RELAXED)) releaseTo(thread, &changedFiles);
}

void acquireAddress(Thread& thread, const sockaddr* address, unsigned length) {
  if (uint64_t where = place(address, length)) acquireFrom(thread, reinterpret_cast<void*>(makeKey(Address, where, 0)));
}

void releaseAddress(Thread& thread, const sockaddr* address, unsigned length) {
  if (uint64_t where = place(address, length)) releaseTo(thread, reinterpret_cast<void*>(makeKey(Address, where, 0)));
}

static void* numberKey(Numbered kind, int number, unsigned part) {
  return reinterpret_cast<void*>(makeKey(Number, uint64_t(number), uint64_t(part) << 8 | uint64_t(kind)));
}
void acquireNumber(Thread& thread, Numbered kind, int number, unsigned part) {
  acquireFrom(thread, numberKey(kind, number, part));
}
void releaseNumber(Thread& thread, Numbered kind, int number, unsigned part) {
  releaseTo(thread, numberKey(kind, number, part));
}

static void* fileKey(int descriptor, Kind kind) {
  struct stat status;
  if (systemCall(SYS_fstat, descriptor, long(&status))) return nullptr;
  return reinterpret_cast<void*>(makeKey(kind, status.st_dev, status.st_ino));
}

void takenFile(Thread& thread, int descriptor, FileLocks locks, bool isExclusive) {
  if (descriptor < 0 || descriptor >= descriptorLimit) return;
  FileLock& held = fileLocks[descriptor];
  if (locks == FileLocks::OfFile) // one at a time
    held.ofFile = isExclusive ? lockedExclusive : lockedShared;
  else // of several parts of it
    held.ofParts |= isExclusive ? lockedExclusive : lockedShared;
  if (void* key = fileKey(descriptor, FileLocked)) acquireFrom(thread, key);
  if (void* key = isExclusive ? fileKey(descriptor, FileShared) : nullptr) acquireFrom(thread, key);
}

static void giveBackFile(Thread& thread, int descriptor, uint8_t modes) {
  if (void* key = modes & lockedExclusive ? fileKey(descriptor, FileLocked) : nullptr) releaseTo(thread, key);
  if (void* key = modes & lockedShared ? fileKey(descriptor, FileShared) : nullptr) releaseTo(thread, key);
}

void givingBackFile(Thread& thread, int descriptor, FileLocks locks, bool isAll) {
  if (descriptor < 0 || descriptor >= descriptorLimit) return;
  FileLock& held = fileLocks[descriptor];
  uint8_t& modes = locks == FileLocks::OfFile ? held.ofFile : held.ofParts;
  if (isAll && !modes) modes = lockedShared | lockedExclusive; // it was locked by a duplicate
  giveBackFile(thread, descriptor, modes);
  if (isAll) modes = 0;
}

void closingFile(Thread& thread, int descriptor) {
  if (descriptor < 0 || descriptor >= descriptorLimit) return;
  FileLock& held = fileLocks[descriptor];
  if (uint8_t modes = held.ofFile | held.ofParts) giveBackFile(thread, descriptor, modes);
  held = {};
}

static uint64_t sentSignals; // its address is the key of all such descriptors
void setSignalDescriptor(int descriptor) { setKey(descriptor, uintptr_t(&sentSignals)); }
void releaseSignalDescriptors(Thread& thread) { releaseTo(thread, &sentSignals); }

void acquireOwnAddress(Thread& thread, int descriptor) {
  if (uint64_t where = ownPlace(descriptor, SYS_getsockname))
    acquireFrom(thread, reinterpret_cast<void*>(makeKey(Address, where, 0)));
}

} // namespace steward::runtime
