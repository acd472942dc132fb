// SPDX-License-Identifier: MIT
#include "property/convergence_barrier_lowering.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "property/assembler.hpp"
#include "property/data_rows.hpp"

namespace reconverge::property {
namespace {

constexpr int barriers = 16;
constexpr int none = -1;

/// The most barriers that are armed at once in a block.
int barriers_needed(const Block& block) {
  int most = 0;
  for (const Statement& statement : block) {
    int needed = statement.kind == Kind::call ? 1 : 0;
    for (const Block& inner : statement.blocks) needed = std::max(needed, barriers_needed(inner));
    const bool is_region = statement.kind == Kind::choice || statement.kind == Kind::selection;
    needed += statement.kind == Kind::loop ? 2 : is_region ? 1 : 0;
    most = std::max(most, needed);
  }
  return most;
}

/// Whether lanes can go past the end of a block without exiting: to a loop around it, or back to a caller.
bool is_left_early(const Block& block) {
  const auto leaves = [](Kind kind) {
    return [kind](const Statement& statement) {
      if (statement.kind == kind) return true;
      return kind == Kind::give_back ? std::ranges::any_of(statement.blocks, is_left_early) : false;
    };
  };
  return contains_for_this_loop(block, Kind::leave_loop) || contains_for_this_loop(block, Kind::next_iteration) ||
         std::ranges::any_of(block, leaves(Kind::give_back));
}

/// The innermost loop around a statement.
struct LoopPlace {
  Label leave, latch;
  std::size_t kept_by_break = 0;     ///< of the armed barriers, those of the loop and around it
  std::size_t kept_by_continue = 0;  ///< and that of the iteration
};

class BarrierLowering {
 public:
  BarrierLowering(const Program& program, const BarrierFlavour& flavour, std::uint64_t seed)
      : program_(program), flavour_(flavour), random_(seed ^ 0xBA44), code_(std::string(flavour.arch)) {
    int all = 0;
    for (const Block& function : program.functions) {
      functions_.push_back(code_.make_label());
      needed_.push_back(1 + barriers_needed(function));
      all += needed_.back();
    }
    bool recursive = false;
    for (std::size_t i = 0; i < program.functions.size(); ++i) recursive = recursive || calls_itself(program, i);
    saves_ = recursive || all > barriers || (!flavour.yields && random_.chance(50));
  }

  std::string run() {
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      first_barrier_ = saves_ || i == 0 ? 0 : first_barrier_ + needed_[i - 1];
      code_.bind(functions_[i]);
      function_ = i;
      if (i == 0) kernel();
      else function(i);
    }
    return code_.text();
  }

 private:
  // Registers behind those of the program
  // ------------------------------------------------------------------------------------

  /// An even one: the address is in a pair, whose second word nobody writes.
  int return_register(std::size_t function) const {
    return (first_counter + program_.counters + 1) / 2 * 2 + 2 * static_cast<int>(function);
  }
  int saved_register(std::size_t function, int barrier) const {
    const int functions = static_cast<int>(program_.functions.size());
    return return_register(0) + 2 * functions + static_cast<int>(function) * barriers + barrier;
  }

  /// Where the next frame begins in local memory.
  int frame_register() const { return saved_register(program_.functions.size(), 0); }
  /// A mask of lanes for a WARPSYNC; what stands between it and the WARPSYNC may use others.
  int make_mask_register() { return frame_register() + ++mask_registers_; }

  // Rows
  // ------------------------------------------------------------------------------------

  RowGuard test(const Condition& condition) {
    const RowGuard guard{random_.between(0, 5), random_.chance(50)};
    emit_test(code_, condition, guard);
    return guard;
  }

  /// The guard of a row stands before it or is its second predicate.
  void guarded(RowGuard guard, std::string mnemonic, const std::string& operands, Label target = {}) {
    if (guard.predicate < 0 || random_.chance(70)) return code_.row(guard, std::move(mnemonic), operands, target);
    code_.row({}, std::move(mnemonic), fmt::format("{}P{}, {}", guard.negated ? "!" : "", guard.predicate, operands),
              target);
  }

  void jump(RowGuard guard, Label target) { guarded(guard, "BRA", "{}", target); }

