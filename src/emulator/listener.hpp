// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "emulator/events.hpp"

namespace reconverge::emulator {

/// Receives events. A listener answers one question and overrides only what it needs.
class Listener {
 public:
  virtual ~Listener() = default;

  /// Whether `issued` is wanted; a listener that says no costs nothing per instruction.
  virtual bool wants_issued() const { return false; }

  virtual void issued(const Issued&) {}
  virtual void branched(const Branched&) {}
  virtual void pushed(const Pushed&) {}
  virtual void popped(const Popped&) {}
  virtual void spilled(const Spilled&) {}
  virtual void reloaded(const Reloaded&) {}
  virtual void accessed(const Accessed&) {}
  virtual void matched(const Matched&) {}
  virtual void lanes_exited(const LanesExited&) {}
  virtual void transferred(const Transferred&) {}
  virtual void parked(const Parked&) {}
  virtual void armed(const Armed&) {}
  virtual void blocked(const Blocked&) {}
  virtual void released(const Released&) {}
  /// The warp will execute nothing more. Told once, by whoever runs it.
  virtual void run_ended() {}
};

/// The listeners of one run.
class Events {
 public:
  Events() = default;
  explicit Events(std::span<Listener* const> listeners) : all_(listeners.begin(), listeners.end()) {
    for (Listener* listener : all_)
      if (listener->wants_issued()) issue_.push_back(listener);
  }

  void issued(const Issued& event) const {
    for (Listener* listener : issue_) listener->issued(event);
  }
  void branched(const Branched& event) const { tell(&Listener::branched, event); }
  void pushed(const Pushed& event) const { tell(&Listener::pushed, event); }
  void popped(const Popped& event) const { tell(&Listener::popped, event); }
  void spilled(const Spilled& event) const { tell(&Listener::spilled, event); }
  void reloaded(const Reloaded& event) const { tell(&Listener::reloaded, event); }
  void accessed(const Accessed& event) const { tell(&Listener::accessed, event); }
  void matched(const Matched& event) const { tell(&Listener::matched, event); }
  void lanes_exited(const LanesExited& event) const { tell(&Listener::lanes_exited, event); }
  void transferred(const Transferred& event) const { tell(&Listener::transferred, event); }
  void parked(const Parked& event) const { tell(&Listener::parked, event); }
  void armed(const Armed& event) const { tell(&Listener::armed, event); }
  void blocked(const Blocked& event) const { tell(&Listener::blocked, event); }
  void released(const Released& event) const { tell(&Listener::released, event); }
  void run_ended() const {
    for (Listener* listener : all_) listener->run_ended();
  }

 private:
  template <typename Event> void tell(void (Listener::*hear)(const Event&), const Event& event) const {
    for (Listener* listener : all_) (listener->*hear)(event);
  }

  std::vector<Listener*> all_;
  std::vector<Listener*> issue_;
};

}  // namespace reconverge::emulator
