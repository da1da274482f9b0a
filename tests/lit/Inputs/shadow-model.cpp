// Random accesses of simulated threads to a few bytes, and what the runtime says of each of them against a model that
// keeps, for each byte and each thread, when it last accessed the byte and how. One real thread takes turns in being
// each of the others, so that nothing happens at the same moment: whatever differs is a flaw.
//
// Where there are many words, some accesses have strides, and parts of the memory are forgotten now and then. `alone`:
// a thread goes on for a while before another does, mostly through a lock that is its own, so that nobody can tell its
// spans apart; and what it does are mostly accesses to whole words and to single bytes of them. `given`: some words are
// given to a thread now and then, as by a heap that hands out again what it had.
//
// `again`: most accesses are reads, of a few places of each sequence, which all threads come back to in many spans.
// `turnover`: threads end, and others begin in their place.
//
//   shadow-model SEED SEQUENCES THREADS WORDS [atomics] [reuse] [gaps] [alone] [given] [again] [turnover]
#include "runtime/block.h"
#include "runtime/locks.h"
#include "runtime/record.h"
#include "runtime/settling.h"
#include "runtime/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace steward::runtime;

extern "C" {
void write1(char*), write2(char*), write4(char*), write8(char*);
char read1(const char*);
short read2(const char*);
int read4(const char*);
long read8(const char*);
void writeLoose2(char*), writeLoose4(char*), writeLoose8(char*), writeThree(char*);
short readLoose2(const char*);
int readLoose4(const char*), readThree(const char*);
long readLoose8(const char*);
void writeMany(char*, size_t), writeEach(char*, size_t);
long readMany(const char*, size_t);
}

