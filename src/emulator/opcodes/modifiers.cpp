// SPDX-License-Identifier: MIT
#include "emulator/opcodes/modifiers.hpp"

#include <algorithm>

namespace reconverge::emulator {

Modifiers::Modifiers(std::string_view mnemonic) {
  for (auto dot = mnemonic.find('.'); dot != std::string_view::npos;) {
    const auto next = mnemonic.find('.', dot + 1);
    left_.push_back(mnemonic.substr(dot + 1, next - dot - 1));
    dot = next;
  }
}

bool Modifiers::take(std::string_view name) {
  const auto found = std::ranges::find(left_, name);
  if (found == left_.end()) return false;
  left_.erase(found);
  return true;
}

std::string_view Modifiers::take_first() {
  if (left_.empty()) return {};
  const std::string_view first = left_.front();
  left_.erase(left_.begin());
  return first;
}

int Modifiers::take_one_of(std::span<const std::string_view> names) {
  if (left_.empty()) return -1;
  const auto found = std::ranges::find(names, left_.front());
  if (found == names.end()) return -1;
  left_.erase(left_.begin());
  return static_cast<int>(found - names.begin());
}

int Modifiers::take_any_of(std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (take(names[i])) return static_cast<int>(i);
  return -1;
}

}  // namespace reconverge::emulator
