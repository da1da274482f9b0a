// Locks that are known relative to a value: p->lock, whatever p points to.
#include "ordered.h"

using namespace steward;

TEST(RelativeLocks, GoIntoCalleesAndBack) {
  Ordered o(R"(
function @main(%c) {
  %p = call @choose(%c)
  %lock = field %p, 8
  call @pthread_mutex_lock(%lock)
  call @use(%p, %c)
  opaque kept
  call @release(%lock)
  opaque released
  call @take(%p)
  opaque taken
  return
}
function @choose(%c) {
  jump -> again
again:
  %object = call @malloc(48)
  branch %c -> again, out
out:
  return %object
}
function @use(%object, %other) {
  opaque inside
  return
}
function @release(%lock) {
  call @pthread_mutex_unlock(%lock)
  return
}
function @take(%object) {
  %lock = field %object, 8
  call @pthread_mutex_lock(%lock)
  return
})");
  EXPECT_EQ(o.locksAt("inside"), Names{"*object+8"});
  EXPECT_EQ(o.locksAt("kept"), Names{"*p+8"});
  EXPECT_EQ(o.locksAt("released"), Names());
  EXPECT_EQ(o.locksAt("taken"), Names{"*p+8"});
}
