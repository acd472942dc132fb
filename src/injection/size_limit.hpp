// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <ctime>

namespace reconverge::injection {

/// While it lives, a write beyond the process's limit on file sizes fails as any other does, and does not end the
/// application (SIGXFSZ), whose limit was never meant for what is written beside it.
class SizeLimitHeld {
 public:
  SizeLimitHeld() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~SizeLimitHeld() {
    if (sigismember(&before_, SIGXFSZ) == 1) return;  // the application holds it itself
    const timespec at_once{};
    sigtimedwait(&signal_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SizeLimitHeld(const SizeLimitHeld&) = delete;
  SizeLimitHeld& operator=(const SizeLimitHeld&) = delete;

 private:
  sigset_t signal_{};
  sigset_t before_{};
};

}  // namespace reconverge::injection
