// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <ctime>

namespace reconverge::injection {

/// While it lives, a write beyond the process's limit on file sizes (SIGXFSZ) or to a pipe that nobody reads (SIGPIPE)
/// fails as any other does, and does not end the application, which knows nothing of what is written beside it.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGXFSZ);
    sigaddset(&signals_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    sigpending(&pending_);
  }
  ~SignalsHeld() {
    // What the application holds itself, or was sent before, is its own.
    for (const int signal : {SIGXFSZ, SIGPIPE})
      if (sigismember(&before_, signal) == 1 || sigismember(&pending_, signal) == 1) sigdelset(&signals_, signal);
    const timespec at_once{};
    while (sigtimedwait(&signals_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t signals_{};
  sigset_t before_{};
  sigset_t pending_{};
};

}  // namespace reconverge::injection
