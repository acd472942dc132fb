// SPDX-License-Identifier: MIT
#include "property/token_stack_lowering.hpp"

#include <fmt/core.h>

#include "property/assembler.hpp"
#include "property/data_rows.hpp"

namespace reconverge::property {
namespace {

using Leaving = Flavour::Leaving;

/// How the innermost loop around a statement continues with its next iteration.
struct LoopForm {
  bool counts_before_cont = false;  ///< PCNT names the head: a CONT has to count and test itself
  const Statement* loop = nullptr;
};

class Lowering {
 public:
  Lowering(const Program& program, const Flavour& flavour, std::uint64_t seed)
      : program_(program), flavour_(flavour), random_(seed ^ 0x10E4), code_(std::string(flavour.arch)) {
    for (std::size_t i = 0; i < program.functions.size(); ++i) functions_.push_back(code_.make_label());
  }

  std::string run() {
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      code_.bind(functions_[i]);
      block(program_.functions[i]);
      code_.row({}, i == 0 ? "EXIT" : "RET");
    }
    return code_.text();
  }

 private:
  // Rows
  // -------------------------------------------------------------------------------------------

  void data(const Data& data, RowGuard guard = {}, const char* suffix = "") {
    emit(code_, Dialect::before_volta, data, guard, suffix);
  }

  /// Emits the test and returns the guard of the lanes for which the condition holds.
  RowGuard test(const Condition& condition) {
    const RowGuard guard{random_.between(0, 5), random_.chance(50)};
    emit_test(code_, condition, guard);
    return guard;
  }

  RowGuard test_loop(const Statement& loop) { return test(goes_on(loop)); }

  void count_up(const Statement& loop) { code_.row({}, "IADD", fmt::format("R{0}, R{0}, 0x1", loop.counter)); }

  /// All lanes here wait in the SYNC token.
  void leave_sync() {
    if (flavour_.leaving == Leaving::sync) return code_.row({}, "SYNC");
    std::string* carrier = code_.last_mnemonic_if_alone();
    const bool free = carrier != nullptr && is_data(*carrier);
    if (flavour_.leaving == Leaving::any_carrier && free && random_.chance(60)) {
      *carrier += ".S";
      return;
    }
    code_.row({}, "NOP.S");
  }

  /// The lanes of a guard wait in the SYNC token.
  void leave_sync_if(RowGuard guard) { code_.row(guard, flavour_.leaving == Leaving::sync ? "SYNC" : "NOP.S"); }

  static bool is_data(std::string_view mnemonic) {
    if (mnemonic.ends_with(".S")) return false;
    const std::string_view opcode = mnemonic.substr(0, mnemonic.find('.'));
    for (const std::string_view known :
         {"IADD", "IADD32I", "IMAD", "ISCADD", "MOV", "MOV32I", "FADD", "FMUL", "ICMP", "S2R"})
      if (opcode == known) return true;
    return false;
  }

  // Statements
  // -------------------------------------------------------------------------------------

  void block(const Block& statements) {
    for (const Statement& statement : statements) this->statement(statement);
  }

  void statement(const Statement& statement) {
    switch (statement.kind) {
      case Kind::data: return data(statement.data);
      case Kind::choice: return choice(statement);
      case Kind::loop: return loop(statement);
      case Kind::selection: return selection(statement);
      case Kind::leave_loop: return leave(statement, "BRK");
      case Kind::next_iteration: return next_iteration(statement);
      case Kind::call: return call(statement);
      case Kind::give_back: return leave(statement, "RET");
      case Kind::exit: return leave(statement, "EXIT");
    }
  }

  void leave(const Statement& statement, const char* mnemonic) {
    code_.row(statement.conditional ? test(statement.condition) : RowGuard{}, mnemonic);
  }

  /// With the head as PCNT's target, `continue` is a branch of its own: it counts, tests, and
  /// leaves.
  void next_iteration(const Statement& statement) {
    if (!form_.counts_before_cont) return leave(statement, "CONT");
    const LoopForm form = form_;
    if (!statement.conditional) return count_and_cont(*form.loop);
    const RowGuard guard = test(statement.condition);
    const Label join = code_.make_label();
    code_.row({}, "SSY", "{}", join);
    leave_sync_if(guard.opposite());
    count_and_cont(*form.loop);
    code_.bind(join);
  }