namespace {

// With turnover, of those that take part in a sequence.
constexpr unsigned mostThreads = 16, mostBytes = 1024, manyWords = 32, lockCount = 4, channelCount = 3;

uint64_t state;
uint32_t draw(uint32_t below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return uint32_t(state >> 16) % below;
}

// The threads, and who is running.
unsigned threadCount;
Thread *threads[mostThreads], *mainThread;
uint32_t epochs[mostThreads + 1], sharedSets[mostThreads + 1];
unsigned running = mostThreads; // the real one
bool hasEnded[mostThreads];
long endedIn[mostThreads], sequence; // the number of it
unsigned livingCount;

unsigned drawLiving() {
  unsigned left = draw(livingCount), thread = 0;
  for (;; ++thread)
    if (!hasEnded[thread] && left-- == 0) return thread;
}

void become(unsigned thread) {
  epochs[running] = __steward_epoch, sharedSets[running] = __steward_shared;
  running = thread;
  stewardCurrentThread = thread == mostThreads ? mainThread : threads[thread];
  __steward_epoch = epochs[thread], __steward_shared = sharedSets[thread];
}

// The model: what each thread knows of the others' times, and what locks and channels have of them.
using Clock = uint32_t[mostThreads];
constexpr unsigned allLocks = lockCount + mostThreads; // and one of each thread's own
Clock known[mostThreads], ofLock[allLocks], ofChannel[channelCount];
alignas(64) char locks[allLocks][64], channels[channelCount][64], scratch[mostThreads][64];
uint32_t last[mostBytes][mostThreads][2][2]; // [isWrite][isAtomic]: 0 for never
bool isRacy[mostBytes];

void join(Clock& into, const Clock& from) {
  for (unsigned i = 0; i < threadCount; ++i)
    if (from[i] > into[i]) into[i] = from[i];
}
void lockAndUnlock(unsigned thread, unsigned lock) {
  become(thread);
  takenExclusive(*threads[thread], locks[lock], __builtin_frame_address(0));
  join(known[thread], ofLock[lock]);
  givingBack(*threads[thread], locks[lock], __builtin_frame_address(0));
  memcpy(ofLock[lock], known[thread], sizeof(Clock));
  ++known[thread][thread];
}
void send(unsigned thread, unsigned channel) {
  become(thread);
  releaseTo(*threads[thread], channels[channel]);
  join(ofChannel[channel], known[thread]);
  ++known[thread][thread];
}
void receive(unsigned thread, unsigned channel) {
  become(thread);
  acquireFrom(*threads[thread], channels[channel]);
  join(known[thread], ofChannel[channel]);
}
void meet() {
  for (unsigned i = 0; i < threadCount; ++i)
    if (!hasEnded[i]) send(i, 0);
  for (unsigned i = 0; i < threadCount; ++i)
    if (!hasEnded[i]) receive(i, 0);
  if (draw(2)) return;
  lockThreads();
  settle(slotLimit);
  unlockThreads();
}

// The thread of this number, which has none yet, or one that has ended.
void begin(unsigned thread, Thread& creator) {
  threads[thread] = &addThread(creator, 0, false);
  threads[thread]->stackLow = mainThread->stackLow, threads[thread]->stackHigh = mainThread->stackHigh;
  epochs[thread] = makeEpoch(threads[thread]->slot, threads[thread]->clock.get(threads[thread]->slot) + 1) << markBits;
  sharedSets[thread] = noSet;
  hasEnded[thread] = false;
  ++livingCount;
}

void waitFor(unsigned thread, unsigned ended) {
  become(thread);
  acquire(*threads[thread], threads[ended]->clock);
  join(known[thread], known[ended]);
}

// A thread ends, and another takes its place.
void turnOver() {
  unsigned next = 0;
  while (next < threadCount && (!hasEnded[next] || endedIn[next] == sequence)) ++next;
  if (next == mostThreads || livingCount < 2) return;
  unsigned ending = drawLiving();
  become(ending);
  endThread(*threads[ending]);
  become(mostThreads);
  hasEnded[ending] = true, endedIn[ending] = sequence;
  --livingCount;
  unsigned creator = drawLiving();
  become(creator);
  uint32_t before = known[next][next];
  begin(next, *threads[creator]);
  memcpy(known[next], known[creator], sizeof(Clock));
  known[next][next] = before + 1;
  ++known[creator][creator];
  if (next == threadCount) ++threadCount;
}

// What the threads that ended in the last sequence did is before what all others do, so that their slots can be had.
void waitForEnded() {
  for (unsigned ended = 0; ended < threadCount; ++ended) {
    if (!hasEnded[ended] || endedIn[ended] != sequence - 1) continue;
    for (unsigned i = 0; i < threadCount; ++i)
      if (!hasEnded[i]) waitFor(i, ended);
    forgetHandle(*threads[ended]);
  }
}

// Bytes that an access is to, `count` times, `stride` apart.
struct Shape {
  unsigned at, bytes, stride, count;

  template <typename Function>
  void forEach(Function function) const {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned byte = at + i * stride; byte < at + i * stride + bytes; ++byte) function(byte);
  }
};

// Who takes part in a conflict with an access; a bit for each.
uint32_t conflicting(unsigned thread, unsigned byte, bool isWrite, bool isAtomic) {
  uint32_t found = 0;
  for (unsigned other = 0; other < threadCount; ++other)
    for (unsigned how = 0; how < 4; ++how) {
      bool wrote = how & 1, wasAtomic = how & 2;
      uint32_t when = last[byte][other][wrote][wasAtomic];
      if (other != thread && when > known[thread][other] && (wrote || isWrite) && !(wasAtomic && isAtomic))
        found |= 1u << other;
    }
  return found;
}
uint32_t conflicting(unsigned thread, const Shape& shape, bool isWrite, bool isAtomic) {
  uint32_t found = 0;
  shape.forEach([&](unsigned byte) { found |= conflicting(thread, byte, isWrite, isAtomic); });
  return found;
}

uint32_t reported; // who was named as the earlier one; the uppermost bit: somebody else
constexpr uint32_t somebody = 1u << 31;

constexpr unsigned strided = 5; // of the ways

