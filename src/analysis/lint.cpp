// SPDX-License-Identifier: MIT
#include "analysis/lint.hpp"

#include <algorithm>
#include <array>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using observers::FindingKind;
using observers::Severity;

constexpr std::array all_rules = {
    FindingKind{
        "target-without-row", Severity::error, "A branch goes to where no instruction begins.",
        "The target lies in the middle of an instruction or outside of the function. The code or the listing is "
        "broken."},
    FindingKind{"no-end", Severity::error, "A path runs past the last instruction.",
                "What lies behind it in memory is executed. An EXIT, RET or BRA is missing, or the listing was cut."},
    FindingKind{"unsupported-instruction", Severity::note, "An instruction that cannot be executed here.",
                "A run that reaches it stops. `inspect --support` lists them by mnemonic."},
    FindingKind{"unreachable-code", Severity::note, "Instructions that no path leads to.",
                "Nothing jumps, falls or returns there. Padding after the end of a function is left out."},
    FindingKind{"call-without-return", Severity::warning, "A call goes to code that never comes back.",
                "From the target no path leads to a RET or an EXIT."},
    FindingKind{"no-such-scoreboard", Severity::error, "A control word names a scoreboard that does not exist.",
                "There are scoreboards 0 to 5; 7 means none."},
    FindingKind{"wait-at-unarmed-barrier", Severity::error, "Lanes wait at a convergence barrier that was never armed.",
                "BSYNC lets lanes pass that its barrier does not hold: lanes that parted before stay apart."},
    FindingKind{"break-of-unarmed-barrier", Severity::warning,
                "Lanes are taken out of a convergence barrier that was never armed.",
                "BREAK does nothing where no BSSY on any path has armed its barrier."},
    FindingKind{"barrier-armed-twice", Severity::warning, "A convergence barrier is armed while it holds lanes.",
                "The second BSSY replaces the lanes that the first one put in: those no longer meet."},
    FindingKind{"bssy-without-bsync", Severity::warning, "The target of a BSSY is not a BSYNC of its barrier.",
                "Lanes that are to meet there run through."},
    FindingKind{"block-barrier-under-branch", Severity::warning,
                "A block barrier is under a branch at which lanes of a warp part.",
                "The other lanes do not reach it. Move __syncthreads() out of the branch."},
    FindingKind{"warpsync-under-branch", Severity::warning,
                "A synchronisation of all lanes is under a branch at which lanes part.",
                "Its mask names lanes that do not reach it. Move __syncwarp() out of the branch, or name the lanes "
                "that take part."},
    FindingKind{"warpsync-on-both-sides", Severity::warning,
                "Synchronisations of all lanes are on both sides of a branch at which lanes part.",
                "Each group waits for the lanes of the other one, and none continues: two WARPSYNCs do not meet. "
                "Move __syncwarp() out of the branch, or name the lanes that take part."},
    FindingKind{"warpsync-after-exit", Severity::note,
                "A synchronisation of all lanes comes after an EXIT that some lanes take.",
                "Its mask names lanes that may have exited; shuffles that read those get an undefined value."},
    FindingKind{"collective-under-branch", Severity::note,
                "A shuffle, vote, match or reduction is under a branch at which lanes part.",
                "It sees only the lanes of its side. Move it out of the branch, or name the lanes that take part; "
                "where they are named, or the active mask is read, there is no remark."},
    FindingKind{"no-such-block-barrier", Severity::error,
                "A block barrier with a number, or a count of threads, that no block can have.",
                "A block has barriers 0 to 15; a count is a multiple of 32, below 4096."},
    FindingKind{"shared-memory-never-written", Severity::warning,
                "A kernel reads shared memory that nothing in it writes.",
                "Nothing clears shared memory when a block starts, so that the value is any. Look for a store that is "
                "missing, or was optimised away."},
    FindingKind{"register-never-written", Severity::warning, "A register is used that no path to it has written.",
                "Whatever the register holds decides the result."},
    FindingKind{"predicate-never-written", Severity::warning, "A predicate is used that no path to it has written.",
                "Whatever the predicate holds decides what is executed."},
    FindingKind{"result-not-awaited", Severity::error,
                "A result is used, or overwritten, before its scoreboard is clear.",
                "On some path no instruction waits for the scoreboard that says when the result is there, or the "
                "instruction that loads or computes it sets none."},
    FindingKind{"source-overwritten", Severity::error,
                "A register is overwritten while another instruction may still read it.",
                "On some path no instruction waits for the scoreboard that says when the register was read, or the "
                "instruction that reads it sets none."},
    FindingKind{"scoreboard-never-set", Severity::note, "An instruction waits for a scoreboard that nothing sets.",
                "The wait has no effect; perhaps another scoreboard is meant."},
    FindingKind{"scoreboard-not-seen", Severity::error, "A scoreboard is waited for a cycle after it was set.",
                "It is not visible yet: the wait ends at once. A stall of 2 before it is enough."},
    FindingKind{"result-read-too-early", Severity::error, "A result is read before the stall counts cover its latency.",
                "Arithmetic of a fixed latency has no scoreboard; the stall counts between it and its reader have to "
                "add up to its latency. Readers of the FP64 unit are not looked at, nor what was written before a row "
                "that other rules may hold back: IMAD.WIDE, IMAD.HI, BAR, and rows that wait for a scoreboard."},
};

struct Check {
  void (*run)(const Code&, Lint&);
  bool needs_flow;
};

constexpr Check checks[] = {{check_structure, false},    {check_control_words, false}, {check_latencies, false},
                            {check_barriers, true},      {check_block_barriers, true}, {check_exited_lanes, true},
                            {check_shared_memory, true}, {check_registers, true},      {check_scoreboards, true}};

}  // namespace

std::span<const FindingKind> rules() { return all_rules; }

const FindingKind* find_rule(std::string_view name) {
  const auto found = std::ranges::find(all_rules, name, &FindingKind::name);
  return found == all_rules.end() ? nullptr : &*found;
}

core::Result<Lint> lint(const sass::Function& function, const std::string& source_name) {
  const auto code = code_of(function, source_name);
  if (!code) return code.error();
  Lint lint;
  if (code->size() == 0) return lint;
  for (const Check& check : checks)
    if (!check.needs_flow || code->unknown_flow.empty()) check.run(*code, lint);
  if (!code->unknown_flow.empty())
    lint.left_out.push_back("checks that need every path through the code: " + code->unknown_flow);
  if (code->architecture >= 50 && !code->has_control_words())
    lint.left_out.push_back(
        "scoreboards and latencies: rows have no control words; a disassembler prints them with the encodings");
  if (code->unknown_flow.empty() && !code->is_kernel)
    lint.left_out.push_back("registers never written: the function is called, so they may be its arguments");
  std::ranges::stable_sort(lint.remarks, {}, &Remark::index);
  return lint;
}

}  // namespace reconverge::analysis
