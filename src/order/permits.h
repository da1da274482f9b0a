// Semaphores that are locks: there is one permit, and who has it gives it back.
//
//   sem_init(&s, 0, 1);   sem_wait(&s); x++; sem_post(&s);
//
//   sem_init(&empty, 0, 1); sem_init(&full, 0, 0);
//   sem_wait(&empty); slot = 1; sem_post(&full);      sem_wait(&full); use(slot); sem_post(&empty);
//
// The second is a split binary semaphore (Hoare; Andrews): the values of both add up to 1, and each is only raised by
// who has lowered one of them, so that whoever is between the two is alone. A group that starts with 0 in all has its
// permit with who made it, if that one raises the first.
//
// Groups are guessed here, from which semaphores one function lowers and raises. That nobody raises one without having
// the permit is what the order analysis checks, in the states that it finds.
#pragma once

#include "order/addresses.h"
#include "sharing/origins.h"

#include <map>
#include <optional>
#include <vector>

namespace steward {

class Permits {
public:
  Permits(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins);

  bool empty() const { return groups_.empty(); }
  // The one that stands for the group of a semaphore that may be a lock; nothing for others.
  std::optional<ExactAddress> groupOf(InstanceId instance, const Instruction& call, const Effect& effect) const;
  // Whether making the semaphore takes the permit.
  bool startsTaken(const ExactAddress& group) const;
  // All groups of which a call that raises a semaphore may raise one, when it is not known which.
  std::vector<ExactAddress> mayRaise(InstanceId instance, const Instruction& call, const Effect& effect) const;

private:
  struct Semaphore {
    std::vector<std::pair<InstanceId, std::optional<int64_t>>> inits; // where, with which value
    bool isOnce = true;                                               // each is executed once at most
    ExactAddress group;
  };
  void collect();
  void findDefined();
  void findGroups();
  std::optional<ExactAddress> addressOf(InstanceId instance, const Instruction& call, const Effect& effect) const;
  ExactAddress find(ExactAddress address) const;

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Origins& origins_;
  std::map<ExactAddress, Semaphore> semaphores_;
  std::map<InstanceId, std::pair<std::vector<ExactAddress>, std::vector<ExactAddress>>> uses_; // lowered, raised
  std::map<ExactAddress, bool> groups_; // that may be locks; whether their permit is taken at first
};

} // namespace steward