void access(unsigned way, bool isWrite, char* base, const Shape& shape) {
  char* at = base + shape.at;
  unsigned bytes = shape.bytes;
  auto either = [&](auto write, auto read) { isWrite ? write() : read(); };
  if (way == strided)
    return either([&] { __steward_write_strided(at, bytes, shape.stride, shape.count, 0, 1, 0, 1, nullptr); },
                  [&] { __steward_read_strided(at, bytes, shape.stride, shape.count, 0, 1, 0, 1, nullptr); });
  if (way == 0 && bytes == 1) return either([&] { write1(at); }, [&] { read1(at); });
  if (way == 0 && bytes == 2) return either([&] { write2(at); }, [&] { read2(at); });
  if (way == 0 && bytes == 4) return either([&] { write4(at); }, [&] { read4(at); });
  if (way == 0) return either([&] { write8(at); }, [&] { read8(at); });
  if (way == 1 && bytes == 2) return either([&] { writeLoose2(at); }, [&] { readLoose2(at); });
  if (way == 1 && bytes == 3) return either([&] { writeThree(at); }, [&] { readThree(at); });
  if (way == 1 && bytes == 4) return either([&] { writeLoose4(at); }, [&] { readLoose4(at); });
  if (way == 1 && bytes == 8) return either([&] { writeLoose8(at); }, [&] { readLoose8(at); });
  if (way == 2) return either([&] { writeEach(at, bytes); }, [&] { readMany(at, bytes); });
  if (way == 3) return either([&] { writeMany(at, bytes); }, [&] { readMany(at, bytes); });
  checkAccess(*threads[running], isWrite ? AccessKind::Write : AccessKind::Read, at, bytes, nullptr,
              __builtin_frame_address(0));
}

struct Setting {
  unsigned words;
  bool hasAtomics, reuses, hasGaps, isAlone, isGiven, isAgain, turnsOver;
};

// Places that a sequence comes back to, and how.
constexpr unsigned oftenCount = 3;
Shape often[oftenCount];
unsigned oftenWay[oftenCount];

void synchronise(unsigned thread, const Setting& setting) {
  if (setting.turnsOver && draw(20) == 0) return draw(2) ? turnOver() : meet(); // which is not with those that have ended
  if (setting.isAgain && draw(8)) return draw(2) ? lockAndUnlock(thread, lockCount + thread) : send(thread, 1);
  if (setting.hasGaps && draw(40) == 0) { // many spans in which nothing happens to these bytes
    for (unsigned left = draw(3) ? 100 : 600; left--;) {
      become(thread);
      write8(scratch[thread]);
      if (draw(2))
        lockAndUnlock(thread, thread % lockCount);
      else
        send(thread, 1);
    }
    return;
  }
  if (setting.isAlone && draw(5)) { // from one span to many
    for (unsigned left = 1 + draw(draw(8) ? 1 : draw(4) ? 20 : 400); left--;) {
      become(thread);
      write8(scratch[thread]);
      lockAndUnlock(thread, lockCount + thread);
    }
    return;
  }
  unsigned kind = draw(12);
  if (kind < 6) return lockAndUnlock(thread, draw(3) ? thread % lockCount : draw(lockCount));
  if (kind < 8) return send(thread, draw(channelCount));
  if (kind < 11) return receive(thread, draw(channelCount));
  meet();
}

