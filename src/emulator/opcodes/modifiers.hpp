// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace reconverge::emulator {

/// The modifiers of one mnemonic. A selector takes those it implements; what is left over makes the
/// instruction one that cannot be executed, so that no modifier is ever ignored.
class Modifiers {
 public:
  explicit Modifiers(std::string_view mnemonic);

  bool take(std::string_view name);
  /// Takes the first one and returns it; empty if there is none.
  std::string_view take_first();
  /// Bits for the variant if a modifier could be taken, else 0.
  unsigned take_as(std::string_view name, unsigned bits) { return take(name) ? bits : 0; }
  /// Takes the first one if it is one of the table's names, and returns its index, else -1.
  int take_one_of(std::span<const std::string_view> names);
  /// Takes one, at any position, that is among the table's names; returns its index, else -1.
  int take_any_of(std::span<const std::string_view> names);
  /// For an operation that none of them changes.
  void take_all() { left_.clear(); }
  bool all_taken() const { return left_.empty(); }

  /// Leaves something about the modifiers to the operation: DecodedInstruction::variant.
  void keep(std::uint16_t variant) { kept_ = variant; }
  std::uint16_t kept() const { return kept_; }

 private:
  std::uint16_t kept_ = 0;
  std::vector<std::string_view> left_;
};

}  // namespace reconverge::emulator
