// SPDX-License-Identifier: MIT
#include "observers/finding_kinds.hpp"

#include <algorithm>
#include <array>

namespace reconverge::observers {
namespace {

constexpr std::array kinds = {
    FindingKind{"uninitialised-register", Severity::warning, "A register is used that nothing has written.",
                "The value that a lane had in the register decides a result, an address, a branch or what is stored. "
                "Look for a variable that is not set on every path, or give the register by --reg if the listing is "
                "an excerpt."},
    FindingKind{"uninitialised-predicate", Severity::warning, "A predicate is used that nothing has written.",
                "A guard, a selection or a branch depends on a condition that was never computed on this path. Give "
                "it by --pred if the listing is an excerpt."},
    FindingKind{"uninitialised-shared-memory", Severity::warning,
                "A load reads shared memory that no thread of the block has written.",
                "Nothing clears shared memory when a block starts. Look for a store, or a __syncthreads(), that is "
                "missing before the load."},
    FindingKind{"uninitialised-local-memory", Severity::warning,
                "A load reads local memory that the lane has not written.",
                "An element of a local array is used before it is set; look at its index."},
    FindingKind{"undeclared-shared-memory", Severity::warning,
                "An access lies beyond the shared memory that the kernel and its launch declare.",
                "A card gives a block little more than that, and faults behind it. Check the index; if the kernel has "
                "dynamic shared memory, give the static and the dynamic bytes together: --shared."},
    FindingKind{"unfinished-copy", Severity::warning,
                "A load reads shared memory that an asynchronous copy may not have filled.",
                "A copy (cp.async) runs beside the program, and what is read before its end is not defined. The "
                "threads that started it have to wait for its group first: cp.async.wait_group, "
                "__pipeline_wait_prior()."},
    FindingKind{"shared-race", Severity::warning,
                "Two warps use a word of shared memory with no block barrier between, and one writes it.",
                "Which of them comes first is not defined: the value is one of two. Put a __syncthreads() between the "
                "two lines, which all threads of the block reach."},
    FindingKind{"partial-group", Severity::warning,
                "An instruction that looks at other lanes ran while some live lanes were elsewhere.",
                "Shuffles, votes, matches, reductions and block barriers see only the lanes that execute them. Move "
                "the call out of the divergent branch, or name the lanes that take part in its mask."},
    FindingKind{"shuffle-from-exited-lane", Severity::error, "A shuffle reads a lane that has exited, or never was.",
                "The value is undefined. Let every lane that is named in the mask stay until the shuffle."},
    FindingKind{"shuffle-from-inactive-lane", Severity::error, "A shuffle reads a lane that does not execute it.",
                "The value is undefined. Every lane that is read has to execute the same shuffle: move it out of the "
                "divergent branch."},
    FindingKind{"sync-completed-by-exit", Severity::warning,
                "A warp synchronisation continued only because lanes that it names exited.",
                "The mask names lanes that never come. It is undefined what follows; take the exited lanes out of the "
                "mask."},
    FindingKind{"contested-store", Severity::warning, "Lanes of one store write different values to one address.",
                "Which value stays is not defined by the programming model. Use an atomic, or let one lane write."},
    FindingKind{
        "contested-blocks", Severity::warning, "Two blocks write different values to one word.",
        "Which value stays depends on the order in which the blocks run, which is not defined. Use an atomic, or "
        "give each block words of its own."},
    FindingKind{"barrier-at-two-depths", Severity::note, "Lanes are in one convergence barrier at two call depths.",
                "The run is right; its cycles are not reliable."},
    FindingKind{"recursion-at-two-depths", Severity::note, "Lanes are in one function at two depths of its calls.",
                "The run is right; its cycles are not reliable."},
    FindingKind{
        "unknown-clock", Severity::note, "A clock value is read that is not known.",
        "Values that depend on it are shown as unknown. Cycles are known for one warp on an architecture with a "
        "record."},
    FindingKind{"failed-assertion", Severity::error, "An assertion of the kernel failed.",
                "The message has the file, the line and the condition of the source; the lanes are those for which it "
                "did not hold."},
    FindingKind{"access-outside", Severity::error, "A memory access lies outside of all memory.",
                "Check the index, the guard of the access, and the size and order of the buffers."},
    FindingKind{"access-misaligned", Severity::error, "An address is not a multiple of the width of the access.",
                "Check the type of the pointer, or the offset that is added to it."},
    FindingKind{"deadlock", Severity::error, "Lanes or warps wait for each other, and none can continue.",
                "Look for a __syncthreads() or __syncwarp() that only part of the threads reaches, or for a lock that "
                "lanes of one warp take from each other."},
    FindingKind{"trap", Severity::error, "The kernel stops itself.",
                "__trap(), an assertion that failed, or code that the compiler took to be unreachable."},
    FindingKind{"bad-target", Severity::error, "A branch goes to an address without an instruction.",
                "Check the register that holds the target: a function pointer or a return address."},
    FindingKind{"stack-underflow", Severity::error,
                "An instruction finds no token of its kind on the re-convergence stack.",
                "The SSY, PBK, PCNT or CAL that belongs to it was not executed."},
    FindingKind{"stack-overflow", Severity::error, "The re-convergence stack grows without end.",
                "Look for recursion, or a loop around SSY, that never ends."},
    FindingKind{"bad-block-barrier", Severity::error,
                "A block barrier with a number, or a count of threads, that no block can have.",
                "A block has barriers 0 to 15; a count is a multiple of 32, below 4096."},
    FindingKind{"unsupported-instruction", Severity::note, "The run reached an instruction that cannot be executed.",
                "`inspect --support` lists what of a function can be executed."},
    FindingKind{"unknown-value", Severity::note, "Control or an address depends on a value that is not known.",
                "The run stops there: whichever way it went would be invented."},
    FindingKind{"left-rows", Severity::error, "Control runs past the rows of the listing.",
                "Give the complete listing of the function."},
    FindingKind{"no-end", Severity::warning, "The run did not end.",
                "A loop whose condition never changes, or a limit of steps that is too small: --max-steps."},
    FindingKind{"interrupted", Severity::note, "The run was interrupted.",
                "Findings are those of what was executed until then."},
};

}  // namespace

std::span<const FindingKind> finding_kinds() { return kinds; }

const FindingKind* find_finding_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds, name, &FindingKind::name);
  return found == kinds.end() ? nullptr : &*found;
}

Severity severity_of(std::string_view name) {
  const FindingKind* kind = find_finding_kind(name);
  return kind == nullptr ? Severity::warning : kind->severity;
}

}  // namespace reconverge::observers
