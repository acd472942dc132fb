// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "core/diagnostic.hpp"

namespace reconverge::core {

/// A value or the diagnostic that says why there is none. (std::expected is C++23.)
template <typename Value> class [[nodiscard]] Result {
 public:
  Result(Value value) : content_(std::move(value)) {}                 // NOLINT(google-explicit-constructor)
  Result(Diagnostic diagnostic) : content_(std::move(diagnostic)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return std::holds_alternative<Value>(content_); }
  explicit operator bool() const { return has_value(); }

  Value& value() & { return assert(has_value()), *std::get_if<Value>(&content_); }
  const Value& value() const& { return assert(has_value()), *std::get_if<Value>(&content_); }
  Value&& value() && { return assert(has_value()), std::move(*std::get_if<Value>(&content_)); }
  Value& operator*() & { return value(); }
  const Value& operator*() const& { return value(); }
  Value&& operator*() && { return std::move(*this).value(); }
  Value* operator->() { return &value(); }
  const Value* operator->() const { return &value(); }

  Diagnostic& error() { return assert(!has_value()), *std::get_if<Diagnostic>(&content_); }
  const Diagnostic& error() const { return assert(!has_value()), *std::get_if<Diagnostic>(&content_); }

 private:
  std::variant<Value, Diagnostic> content_;
};

/// The value of a Result that carries none: success.
struct Done {};

}  // namespace reconverge::core
