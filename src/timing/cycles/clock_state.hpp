// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "emulator/reconvergence/control_words.hpp"
#include "timing/cycles/cycle_count.hpp"

/// States of a clock relative to its time, which repeat where cycles do not. A class that has a part of the state lists
/// its members once, in a function exchange(), for writing and for reading.
namespace reconverge::timing {

/// Moments before which nothing that happened can matter any more. A part of the state that only ever gets the later of
/// its own cycle and one behind a moment is set to that moment: so states that tell no difference are the same.
struct Horizon {
  Cycle issue = 0;  ///< no instruction issues before
  Cycle units = 0;  ///< nor does an operation of the MIO that has not begun ask for anything until then
  Cycle now = 0;    ///< issue of the last instruction
};

/// Appends members to a state.
class StateWriter {
 public:
  /// @param base  cycles are relative to it
  StateWriter(std::vector<std::uint32_t>& words, Cycle base) : words_(words), base_(base) {}
  void cycle(const Cycle& moment) { words_.push_back(static_cast<std::uint32_t>(moment - base_)); }
  /// A number that is no moment, of at most 32 bits.
  template <typename Number> void value(const Number& number) {
    static_assert(std::is_integral_v<Number> || std::is_enum_v<Number>);
    words_.push_back(static_cast<std::uint32_t>(number));
  }
  template <typename Class> void address(Class* const& pointer) {
    const auto bits = reinterpret_cast<std::uintptr_t>(pointer);  // NOLINT(*-reinterpret-cast): of the same process
    words_.push_back(static_cast<std::uint32_t>(bits));
    words_.push_back(static_cast<std::uint32_t>(bits >> 32));
  }
  /// A container, whose elements are exchanged one by one.
  template <typename Container> void size_of(const Container& elements) {
    words_.push_back(static_cast<std::uint32_t>(elements.size()));
  }

 private:
  std::vector<std::uint32_t>& words_;
  Cycle base_;
};

/// Takes the same members out of a state, in the same order.
class StateReader {
 public:
  StateReader(std::span<const std::uint32_t> words, Cycle base) : words_(words), base_(base) {}
  void cycle(Cycle& moment) { moment = base_ + static_cast<Cycle>(static_cast<std::int64_t>(next())); }
  template <typename Number> void value(Number& number) { number = static_cast<Number>(next()); }
  template <typename Class> void address(Class*& pointer) {
    const auto low = static_cast<std::uint32_t>(next());
    const auto high = static_cast<std::uintptr_t>(static_cast<std::uint32_t>(next()));
    pointer = reinterpret_cast<Class*>(high << 32 | low);  // NOLINT(*-reinterpret-cast): what the writer took
  }
  template <typename Container> void size_of(Container& elements) {
    elements.clear();
    elements.resize(static_cast<std::size_t>(next()));
  }

 private:
  std::int32_t next() { return static_cast<std::int32_t>(words_.next()); }

  emulator::ControlWords words_;
  Cycle base_;
};

}  // namespace reconverge::timing