  void move_address(RowGuard guard, int index, Label address) {
    code_.row(guard, "MOV", fmt::format("R{}, {{}}", index), address);
  }

  void count_up(const Statement& loop) {
    emit(code_, Dialect::from_volta,
         {.operation = Operation::add_immediate, .d = loop.counter, .a = loop.counter, .immediate = 1});
  }

  // Barriers
  // ------------------------------------------------------------------------------------

  /// Arms the next barrier, if there is one left.
  int arm(Label join) {
    const int barrier = first_barrier_ + static_cast<int>(armed_.size());
    armed_.push_back(barrier < barriers ? barrier : none);
    if (armed_.back() == none) return none;
    if (random_.chance(15)) code_.row({}, "BMOV.32.CLEAR", fmt::format("RZ, B{}", barrier));
    code_.row({}, "BSSY", fmt::format("B{}, {{}}", barrier), join);
    return barrier;
  }
  int arm_none() {
    armed_.push_back(none);
    return none;
  }
  void wait(int barrier) {
    if (barrier != none) code_.row({}, "BSYNC", fmt::format("B{}", barrier));
  }
  /// The lanes of a guard leave the barriers above the lowest `kept`, and jump.
  void leave_for(RowGuard guard, std::size_t kept, Label target) {
    for (std::size_t i = armed_.size(); i > kept; --i)
      if (armed_[i - 1] != none) guarded(guard, "BREAK", fmt::format("B{}", armed_[i - 1]));
    jump(guard, target);
  }

  // Lanes that wait for each other without one
  // ------------------------------------------------------------------------------------

  /// The lanes that are together here, of a guard if there is one.
  void vote(int index, RowGuard guard) {
    const std::string asked =
        guard.predicate < 0 ? "PT" : fmt::format("{}P{}", guard.negated ? "!" : "", guard.predicate);
    code_.row({}, "VOTE.ANY", fmt::format("R{}, PT, {}", index, asked));
  }

  RowGuard random_test() {
    return test({.relation = Relation::less, .a = random_.between(0, variable_count - 1), .b = first_bound + 1});
  }

  /// Lanes that are together are so afterwards, whatever the guard.
  void synchronise_group() {
    const RowGuard guard = random_.chance(50) ? random_test() : RowGuard{};
    const int mask = make_mask_register();
    vote(mask, guard);
    code_.row(guard, "WARPSYNC", fmt::format("R{}", mask));
  }

  /// Between statements of the kernel, where every lane comes that does not exit. A BAR has to find the warp whole.
  void synchronise_warp() {
    if (random_.chance(50)) code_.row({}, "WARPSYNC.ALL");
    else code_.row({}, "WARPSYNC", "0xffffffff");
    if (random_.chance(30)) return;
    const RowGuard guard = random_.chance(70) ? random_test() : RowGuard{};
    code_.row(guard, random_.chance(50) ? "BAR.SYNC" : "BAR.SYNC.DEFER_BLOCKING", "0x0");
  }

  void synchronise() {
    if (!flavour_.synchronises) return;
    if (random_.chance(10)) synchronise_group();
    if (function_ == 0 && depth_ == 1 && random_.chance(25)) synchronise_warp();
  }

  // Functions
  // ------------------------------------------------------------------------------------

  void kernel() {
    block(program_.functions[0]);
    code_.row({}, "EXIT");
  }

  void function(std::size_t number) {
    const int last = std::min(barriers, needed_[number]);
    for (int barrier = 0; saves_ && barrier < last; ++barrier)
      code_.row({}, "BMOV.32.CLEAR", fmt::format("R{}, B{}", saved_register(number, barrier), barrier));
    end_of_function_ = code_.make_label();
    const Label end = end_of_function_;
    const int barrier = arm(end);
    block(program_.functions[number]);
    code_.bind(end);
    wait(barrier);
    armed_.pop_back();
    for (int saved = 0; saves_ && saved < last; ++saved)
      code_.row({}, "BMOV.32", fmt::format("B{}, R{}", saved, saved_register(number, saved)));
    code_.row({}, "RET.REL.NODEC", fmt::format("R{} 0x0", return_register(number)));
  }

