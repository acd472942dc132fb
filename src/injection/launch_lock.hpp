// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

namespace reconverge::injection {

/// Lets one measured launch be alone, and others go side by side. Whoever wants to be alone comes before others that
/// come after it (std::shared_mutex lets them wait for ever while other threads launch without a pause).
class LaunchLock {
 public:
  LaunchLock() {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock_, &attributes);
    pthread_rwlockattr_destroy(&attributes);
  }
  ~LaunchLock() { pthread_rwlock_destroy(&lock_); }
  LaunchLock(const LaunchLock&) = delete;
  LaunchLock& operator=(const LaunchLock&) = delete;

  void lock() { pthread_rwlock_wrlock(&lock_); }
  void lock_shared() { pthread_rwlock_rdlock(&lock_); }
  /// Either kind.
  void unlock() { pthread_rwlock_unlock(&lock_); }

 private:
  pthread_rwlock_t lock_{};
};

}  // namespace reconverge::injection
