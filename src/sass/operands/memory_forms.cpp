// SPDX-License-Identifier: MIT
// Operands with brackets: constants and memory.

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "sass/cursor.hpp"
#include "sass/operands/numbers.hpp"
#include "sass/operands/operand_forms.hpp"

namespace reconverge::sass {
namespace {

/// Takes "[...]" off the text and returns what is inside; nothing if no bracket pair begins here.
std::optional<std::string_view> take_brackets(std::string_view& text) {
  if (!text.starts_with('[')) return std::nullopt;
  const std::size_t close = text.find(']');
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view inside = text.substr(1, close - 1);
  text.remove_prefix(close + 1);
  return inside;
}

/// The sum inside brackets, term by term: one general register, one uniform register and one number at most.
class SumReader {
 public:
  /// Reads "R2.64+UR4+0x10".
  explicit SumReader(std::string_view sum) {
    while (!sum.empty()) {
      // A minus after the plus, "R3+-0x4", belongs to the number.
      const std::size_t plus = sum.find('+', 1);
      understood_ = take(sum.substr(0, plus)) && understood_;
      sum.remove_prefix(plus == std::string_view::npos ? sum.size() : plus + 1);
    }
  }

  /// Nothing if some term is not understood.
  std::optional<Address> address() const { return understood_ ? std::optional(address_) : std::nullopt; }
  /// The first register, of either kind.
  const Operand& first() const { return first_; }
  /// The last number.
  std::int64_t number() const { return number_; }

 private:
  bool take(std::string_view term) {
    Operand named;
    if (register_form(term, named)) {
      if (first_.index < 0) first_ = named;
      return named.kind == OperandKind::uniform_register ? take_uniform(named) : take_base(named);
    }
    const auto number = whole_integer(term);
    if (!number) return false;
    number_ = *number;
    return !std::exchange(has_offset_, true) && take_offset(term);
  }

  bool take_uniform(const Operand& named) {
    if (address_.uniform >= 0) return false;
    address_.uniform = named.index;
    return named.suffix.empty();
  }

  /// "64", "U32", "X4", also more than one of them.
  bool take_base(const Operand& named) {
    if (address_.base >= 0) return false;
    address_.base = named.index;
    std::string_view suffixes = named.suffix;
    while (!suffixes.empty()) {
      const std::size_t dot = suffixes.find('.');
      if (!take_suffix(suffixes.substr(0, dot))) return false;
      suffixes.remove_prefix(dot == std::string_view::npos ? suffixes.size() : dot + 1);
    }
    return true;
  }

  bool take_suffix(std::string_view suffix) {
    constexpr std::array<std::pair<std::string_view, std::uint8_t>, 3> scales = {{{"X4", 2}, {"X8", 3}, {"X16", 4}}};
    if (suffix == "reuse") return true;
    if (suffix == "64" || suffix == "U32") {
      address_.width = suffix == "64" ? BaseWidth::pair : BaseWidth::single;
      return true;
    }
    const auto scale = std::ranges::find(scales, suffix, &std::pair<std::string_view, std::uint8_t>::first);
    if (scale == scales.end()) return false;
    address_.shift = scale->second;
    return true;
  }

  /// Offsets have 32 bits. A number of 64 bits that wraps is refused.
  bool take_offset(std::string_view term) {
    using Limits = std::numeric_limits<std::int32_t>;
    const bool wraps = (number_ < 0) != term.starts_with('-') && number_ != 0;
    if (wraps || number_ < Limits::min() || number_ > Limits::max()) return false;
    address_.offset = static_cast<std::int32_t>(number_);
    return true;
  }

  Address address_;
  Operand first_;
  std::int64_t number_ = 0;
  bool has_offset_ = false;
  bool understood_ = true;
};

/// The text after the last bracket: nothing or ".H1".
bool take_suffix(std::string_view rest, Operand& operand) {
  if (rest.empty()) return true;
  if (rest.front() != '.') return false;
  operand.suffix = rest.substr(1);
  return true;
}

/// The address with the text before its brackets: nothing, or desc[UR4], which describes the caching.
std::optional<Address> described(std::optional<Address> address, std::string_view name,
                                 const std::vector<std::string_view>& brackets) {
  if (name.empty() && brackets.empty()) return address;
  Operand descriptor;
  const bool is_known = name == "desc" && brackets.size() == 1 && register_form(brackets.front(), descriptor) &&
                        descriptor.kind == OperandKind::uniform_register && descriptor.suffix.empty();
  if (!address || !is_known) return std::nullopt;
  address->descriptor = descriptor.index;
  return address;
}

}  // namespace

bool constant_form(std::string_view body, Operand& operand) {
  if (!body.starts_with('c')) return false;
  body.remove_prefix(body.starts_with("cx") ? 2 : 1);
  const auto bank = take_brackets(body);
  if (!bank) return false;
  const auto offset = take_brackets(body);
  if (!offset) return false;
  const SumReader sum(*offset);
  const std::int64_t number = whole_integer(*bank).value_or(-1);  // cx[UR4]: no number is written
  operand.index = number >= 0 && number < 64 ? static_cast<int>(number) : -1;
  operand.value = sum.number();
  if (!take_suffix(body, operand)) return false;
  if (body.empty()) operand.address = sum.address();
  operand.kind = OperandKind::constant;
  return true;
}

bool memory_form(std::string_view body, Operand& operand) {
  // desc[UR4][R2.64], gdesc[..], tmem[..], a[..]: the part before the last pair describes it.
  std::size_t name = 0;
  while (name < body.size() && (is_lower(body[name]) || is_digit(body[name]))) ++name;
  std::string_view rest = body.substr(name);
  auto inside = take_brackets(rest);
  if (!inside) return false;
  std::vector<std::string_view> before;
  while (const auto next = take_brackets(rest)) {
    before.push_back(*inside);
    inside = next;
  }
  const SumReader sum(*inside);
  operand.index = sum.first().index;
  operand.value = sum.number();
  operand.suffix = sum.first().suffix;
  if (!take_suffix(rest, operand)) return false;
  if (rest.empty()) operand.address = described(sum.address(), body.substr(0, name), before);
  operand.kind = OperandKind::memory;
  return true;
}

}  // namespace reconverge::sass