  void count_and_cont(const Statement& loop) {
    count_up(loop);
    if (!loop.tests_first) code_.row(test_loop(loop).opposite(), "BRK");
    code_.row({}, "CONT");
  }

  void choice(const Statement& choice) {
    const Block& then_block = choice.blocks[0];
    const Block& else_block = choice.blocks[1];
    const bool short_then = then_block.size() == 1 && then_block[0].kind == Kind::data;
    const bool short_else = else_block.size() == 1 && else_block[0].kind == Kind::data;
    const RowGuard guard = test(choice.condition);
    if (short_then && else_block.empty() && random_.chance(50)) return data(then_block[0].data, guard);
    if (random_.chance(5)) return choice_without_token(choice, guard);
    const Label join = code_.make_label();
    code_.row({}, "SSY", "{}", join);
    if (else_block.empty() && random_.chance(40)) {
      leave_sync_if(guard.opposite());
      block(then_block);
    } else if (short_else && random_.chance(60)) {
      short_side(else_block[0].data, guard.opposite());
      block(then_block);
    } else if (else_block.empty() && random_.chance(50)) {  // both sides meet at one leave, as the paper's loop
      const Label last = code_.make_label();
      code_.row(guard.opposite(), "BRA", "{}", last);
      block(then_block);
      code_.bind(last);
      leave_sync();
      return code_.bind(join);
    } else {
      two_sides(choice, guard);
      return code_.bind(join);
    }
    if (falls_out(then_block)) leave_sync();
    code_.bind(join);
  }

  /// A side of one instruction runs under its guard and leaves; the other side falls through.
  void short_side(const Data& side, RowGuard guard) {
    if (flavour_.leaving == Leaving::any_carrier) return data(side, guard, ".S");
    data(side, guard);
    leave_sync_if(guard);
  }

  void two_sides(const Statement& choice, RowGuard guard) {
    const bool then_jumps = random_.chance(50);
    const Block& jumped = choice.blocks[then_jumps ? 0 : 1];
    const Block& fallen = choice.blocks[then_jumps ? 1 : 0];
    const Label other = code_.make_label();
    code_.row(then_jumps ? guard : guard.opposite(), "BRA", "{}", other);
    block(fallen);
    if (falls_out(fallen)) leave_sync();
    code_.bind(other);
    block(jumped);
    if (falls_out(jumped)) leave_sync();
  }

  /// A compiler may see no use in joining: each part runs on alone until an outer token.
  void choice_without_token(const Statement& choice, RowGuard guard) {
    const Label other = code_.make_label(), end = code_.make_label();
    code_.row(guard.opposite(), "BRA", "{}", other);
    block(choice.blocks[0]);
    if (falls_out(choice.blocks[0])) code_.row({}, "BRA", "{}", end);
    code_.bind(other);
    block(choice.blocks[1]);
    code_.bind(end);
  }

  void loop(const Statement& loop) {
    const LoopForm outer = form_;
    code_.row({}, "MOV", fmt::format("R{}, RZ", loop.counter));
    const Block& body = loop.blocks[0];
    const bool breaks = contains_for_this_loop(body, Kind::leave_loop);
    const bool continues = contains_for_this_loop(body, Kind::next_iteration);
    form_ = {.loop = &loop};
    if (!breaks && !continues && random_.chance(60)) loop_with_sync(loop);
    else if (random_.chance(50)) loop_with_latch(loop, continues || random_.chance(20));
    else loop_with_head(loop);
    form_ = outer;
  }

  /// The paper's form: lanes that are done wait in DIV tokens, then at the one leave.
  void loop_with_sync(const Statement& loop) {
    const Label join = code_.make_label(), top = code_.make_label(), last = code_.make_label();
    code_.row({}, "SSY", "{}", join);
    if (loop.tests_first) code_.row(test_loop(loop).opposite(), "BRA", "{}", last);
    code_.bind(top);
    block(loop.blocks[0]);
    if (falls_out(loop.blocks[0])) {
      count_up(loop);
      const RowGuard again = test_loop(loop);
      if (random_.chance(30)) {
        leave_sync_if(again.opposite());
        code_.row({}, "BRA", "{}", top);
      } else {
        code_.row(again, "BRA", "{}", top);
      }
    }
    code_.bind(last);
    leave_sync();
    code_.bind(join);
  }

