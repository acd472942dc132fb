// SPDX-License-Identifier: MIT
// What a listing says of an operand counts, or the row is refused: nothing is read over.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "property/altered_rows.hpp"

namespace reconverge::property {
namespace {

using sass::Operand;
using sass::OperandKind;

/// An operand before and after, in its row.
struct Change {
  const sass::Instruction& row;
  const Operand& before;
  const Operand& after;
  const std::string& what;

  bool of_sign() const { return what.starts_with("sign") || what == "bars"; }
  bool of_suffix() const { return what.starts_with("suffix"); }
  bool of_number() const {
    return what == "number" || (what == "sign -" && before.kind == OperandKind::integer_immediate);
  }
  bool in(std::initializer_list<std::string_view> opcodes) const {
    return std::ranges::find(opcodes, row.opcode()) != opcodes.end();
  }
  bool has(std::initializer_list<std::string_view> modifiers) const {
    return std::ranges::any_of(modifiers, [&](std::string_view one) { return row.has_modifier(one); });
  }
};

std::string without_descriptor(const std::string& text) {
  return text.starts_with("desc[") ? text.substr(text.find(']') + 1) : text;
}

/// The part that a suffix names where a word of 16 bits or less is read.
std::string_view part(const std::string& suffix) {
  if (suffix.empty() || suffix == "H0" || suffix == "H0_H0" || suffix == "B0") return "low";
  return suffix == "H1" || suffix == "H1_H1" ? std::string_view("high") : std::string_view(suffix);
}

bool is_zero(const Operand& operand) {
  return operand.index == sass::zero_register || (operand.kind == OperandKind::integer_immediate && operand.value == 0);
}

bool is_predicate(const Operand& operand) {
  return operand.kind == OperandKind::predicate || operand.kind == OperandKind::uniform_predicate;
}

bool writes_predicate(const sass::Instruction& row) { return !row.operands.empty() && is_predicate(row.operands[0]); }

/// A difference in the text of a row that makes none in its results.
struct Equivalence {
  const char* reason;
  bool (*holds)(const Change& change);
};

const std::array equivalences = {
    Equivalence{"a descriptor describes the caching",
                [](const Change& c) {
                  return c.before.kind == OperandKind::memory &&
                         without_descriptor(c.before.text) == without_descriptor(c.after.text);
                }},
    Equivalence{"zero has no sign that counts, and all its parts are zero",
                [](const Change& c) { return is_zero(c.before) && (c.of_sign() || c.of_suffix() || c.in({"PRMT"})); }},
    Equivalence{"the width of a pair is written or not",
                [](const Change& c) { return c.what == "suffix 64" || c.before.suffix == "64"; }},
    Equivalence{"a narrow type reads the low part, and parts have two spellings",
                [](const Change& c) {
                  const bool packed = c.row.opcode().starts_with("H") || c.row.opcode().starts_with("VH");
                  if (packed && (c.before.suffix.empty() || c.after.suffix.empty()))
                    return c.has({"F32"});  // reads the low half alone
                  return c.of_suffix() && part(c.before.suffix) == part(c.after.suffix);
                }},
    Equivalence{"-1 is 0xffffffff",
                [](const Change& c) {
                  return c.of_number() &&
                         static_cast<std::uint32_t>(c.before.value) == static_cast<std::uint32_t>(c.after.value);
                }},
    Equivalence{"it orders what one warp sees in order anyway",
                [](const Change& c) {
                  return c.in({"DEPBAR", "MEMBAR", "CCTL", "BAR"});
                }},
    Equivalence{"shifts out of a word are all the same, with .W those modulo its width",
                [](const Change& c) {
                  return c.of_number() && c.in({"SHF", "USHF", "SHL", "SHR"});
                }},
    Equivalence{"nothing is made of the predicate that a result joins",
                [](const Change& c) {
                  return c.what == "sign !" && c.in({"LOP3", "ULOP3"}) && !writes_predicate(c.row);
                }},
    Equivalence{"comparisons with zero, NaN and infinity see no sign, or nothing else",
                [](const Change& c) {
                  return c.of_sign() && (c.in({"FSETP", "DSETP", "HSETP2", "FSET", "DSET", "HSET2"})) &&
                         c.has({"EQ", "NE", "NEU", "NAN", "NUM", "GTU", "EQU"});
                }},
    Equivalence{"no number is greater than infinity",
                [](const Change& c) { return c.in({"FSET"}) && c.of_sign() && c.row.operands[2].text == "+INF"; }},
    Equivalence{"only exponents count", [](const Change& c) { return c.in({"FCHK"}) && c.of_sign(); }},
    Equivalence{"an even function", [](const Change& c) { return c.in({"MUFU"}) && c.has({"COS"}) && c.of_sign(); }},
    Equivalence{"the place of the first bit unlike the sign",
                [](const Change& c) { return c.in({"FLO"}) && !c.has({"U32"}) && c.what == "sign ~"; }},
    Equivalence{"a sum with two zeros does not carry",
                [](const Change& c) {
                  return c.in({"IADD3"}) && c.row.operands[0].index == sass::zero_register &&
                         std::ranges::count_if(c.row.operands, is_zero) >= 3;
                }},
    Equivalence{"bytes of the first operand alone",
                [](const Change& c) {
                  return c.in({"PRMT"}) && c.has({"RC8", "RC16", "ECL", "ECR"}) && &c.before == &c.row.operands[3];
                }},
    Equivalence{"the least and the greatest of numbers of which one occurs twice",
                [](const Change& c) {
                  const auto& o = c.row.operands;
                  return c.in({"VHMNMX", "VIMNMX3"}) && (o[1].index == o[3].index || o[2].index == o[3].index);
                }},
    Equivalence{"a field of the whole word, or beyond it",
                [](const Change& c) {
                  return (c.in({"BFE"}) && c.of_number()) ||
                         (c.in({"BFI"}) && c.row.operands[2].kind == OperandKind::constant);
                }},
    Equivalence{"no magnitude is less than a negative number",
                [](const Change& c) {
                  return c.in({"FSETP", "DSETP"}) && c.row.operands[2].absolute &&
                         c.row.operands[3].kind == OperandKind::constant;
                }},
    Equivalence{"a product with zero",
                [](const Change& c) {
                  const bool multiplies = c.in({"FFMA", "DFMA", "HFMA2", "UFFMA", "IMAD"});
                  const auto factor = [&](std::size_t i) {
                    return is_zero(c.row.operands[i]) && !is_predicate(c.row.operands[i]);
                  };
                  return multiplies && c.row.operands.size() > 3 && (factor(1) || factor(2) || factor(3)) &&
                         !is_zero(c.before);
                }},
    Equivalence{"no constant is zero here",
                [](const Change& c) {
                  return c.in({"ISETP"}) && c.has({"NE", "EQ"}) && c.what == "constant" &&
                         std::ranges::any_of(c.row.operands, is_zero);
                }},
    Equivalence{"a division by zero needs the long way",
                [](const Change& c) { return c.in({"FCHK"}) && is_zero(c.row.operands.back()); }},
    Equivalence{"numbers that round to one",
                [](const Change& c) {
                  return c.of_number() && (static_cast<float>(c.before.real) == static_cast<float>(c.after.real) ||
                                           c.in({"I2F", "UI2F"}));
                }},
    Equivalence{
        "no number without sign is less than zero",
        [](const Change& c) {
          return c.in({"ISETP", "UISETP"}) && c.has({"U32"}) && c.has({"GE", "LT"}) && is_zero(c.row.operands[3]);
        }},
    Equivalence{"segments whose borders no lane crosses",
                [](const Change& c) { return c.in({"SHFL"}) && c.what == "number"; }},
    Equivalence{
        "bytes of a zero",
        [](const Change& c) { return c.in({"PRMT"}) && (is_zero(c.row.operands[1]) || is_zero(c.row.operands[3])); }},
    Equivalence{"the high word says where an address is",
                [](const Change& c) {
                  return c.in({"LEA"}) && c.row.operands[0].kind == OperandKind::predicate &&
                         c.row.operands[1].index == sass::zero_register;
                }},
    Equivalence{"the comparison of the high halves goes to PT",
                [](const Change& c) { return c.in({"HSETP2"}) && c.of_suffix() && c.row.operands[1].text == "PT"; }},
    Equivalence{"all or none, of a predicate or its contrary",
                [](const Change& c) { return c.in({"VOTE"}) && c.has({"EQ"}) && c.what == "sign !"; }},
    Equivalence{
        "the table has no use for it",
        [](const Change& c) {
          const bool constant = is_predicate(c.before) && c.before.index == sass::true_predicate;
          return c.in({"PLOP3", "UPLOP3", "PSETP"}) && (c.before.kind == OperandKind::integer_immediate || constant);
        }},
};

bool is_equivalent(const StoredRow& stored, const Alteration& alteration) {
  const Change change{stored.row, stored.row.operands[alteration.operand], alteration.row.operands[alteration.operand],
                      alteration.what};
  return std::ranges::any_of(equivalences, [&](const Equivalence& one) { return one.holds(change); });
}

TEST(AlteredRows, AreRefusedOrGiveAnotherResult) {
  const auto rows = stored_row_forms();
  EXPECT_GT(rows.size(), 500u);
  std::size_t refused = 0, other = 0;
  for (const StoredRow& stored : rows) {
    const auto states = states_for(stored);
    const auto before = effects_of(stored.row, stored.architecture, *states);
    for (const Alteration& alteration : alterations_of(stored.row)) {
      const auto after = effects_of(alteration.row, stored.architecture, *states);
      if (!after) ++refused;
      else if (*after != *before) ++other;
      else if (!is_equivalent(stored, alteration))
        ADD_FAILURE() << "sm_" << stored.architecture << ": " << text_of(stored.row) << "  =  "
                      << text_of(alteration.row) << "  (" << alteration.what << ")";
    }
  }
  EXPECT_GT(refused, 10 * rows.size());
  EXPECT_GT(other, 3 * rows.size());
}

/// Listings that are cut end in such rows.
TEST(AlteredRows, RowsWithTooFewOperandsAreRefusedOrRun) {
  std::size_t refused = 0, empty = 0;
  for (const StoredRow& stored : stored_row_forms()) {
    const auto states = states_for(stored);
    for (sass::Instruction cut = stored.row; !cut.operands.empty();) {
      cut.operands.pop_back();
      const bool runs = effects_of(cut, stored.architecture, *states).has_value();
      refused += runs ? 0 : 1;
      if (cut.operands.empty() && !runs) ++empty;
    }
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(empty, 500u);
}

/// An equivalence that no row needs any more would hide the next part that is read over.
TEST(AlteredRows, EveryEquivalenceIsNeeded) {
  std::set<const Equivalence*> needed;
  for (const StoredRow& stored : stored_row_forms()) {
    const auto states = states_for(stored);
    const auto before = effects_of(stored.row, stored.architecture, *states);
    for (const Alteration& alteration : alterations_of(stored.row)) {
      const Change change{stored.row, stored.row.operands[alteration.operand],
                          alteration.row.operands[alteration.operand], alteration.what};
      for (const Equivalence& one : equivalences)
        if (!needed.contains(&one) && one.holds(change) &&
            effects_of(alteration.row, stored.architecture, *states) == before)
          needed.insert(&one);
    }
  }
  for (const Equivalence& one : equivalences) EXPECT_TRUE(needed.contains(&one)) << one.reason;
}

}  // namespace
}  // namespace reconverge::property