// False when the runtime said something else than the model.
bool accessSome(unsigned thread, char* base, bool isWrite, unsigned avoided, const Setting& setting) {
  bool isAtomic = setting.hasAtomics && draw(5) == 0;
  unsigned all = setting.words * 8, way = isAtomic ? 0 : draw(setting.words < manyWords ? strided : strided + 3);
  bool isSimple = setting.isAlone && draw(4), isOften = setting.isAgain && draw(12);
  if (isSimple) way = 0;
  Shape shape{0, 0, 0, 1};
  if (way >= strided) { // words, from few to all of them, mostly in a few patterns
    way = strided;
    shape.bytes = 8 << (draw(4) ? 0 : draw(2));
    shape.stride = draw(3) ? 16u << draw(3) : 8 * (1 + draw(20));
    shape.at = draw(3) ? draw(4) * 8 : draw(setting.words - 3) * 8;
    unsigned most = (all - shape.at - shape.bytes) / shape.stride + 1;
    shape.count = draw(3) ? most : 1 + draw(most);
  } else if (way == 0) {
    shape.bytes = 1u << (isSimple ? draw(3) ? 0 : 3 : draw(4));
    shape.at = draw(all / shape.bytes) * shape.bytes;
  } else {
    shape.bytes = 1 + draw(way == 1 ? 8 : all);
    shape.at = draw(all - shape.bytes + 1);
  }
  if (unsigned which = isOften ? draw(oftenCount) : 0; isOften) {
    shape = often[which], way = oftenWay[which];
    isAtomic = false;
    isWrite &= draw(8) == 0;
  }
  // Most sequences are to have few races: what would be one is left out, or put in order.
  uint32_t others = conflicting(thread, shape, isWrite, isAtomic);
  if (others && draw(100) < avoided) {
    if (draw(3)) return true;
    for (unsigned other = 0; other < threadCount; ++other)
      if (others >> other & 1 && hasEnded[other])
        waitFor(thread, other);
      else if (others >> other & 1)
        send(other, 2), receive(thread, 2);
    others = conflicting(thread, shape, isWrite, isAtomic);
  }
  become(thread);
  reported = 0;
  if (isAtomic)
    checkAccess(*threads[thread], isWrite ? AccessKind::AtomicWrite : AccessKind::AtomicRead, base + shape.at,
                shape.bytes, nullptr, __builtin_frame_address(0));
  else
    access(way, isWrite, base, shape);
  // A byte that has raced may be known by one of the two only.
  bool isNew = false;
  shape.forEach([&](unsigned byte) {
    if (conflicting(thread, byte, isWrite, isAtomic)) isNew |= !isRacy[byte], isRacy[byte] = true;
    last[byte][thread][isWrite][isAtomic] = known[thread][thread];
  });
  const char* flaw = reported && !others                ? "false alarm"
                     : isNew && !reported               ? "missed race"
                     : (reported & ~somebody) & ~others ? "wrong earlier thread"
                                                        : nullptr;
  if (flaw)
    printf("%s: thread %u, %s of %u times bytes %u to %u, step %u, way %u\n", flaw, thread, isWrite ? "write" : "read",
           shape.count, shape.at, shape.at + shape.bytes - 1, shape.stride, way);
  return !flaw;
}

void drawOften(const Setting& setting) {
  bool hasStrides = setting.words >= manyWords;
  for (unsigned i = 0; i < oftenCount; ++i) {
    unsigned bytes = hasStrides ? 8 : 1u << draw(4), words = hasStrides ? 4 : setting.words;
    often[i] = {draw(words * 8 / bytes) * bytes, bytes, 0, 1};
    oftenWay[i] = draw(4) ? 0 : 3;
    if (!hasStrides || draw(2)) continue;
    often[i].stride = 16, often[i].count = 2 + draw(3);
    oftenWay[i] = strided;
  }
}

// Words that are new to the program from now on.
void forgetSome(char* base, const Setting& setting) {
  unsigned from = draw(setting.words), words = 1 + draw(setting.words - from);
  if (setting.isGiven) become(drawLiving()); // to whom it is given
  forgetAccesses(base + from * 8, words * 8, setting.isGiven);
  memset(last[from * 8], 0, words * 8 * sizeof *last);
  memset(isRacy + from * 8, 0, words * 8);
}