  /// PBK outside; PCNT, where needed, in every iteration for the place that counts.
  void loop_with_latch(const Statement& loop, bool with_cont) {
    const Label out = code_.make_label(), top = code_.make_label(), latch = code_.make_label();
    code_.row({}, "PBK", "{}", out);
    if (loop.tests_first && random_.chance(50)) {
      code_.row(test_loop(loop).opposite(), "BRK");
      code_.bind(top);
    } else if (loop.tests_first) {  // the test stands at the bottom, control enters there
      const Label first = code_.make_label();
      code_.row(test_loop(loop), "BRA", "{}", first);
      code_.row({}, "BRK");
      code_.bind(first);
      code_.bind(top);
    } else {
      code_.bind(top);
    }
    if (with_cont) code_.row({}, "PCNT", "{}", latch);
    block(loop.blocks[0]);
    if (with_cont && falls_out(loop.blocks[0])) code_.row({}, "CONT");
    code_.bind(latch);
    count_up(loop);
    const RowGuard again = test_loop(loop);
    if (random_.chance(50)) {
      code_.row(again.opposite(), "BRK");
      code_.row({}, "BRA", "{}", top);
    } else {
      code_.row(again, "BRA", "{}", top);
      code_.row({}, "BRK");
    }
    code_.bind(out);
  }

  /// PCNT at the head for the head: every iteration begins together.
  void loop_with_head(const Statement& loop) {
    form_.counts_before_cont = true;
    const Label out = code_.make_label(), top = code_.make_label();
    code_.row({}, "PBK", "{}", out);
    code_.bind(top);
    code_.row({}, "PCNT", "{}", top);
    if (loop.tests_first) code_.row(test_loop(loop).opposite(), "BRK");
    block(loop.blocks[0]);
    if (falls_out(loop.blocks[0])) count_and_cont(loop);
    code_.bind(out);
  }

  void call(const Statement& call) {
    const Label callee = functions_[static_cast<std::size_t>(call.function)];
    const char* mnemonic = random_.chance(70) ? "CAL" : "JCAL";
    if (call.conditional) {
      const RowGuard guard = test(call.condition);
      const Label join = code_.make_label();
      code_.row({}, "SSY", "{}", join);
      code_.row(guard, mnemonic, "{}", callee);
      leave_sync();
      code_.bind(join);
    } else if (random_.chance(25)) {
      const Label back = code_.make_label();
      code_.row({}, "PRET", "{}", back);
      code_.row({}, "BRA", "{}", callee);
      code_.bind(back);
    } else {
      code_.row({}, mnemonic, "{}", callee);
    }
  }

  /// The lanes look their target up by comparing, then jump there through a register.
  void selection(const Statement& selection) {
    std::vector<Label> cases;
    for (std::size_t i = 0; i < selection.blocks.size(); ++i) cases.push_back(code_.make_label());
    const std::string target = fmt::format("R{}, {{}}", scratch_register);
    code_.row({}, "MOV32I", target, cases.back());
    for (std::size_t i = 0; i + 1 < cases.size(); ++i) {
      const RowGuard guard =
          test({.relation = Relation::equal, .a = selection.selector, .immediate = static_cast<std::int32_t>(i)});
      code_.row(guard, "MOV32I", target, cases[i]);
    }
    const Label join = code_.make_label();
    code_.row({}, "SSY", "{}", join);
    // As compilers do: the table holds addresses, the offset undoes that BRX counts from its end.
    code_.row({}, "BRX", fmt::format("R{} -{{}}", scratch_register), end_of_row);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      code_.bind(cases[i]);
      block(selection.blocks[i]);
      if (!selection.falls_through[i] && falls_out(selection.blocks[i])) leave_sync();
    }
    code_.bind(join);
  }

  const Program& program_;
  const Flavour& flavour_;
  Random random_;
  Assembler code_;
  std::vector<Label> functions_;
  LoopForm form_;
};

}  // namespace

std::string lower(const Program& program, const Flavour& flavour, std::uint64_t seed) {
  return Lowering(program, flavour, seed).run();
}

}  // namespace reconverge::property
