// The shipped model files: that they load, and the facts every analysis leans on.
#include "models/models.h"
#include "models/names.h"
#include "models/shapes.h"
#include "models/shipped.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

constexpr CallPart argument(uint8_t countedFromOne) {
  return {CallPart::Argument, static_cast<uint8_t>(countedFromOne - 1)};
}
constexpr CallPart result = {CallPart::Result, 0};

class Shipped : public testing::Test {
protected:
  // The effect of that kind of a function, by its symbol. A missing one fails the test.
  const Effect& effect(llvm::StringRef symbol, EffectKind kind) {
    const CallModel* model = models.find(symbol, qualifiedName(symbol));
    static const Effect missing;
    if (!model) {
      ADD_FAILURE() << symbol.str() << " has no model";
      return missing;
    }
    const Effect* found = model->find(kind);
    if (found) return *found;
    ADD_FAILURE() << symbol.str() << " has no effect " << nameOf(kind).str();
    return missing;
  }

  Models models = Models::shipped();
};

TEST(ShippedFiles, EachLoads) {
  EXPECT_GT(shippedFiles().size(), 5u);
  for (const ShippedFile& file : shippedFiles()) {
    Models models;
    llvm::Error error = models.addText(file.text, file.name);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    EXPECT_GT(models.size(), 0u) << file.name.str();
  }
}

// In one file a name that comes twice is an error; so it is for all of them together.
TEST(ShippedFiles, NoFunctionHasTwoModels) {
  std::string all;
  for (const ShippedFile& file : shippedFiles()) all += file.text.str() + "\n";
  Models models;
  llvm::Error error = models.addText(all, "all");
  EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
}

TEST_F(Shipped, ThreadsAreForkedAndJoined) {
  const Effect& fork = effect("pthread_create", EffectKind::Fork);
  EXPECT_EQ(fork.entry, argument(3));
  EXPECT_EQ(fork.handle, argument(1));
  ASSERT_EQ(fork.arguments.size(), 1u);
  EXPECT_EQ(fork.arguments[0], argument(4));
  EXPECT_EQ(effect("pthread_join", EffectKind::Join).when, When::Always);
  EXPECT_EQ(effect("pthread_tryjoin_np", EffectKind::Join).when, When::Zero);
  EXPECT_EQ(effect("thrd_create", EffectKind::Fork).entry, argument(2));
}

// libstdc++ starts a thread with the address of a pointer to an object that has a virtual function to run.
TEST_F(Shipped, StandardThreadsAreForkedAndJoined) {
  const Effect& fork =
      effect("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", EffectKind::Fork);
  EXPECT_EQ(fork.entry, (CallPart{CallPart::Argument, 1, /*indirect=*/true}));
  EXPECT_EQ(fork.slot, 2);
  EXPECT_EQ(effect("_ZNSt6thread4joinEv", EffectKind::Join).handle,
            (CallPart{CallPart::Argument, 0, /*indirect=*/true}));
  const Effect& wait = effect("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", EffectKind::ConditionWait);
  EXPECT_EQ(wait.lock, (CallPart{CallPart::Argument, 1, /*indirect=*/true}));
}

TEST_F(Shipped, TryLocksHoldOnSuccessOnly) {
  EXPECT_EQ(effect("pthread_mutex_lock", EffectKind::Acquire).when, When::Always);
  for (const char* name : {"pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock",
                           "pthread_spin_trylock", "pthread_rwlock_trywrlock", "mtx_trylock", "mtx_timedlock"})
    EXPECT_EQ(effect(name, EffectKind::Acquire).when, When::Zero) << name;
  EXPECT_EQ(effect("sem_trywait", EffectKind::SemaphoreWait).when, When::Zero);
}

TEST_F(Shipped, ReadLocksAreShared) {
  for (const char* name : {"pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock"})
    EXPECT_EQ(effect(name, EffectKind::Acquire).mode, LockMode::Shared) << name;
  EXPECT_EQ(effect("pthread_rwlock_wrlock", EffectKind::Acquire).mode, LockMode::Exclusive);
  EXPECT_EQ(effect("pthread_rwlock_unlock", EffectKind::Release).object, argument(1));
}

TEST_F(Shipped, ConditionsNameTheirLock) {
  for (const char* name : {"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait"}) {
    EXPECT_EQ(effect(name, EffectKind::ConditionWait).object, argument(1)) << name;
    EXPECT_EQ(effect(name, EffectKind::ConditionWait).lock, argument(2)) << name;
  }
}

TEST_F(Shipped, VerifierRegionsAreOneGlobalLock) {
  const Effect& begin = effect("__VERIFIER_atomic_begin", EffectKind::Acquire);
  EXPECT_FALSE(begin.object);
  EXPECT_FALSE(begin.global.empty());
  EXPECT_EQ(begin.global, effect("__VERIFIER_atomic_end", EffectKind::Release).global);
  effect("__VERIFIER_nondet_uint", EffectKind::None);
}