bool runSequence(char* base, const Setting& setting) {
  memset(last, 0, setting.words * 8 * sizeof *last);
  memset(isRacy, 0, setting.words * 8);
  unsigned length = 4 + draw(setting.isAgain ? 300 : draw(8) ? 30 : 120), profile = draw(6), synchronising = 1 + draw(6);
  unsigned avoided = draw(4) == 0 ? 0 : draw(3) == 0 ? 100 : 95;
  constexpr unsigned oneWriteIn[] = {2, 4, 12, 1000, 5, 1};
  if (setting.isAgain) drawOften(setting);
  unsigned thread = 0;
  for (unsigned i = 0; i < length; ++i) {
    if (!setting.isAlone || i == 0 || draw(6) == 0 || hasEnded[thread]) thread = drawLiving();
    if ((setting.words >= manyWords || setting.isGiven) && draw(20) == 0) forgetSome(base, setting);
    if (setting.isAgain && draw(100) == 0) {
      forgetSome(base, setting);
      drawOften(setting);
    }
    if (draw(10) < synchronising)
      synchronise(thread, setting);
    else if (!accessSome(thread, base, draw(oneWriteIn[profile]) == 0 || (profile == 3 && (i == 0 || i + 3 > length)),
                         avoided, setting))
      return false;
  }
  return true;
}

} // namespace

// In the place of the runtime's own (--wrap).
extern "C" void modelReport(Thread&, const Side&, const Side& earlier,
                            const void*) asm("__wrap__ZN7steward7runtime10reportRaceERNS0_6ThreadERKNS0_4SideES5_PKv");
void modelReport(Thread&, const Side&, const Side& earlier, const void*) {
  const Thread* other = threadOf(earlier.epoch);
  uint32_t who = somebody;
  for (unsigned i = 0; i < threadCount; ++i)
    if (threads[i] == other) who = 1u << i;
  reported |= who;
}

int main(int count, char** words) {
  if (count < 5) return 2;
  uint64_t seed = strtoull(words[1], nullptr, 10);
  long sequences = atol(words[2]);
  threadCount = unsigned(atoi(words[3]));
  Setting setting{};
  setting.words = unsigned(atoi(words[4]));
  for (int i = 5; i < count; ++i) {
    setting.hasAtomics |= !strcmp(words[i], "atomics");
    setting.reuses |= !strcmp(words[i], "reuse");
    setting.hasGaps |= !strcmp(words[i], "gaps");
    setting.isAlone |= !strcmp(words[i], "alone");
    setting.isGiven |= !strcmp(words[i], "given");
    setting.isAgain |= !strcmp(words[i], "again");
    setting.turnsOver |= !strcmp(words[i], "turnover");
  }
  mainThread = &currentThread();
  for (unsigned i = 0; i < threadCount; ++i) {
    begin(i, *mainThread);
    known[i][i] = 1;
  }
  lockThreads();
  removeLiving(*mainThread); // it does nothing, so that what the others know settles
  unlockThreads();
  constexpr size_t area = size_t(16) << 20;
  auto* memory = static_cast<char*>(mmap(nullptr, area, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  constexpr long blocks = area / blockBytes - 3, longRun = 100'000;
  uint64_t bytesHalfway = 0;
  for (long i = 0; i < sequences; ++i) {
    sequence = i;
    state = (seed * 1'000'003 + uint64_t(i) + 1) * 0x9e37'79b9'7f4a'7c15ull;
    char* block = memory + size_t(i % (setting.reuses ? 16 : blocks)) * blockBytes;
    if (i == sequences / 2) bytesHalfway = sideBytes();
    waitForEnded();
    become(drawLiving());
    forgetAccesses(block, (2 + setting.words * 8 / blockBytes) * blockBytes);
    if (runSequence(block + draw(blockBytes / 8) * 8, setting)) continue;
    become(mostThreads);
    printf("sequence %ld of seed %llu\n", i, static_cast<unsigned long long>(seed));
    fflush(stdout);
    _exit(1);
  }
  become(mostThreads);
  // In memory that is used again, what is beside the cells is, too. (Threads that have ended keep what they remember.)
  if (setting.reuses && sequences >= longRun && sideBytes() > bytesHalfway + bytesHalfway / 4) {
    printf("sets or lists are lost: %lu bytes of them, and half way %lu\n", sideBytes(), bytesHalfway);
    fflush(stdout);
    _exit(1);
  }
  printf("%ld sequences agree\n", sequences);
  fflush(stdout);
  _exit(0);
}
