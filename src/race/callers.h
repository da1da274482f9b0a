// Which callers a function was entered by in some state, and what these can have handed to it.
//
//   set(&config.path, a);                       before any thread is started
//   pthread_create(…);
//   set(&mine, b);                              void set(char **to, char *text) { *to = text; }
//
// What `to` points to is both, and `*to = text` may be executed while the thread runs; but not to config.path. The
// order analysis keeps the two calls apart where they are made in different states (a Frame for each). This goes back
// from the address to the parameter that it comes from, and through the calls of that frame alone.
#pragma once

#include "order/order.h"
#include "sharing/sharing.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace steward {

class Callers {
public:
  Callers(const PointerAnalysis& pointers, const OrderAnalysis& order)
      : pointers_(pointers), program_(pointers.program()), order_(order) {}

  // Whether the access can be to its place when its function runs as the frame says.
  bool mayReach(FrameId frame, const SharedAccess& access);

private:
  static constexpr unsigned maxDepth = 8;
  // An object, or one place in it.
  struct Target {
    ObjectId object;
    LocationId place;
    friend auto operator<=>(const Target&, const Target&) = default;
  };
  bool mayBe(FrameId frame, ValueId address, Target target, unsigned depth);
  bool mayBeGiven(FrameId frame, LocalId parameter, Target target, unsigned depth);
  bool pointsTo(InstanceId instance, ValueId value, Target target);
  bool gives(const FrameCall& call, LocalId parameter, Target target);
  void findCalls();

  const PointerAnalysis& pointers_;
  const Program& program_;
  const OrderAnalysis& order_;
  bool hasCalls_ = false;
  llvm::DenseMap<FrameId, std::vector<const FrameCall*>> calls_; // of a frame, none of those that start threads
  llvm::DenseMap<InstanceId, std::vector<const FrameCall*>> callsOf_;
  llvm::DenseMap<const LocationId*, llvm::DenseSet<ObjectId>> objectsIn_; // by points-to set
  std::map<std::tuple<FrameId, LocalId, Target>, bool> given_;
  std::map<std::tuple<InstanceId, LocalId, Target>, bool> neverGiven_; // by any call of the function
};

} // namespace steward
