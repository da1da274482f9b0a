#include "models/shapes.h"

namespace steward {

using enum EffectKey;

static constexpr EffectShape shapes[] = {
    // kind, name, required, exactly one of, optional
    {EffectKind::Fork, "fork", {Entry}, {}, {Arguments, Handle, Slot, Origin, Many}},
    {EffectKind::Join, "join", {Handle}, {}, {To, When, OrEmpty}},
    {EffectKind::Detach, "detach", {Handle}, {}, {}},
    {EffectKind::Complete, "complete", {}, {}, {}},
    {EffectKind::Await, "await", {Object}, {}, {When, OrEmpty}},
    {EffectKind::MakeReady, "make-ready", {Object}, {}, {}},
    {EffectKind::ThreadExit, "thread-exit", {}, {}, {From}},
    {EffectKind::CallBack, "call-back", {}, {Entry, Global}, {Arguments, Inside, Slot, Only}},
    {EffectKind::AtExit, "at-exit", {Entry}, {}, {Arguments}},
    {EffectKind::HandleSignal, "handle-signal", {Entry}, {}, {Arguments, Signal}},
    {EffectKind::Register, "register", {Entry}, {}, {Object, Arguments, Global, Loop, After}},
    {EffectKind::Attach, "attach", {Object, Loop}, {}, {}},
    {EffectKind::ReturnLoop, "return-loop", {Object}, {}, {}},
    {EffectKind::CurrentLoop, "current-loop", {Global, Loop}, {}, {}},
    {EffectKind::Dispatch, "dispatch", {}, {}, {Global, Loop}},
    {EffectKind::LockInit, "lock-init", {Object}, {}, {Recursive}},
    {EffectKind::LockDestroy, "lock-destroy", {Object}, {}, {}},
    {EffectKind::Acquire, "acquire", {}, {Object, Global}, {Mode, When, Recursive, Team}},
    {EffectKind::Release, "release", {}, {Object, Global}, {}},
    {EffectKind::ConditionWait, "condition-wait", {Object, Lock}, {}, {When}},
    {EffectKind::ConditionSignal, "condition-signal", {Object}, {}, {}},
    {EffectKind::ConditionBroadcast, "condition-broadcast", {Object}, {}, {}},
    {EffectKind::SemaphoreInit, "semaphore-init", {Object}, {}, {Size}},
    {EffectKind::SemaphoreWait, "semaphore-wait", {Object}, {}, {When}},
    {EffectKind::SemaphorePost, "semaphore-post", {Object}, {}, {Size}},
    {EffectKind::LatchInit, "latch-init", {Object, Size}, {}, {}},
    {EffectKind::LatchArrive, "latch-arrive", {Object}, {}, {Size}},
    {EffectKind::LatchWait, "latch-wait", {Object}, {}, {When}},
    {EffectKind::AwaitValue, "await-value", {Object, From}, {}, {Order}},
    {EffectKind::BarrierInit, "barrier-init", {Object, Size}, {}, {}},
    {EffectKind::BarrierWait, "barrier-wait", {Object}, {}, {When}},
    {EffectKind::TeamBarrier, "team-barrier", {}, {}, {}},
    {EffectKind::TaskWait, "task-wait", {}, {}, {Many}},
    {EffectKind::Share, "share", {From}, {}, {}},
    {EffectKind::ThreadNumber, "thread-number", {}, {}, {}},
    {EffectKind::TeamSize, "team-size", {}, {}, {}},
    {EffectKind::Once, "once", {Object, Entry}, {}, {Arguments}},
    {EffectKind::Allocate, "allocate", {}, {}, {To, Size, Count, Bytes, Zeroed, PerThread}},
    {EffectKind::Reallocate, "reallocate", {Object}, {}, {To, Size, Count}},
    {EffectKind::Free, "free", {Object}, {}, {}},
    {EffectKind::Answer, "answer", {}, {}, {}},
    {EffectKind::Dispose, "dispose", {}, {}, {}},
    {EffectKind::Copy, "copy", {To, From}, {}, {Size, Count, Bytes}},
    {EffectKind::Read, "read", {}, {Object, Global}, {Size, Count, Bytes}},
    {EffectKind::Write, "write", {}, {Object, Global}, {Size, Count, Bytes, Value}},
    {EffectKind::Return, "return", {Object}, {}, {Inside}},
    {EffectKind::Clear, "clear", {Object}, {}, {}},
    {EffectKind::Store, "store", {To, From}, {}, {Inside, Anywhere}},
    {EffectKind::ReturnStatic, "return-static", {}, {}, {Global, PerThread}},
    {EffectKind::KeyCreate, "key-create", {To}, {}, {Entry}},
    {EffectKind::KeySet, "key-set", {Object, From}, {}, {}},
    {EffectKind::KeyGet, "key-get", {Object}, {}, {}},
    {EffectKind::None, "none", {}, {}, {}},
    {EffectKind::NoReturn, "no-return", {}, {}, {Never, Abrupt}},
};

static constexpr EffectKeyName keyNames[] = {
    {Object, "object"},
    {Entry, "entry"},
    {Handle, "handle"},
    {Lock, "lock"},
    {To, "to"},
    {From, "from"},
    {Size, "size"},
    {Count, "count"},
    {Bytes, "bytes"},
    {Arguments, "arguments"},
    {Mode, "mode"},
    {When, "when"},
    {Zeroed, "zeroed"},
    {Inside, "inside"},
    {Recursive, "recursive"},
    {PerThread, "per-thread"},
    {Global, "global"},
    {Slot, "slot"},
    {Anywhere, "anywhere"},
    {Value, "value"},
    {Loop, "loop"},
    {Origin, "origin"},
    {Many, "many"},
    {After, "after"},
    {OrEmpty, "or-empty"},
    {Only, "only"},
    {Never, "never"},
    {Abrupt, "abrupt"},
    {Signal, "signal"},
    {Order, "order"},
    {Team, "team"},
};

// nameOf() indexes the tables.
static constexpr bool inEnumOrder() {
  for (size_t i = 0; i < std::size(shapes); ++i)
    if (shapes[i].kind != static_cast<EffectKind>(i)) return false;
  for (size_t i = 0; i < std::size(keyNames); ++i)
    if (keyNames[i].key != static_cast<EffectKey>(i)) return false;
  return std::size(shapes) == size_t(EffectKind::NoReturn) + 1 && std::size(keyNames) == size_t(Team) + 1;
}
static_assert(inEnumOrder());

llvm::ArrayRef<EffectShape> effectShapes() { return shapes; }
llvm::ArrayRef<EffectKeyName> effectKeyNames() { return keyNames; }

const EffectShape* findEffectShape(llvm::StringRef name) {
  for (const EffectShape& shape : shapes)
    if (shape.name == name) return &shape;
  return nullptr;
}

std::optional<EffectKey> findEffectKey(llvm::StringRef name) {
  for (const EffectKeyName& known : keyNames)
    if (known.name == name) return known.key;
  return std::nullopt;
}

llvm::StringRef nameOf(EffectKey key) { return keyNames[static_cast<size_t>(key)].name; }
llvm::StringRef nameOf(EffectKind kind) { return shapes[static_cast<size_t>(kind)].name; }

} // namespace steward
