// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::property {

/// A place in the code that is given its address at the end.
struct Label {
  int number = -1;
};

/// Where the row itself ends: what relative branches count from.
inline constexpr Label end_of_row{-2};

/// A predicate that guards a row; the default guards nothing.
struct RowGuard {
  int predicate = -1;
  bool negated = false;

  RowGuard opposite() const { return {predicate, !negated}; }
};

/// Collects instruction rows and prints them as a disassembler would: addresses in steps of an
/// instruction's size, with the places of control words left out.
class Assembler {
 public:
  explicit Assembler(std::string arch) : arch_(std::move(arch)) {}

  Label make_label();
  void bind(Label label);
  /// `{}` in the operands stands for the address of `target`.
  void row(RowGuard guard, std::string mnemonic, std::string operands = "", Label target = {});

  /// The row just emitted, if control cannot enter after it from elsewhere: what a carrier may be.
  /// Null at a label.
  std::string* last_mnemonic_if_alone();

  std::string text() const;

 private:
  struct Row {
    RowGuard guard;
    std::string mnemonic;
    std::string operands;
    int target;
  };

  std::string arch_;
  std::vector<Row> rows_;
  std::vector<std::size_t> labels_;  ///< index of the row each label stands before
  bool label_here_ = true;
};

}  // namespace reconverge::property
