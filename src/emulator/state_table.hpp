// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reconverge::emulator {

/// States in words, each with a number from 1 on, by which a memo knows it again.
class StateTable {
 public:
  using Number = std::uint32_t;

  /// For a state that is to be written.
  std::vector<std::uint32_t>& empty_words() {
    state_.clear();
    return state_;
  }
  /// Of the state that was written, a new one if it has not been before.
  Number number_of_words();
  std::span<const std::uint32_t> words_of(Number number) const {
    const State& state = states_[number];
    return std::span(words_).subspan(state.first, state.count);
  }
  /// How many states were written, known ones too.
  std::uint64_t written() const { return written_; }
  /// Whether no more are to be written: after about 20 MB.
  bool is_full() const { return words_.size() >= most_words; }

 private:
  static constexpr std::size_t most_words = 5'000'000;
  struct State {
    std::size_t first = 0, count = 0;  ///< in words_
    std::uint64_t hash = 0;
  };
  void make_room();

  std::vector<State> states_{1};  ///< by number; the first is none
  std::vector<std::uint32_t> words_, state_;
  std::vector<Number> places_;  ///< by a hash, or behind that; 0: none
  std::uint64_t written_ = 0;
};

}  // namespace reconverge::emulator