  void call(const Statement& call) {
    const auto callee = static_cast<std::size_t>(call.function);
    const bool recursive = callee == function_;
    if (recursive) push_frame();
    const Label back = code_.make_label(), join = code_.make_label();
    const RowGuard guard = call.conditional ? test(call.condition) : RowGuard{};
    const int barrier = call.conditional ? arm(join) : arm_none();
    move_address({}, return_register(callee), back);
    if (random_.chance(25)) {
      move_address({}, scratch_register, functions_[callee]);
      code_.row(guard, "CALL.ABS.NOINC", fmt::format("R{}", scratch_register));
    } else {
      code_.row(guard, "CALL.REL.NOINC", "{}", functions_[callee]);
    }
    code_.bind(back);
    wait(barrier);
    code_.bind(join);
    armed_.pop_back();
    if (recursive) pop_frame();
  }

  /// What a function that calls itself finds again: its return address and the barriers that it saved.
  std::vector<int> frame() const {
    std::vector<int> kept{return_register(function_), return_register(function_) + 1};
    for (int barrier = 0; barrier < std::min(barriers, needed_[function_]); ++barrier)
      kept.push_back(saved_register(function_, barrier));
    return kept;
  }
  void push_frame() {
    int offset = 0;
    for (const int kept : frame())
      code_.row({}, "STL", fmt::format("[R{}+0x{:x}], R{}", frame_register(), 4 * offset++, kept));
    code_.row({}, "IADD3", fmt::format("R{0}, R{0}, 0x{1:x}, RZ", frame_register(), 4 * offset));
  }
  void pop_frame() {
    const auto kept = frame();
    code_.row({}, "IADD3", fmt::format("R{0}, R{0}, -0x{1:x}, RZ", frame_register(), 4 * kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i)
      code_.row({}, "LDL", fmt::format("R{}, [R{}+0x{:x}]", kept[i], frame_register(), 4 * i));
  }

  // Statements
  // ------------------------------------------------------------------------------------

  void block(const Block& statements) {
    ++depth_;
    for (const Statement& statement : statements) {
      synchronise();
      if (flavour_.yields && !saves_ && random_.chance(8))
        code_.row({}, random_.chance(50) ? "YIELD" : "NANOSLEEP 0x10");
      this->statement(statement);
    }
    --depth_;
  }

  void statement(const Statement& statement) {
    switch (statement.kind) {
      case Kind::data: return emit(code_, Dialect::from_volta, statement.data);
      case Kind::choice: return choice(statement);
      case Kind::loop: return loop(statement);
      case Kind::selection: return selection(statement);
      case Kind::leave_loop: return leave_for(guard_of(statement), loop_.kept_by_break, loop_.leave);
      case Kind::next_iteration: return leave_for(guard_of(statement), loop_.kept_by_continue, loop_.latch);
      case Kind::call: return call(statement);
      case Kind::give_back: return leave_for(guard_of(statement), 1, end_of_function_);
      case Kind::exit: return code_.row(guard_of(statement), "EXIT");
    }
  }

  RowGuard guard_of(const Statement& statement) {
    return statement.conditional ? test(statement.condition) : RowGuard{};
  }

  void choice(const Statement& choice) {
    const Block& then_block = choice.blocks[0];
    const Block& else_block = choice.blocks[1];
    const RowGuard guard = test(choice.condition);
    const bool is_short = then_block.size() == 1 && then_block[0].kind == Kind::data && else_block.empty();
    if (is_short && random_.chance(50)) return emit(code_, Dialect::from_volta, then_block[0].data, guard);
    const Label meet = code_.make_label(), join = code_.make_label();
    const int barrier = random_.chance(95) ? arm(join) : arm_none();
    // The mask of a function that calls itself would be that of another call.
    const bool synchronises = flavour_.synchronises && falls_out(then_block) && !is_left_early(then_block) &&
                              !calls_itself(program_, function_) && random_.chance(40);
    const int mask = synchronises ? make_mask_register() : 0;
    if (synchronises) vote(mask, guard);
    const auto then_side = [&] {
      block(then_block);
      if (synchronises) code_.row({}, "WARPSYNC", fmt::format("R{}", mask));
    };
    if (else_block.empty() && random_.chance(70)) {
      jump(guard.opposite(), meet);
      then_side();
    } else {
      const Label other = code_.make_label();
      jump(guard, other);
      block(else_block);
      if (random_.chance(10)) wait(barrier);  // a BSYNC of its own
      jump({}, meet);
      code_.bind(other);
      then_side();
    }
    code_.bind(meet);
    wait(barrier);
    code_.bind(join);
    armed_.pop_back();
  }

  void loop(const Statement& loop) {
    const LoopPlace outer = loop_;
    const Label top = code_.make_label(), out = code_.make_label();
    loop_ = {.leave = code_.make_label(), .latch = code_.make_label()};
    emit(code_, Dialect::from_volta, {.operation = Operation::constant, .d = loop.counter});
    const int whole = random_.chance(95) ? arm(out) : arm_none();
    loop_.kept_by_break = armed_.size();
    const bool tests_at_top = loop.tests_first && random_.chance(50);
    if (loop.tests_first && !tests_at_top) jump(test(goes_on(loop)).opposite(), loop_.leave);
    code_.bind(top);
    if (tests_at_top) jump(test(goes_on(loop)).opposite(), loop_.leave);
    iteration(loop);
    count_up(loop);
    jump(tests_at_top ? RowGuard{} : test(goes_on(loop)), top);
    code_.bind(loop_.leave);
    wait(whole);
    code_.bind(out);
    armed_.pop_back();
    loop_ = outer;
  }

  /// Lanes of one iteration meet at its end, or go on into the next one apart.
  void iteration(const Statement& loop) {
    const bool continues = contains_for_this_loop(loop.blocks[0], Kind::next_iteration);
    const int barrier = random_.chance(continues ? 60 : 10) ? arm(loop_.latch) : arm_none();
    loop_.kept_by_continue = armed_.size();
    block(loop.blocks[0]);
    code_.bind(loop_.latch);
    wait(barrier);
    armed_.pop_back();
  }

  /// The lanes look their target up by comparing, then jump there through a register.
  void selection(const Statement& selection) {
    std::vector<Label> cases;
    for (std::size_t i = 0; i < selection.blocks.size(); ++i) cases.push_back(code_.make_label());
    move_address({}, scratch_register, cases.back());
    for (std::size_t i = 0; i + 1 < cases.size(); ++i) {
      const RowGuard guard =
          test({.relation = Relation::equal, .a = selection.selector, .immediate = static_cast<std::int32_t>(i)});
      move_address(guard, scratch_register, cases[i]);
    }
    const Label meet = code_.make_label(), join = code_.make_label();
    const int barrier = arm(join);
    jump_through_register();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      code_.bind(cases[i]);
      block(selection.blocks[i]);
      if (!selection.falls_through[i]) jump({}, meet);
    }
    code_.bind(meet);
    wait(barrier);
    code_.bind(join);
    armed_.pop_back();
  }

  /// BRX counts from the next instruction, JMX from zero.
  void jump_through_register() {
    if (random_.chance(30)) return code_.row({}, "JMX", fmt::format("R{}", scratch_register));
    code_.row({}, "BRX", fmt::format("R{} -{{}}", scratch_register), end_of_row);
  }

  const Program& program_;
  const BarrierFlavour& flavour_;
  Random random_;
  Assembler code_;
  std::vector<Label> functions_;
  std::vector<int> needed_;  ///< barriers, by function
  /// Functions save the barriers they use; otherwise each has its own. With YIELD the first can make lanes
  /// wait for each other for ever: those that come back restore a barrier that others have left meanwhile.
  bool saves_ = false;
  std::size_t function_ = 0;  ///< that is being lowered
  int first_barrier_ = 0;     ///< of the function
  std::vector<int> armed_;    ///< regions around a statement within its function, some without a barrier
  LoopPlace loop_;
  int depth_ = 0;  ///< of blocks in each other
  int mask_registers_ = 0;
  Label end_of_function_;
};

}  // namespace

std::string lower(const Program& program, const BarrierFlavour& flavour, std::uint64_t seed) {
  return BarrierLowering(program, flavour, seed).run();
}

}  // namespace reconverge::property