TEST_F(Shipped, MemoryIsReadWrittenAndCopied) {
  const Effect& copy = effect("memcpy", EffectKind::Copy);
  EXPECT_EQ(copy.to, argument(1));
  EXPECT_EQ(copy.from, argument(2));
  EXPECT_EQ(copy.size, argument(3));
  EXPECT_EQ(effect("__memset_chk", EffectKind::Write).size, argument(3));
  EXPECT_EQ(effect("strlen", EffectKind::Read).object, argument(1));
  EXPECT_EQ(effect("strdup", EffectKind::Copy).to, result);
  EXPECT_EQ(effect("read", EffectKind::Write).object, argument(2));
  EXPECT_EQ(effect("write", EffectKind::Read).object, argument(2));
  EXPECT_EQ(effect("fread", EffectKind::Write).count, argument(3));
  EXPECT_EQ(effect("__isoc23_sscanf", EffectKind::Write).object, (CallPart{CallPart::ArgumentsFrom, 2}));
  EXPECT_EQ(effect("__snprintf_chk", EffectKind::Read).object, (CallPart{CallPart::ArgumentsFrom, 4}));
  EXPECT_TRUE(effect("strchr", EffectKind::Return).inside);
}

TEST_F(Shipped, AllocationsGiveNewObjects) {
  EXPECT_FALSE(effect("malloc", EffectKind::Allocate).to);
  EXPECT_TRUE(effect("calloc", EffectKind::Allocate).zeroed);
  EXPECT_EQ(effect("posix_memalign", EffectKind::Allocate).to, argument(1));
  EXPECT_EQ(effect("_Znwm", EffectKind::Allocate).size, argument(1));
  EXPECT_EQ(effect("_ZdlPvm", EffectKind::Free).object, argument(1));
  EXPECT_EQ(effect("realloc", EffectKind::Reallocate).object, argument(1));
}

TEST_F(Shipped, ErrnoIsEachThreadsOwnAndLocaltimeIsNot) {
  EXPECT_TRUE(effect("__errno_location", EffectKind::ReturnStatic).perThread);
  EXPECT_FALSE(effect("localtime", EffectKind::ReturnStatic).perThread);
  EXPECT_EQ(effect("localtime", EffectKind::ReturnStatic).global, effect("gmtime", EffectKind::ReturnStatic).global);
  EXPECT_EQ(effect("localtime", EffectKind::Write).object, result);
}

TEST_F(Shipped, SomeCallsNeverReturn) {
  for (const char* name : {"abort", "exit", "__assert_fail", "longjmp", "_ZSt9terminatev", "_ZSt17__throw_bad_allocv"})
    effect(name, EffectKind::NoReturn);
  effect("pthread_exit", EffectKind::ThreadExit);
}

// A program's own function of the same name keeps its meaning.
TEST_F(Shipped, DoNotReplaceBodies) { EXPECT_EQ(models.find("round", "round")->body, BodyRule::Wins); }

TEST_F(Shipped, CustomLockNamesAreNotGuessed) {
  for (const char* name : {"spin_lock", "mutex_lock", "lock", "my_mutex_lock"}) EXPECT_FALSE(models.find(name, name));
}

TEST_F(Shipped, SignalHandlersAndTimers) {
  EXPECT_EQ(effect("signal", EffectKind::HandleSignal).entry, argument(2));
  EXPECT_EQ(effect("signal", EffectKind::HandleSignal).signal, argument(1));
  const Effect& action = effect("sigaction", EffectKind::HandleSignal);
  EXPECT_EQ(action.entry, (CallPart{CallPart::Argument, 1, /*indirect=*/true})) << "the first member";
  const Effect& timer = effect("timer_create", EffectKind::Fork);
  EXPECT_EQ(timer.entry, (CallPart{CallPart::Argument, 1, /*indirect=*/true, 16}));
  EXPECT_EQ(timer.origin, OriginKind::Timer);
  EXPECT_TRUE(timer.many);
}

TEST_F(Shipped, EventLoopsCallTheirHandlers) {
  EXPECT_EQ(effect("event_base_loop", EffectKind::Dispatch).loop, argument(1));
  EXPECT_EQ(effect("event_set", EffectKind::Register).object, argument(1));
  EXPECT_EQ(effect("event_set", EffectKind::Register).global, "libevent");
  EXPECT_EQ(effect("event_base_set", EffectKind::Attach).loop, argument(1));
  EXPECT_EQ(effect("uv_run", EffectKind::Dispatch).loop, argument(1));
  EXPECT_TRUE(effect("uv_queue_work", EffectKind::Register).after);
  EXPECT_EQ(effect("uv_thread_join", EffectKind::Join).handle, (CallPart{CallPart::Argument, 0, /*indirect=*/true}));
  EXPECT_EQ(effect("g_main_loop_run", EffectKind::Dispatch).loop, argument(1));
  EXPECT_EQ(effect("g_thread_new", EffectKind::Fork).handle, result);
}

} // namespace
} // namespace steward
