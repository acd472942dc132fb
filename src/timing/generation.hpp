// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/provenance.hpp"
#include "core/result.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"

namespace reconverge::timing {

struct CycleRecord;

/// Names of costs, in cycles. A generation has those that were measured.
namespace cost {
inline constexpr std::string_view divergent_branch = "divergent-branch";
inline constexpr std::string_view spill_and_reload = "spill-and-reload";
inline constexpr std::string_view spill = "spill";
inline constexpr std::string_view reload = "reload";
inline constexpr std::string_view base = "base";

struct Meaning {
  std::string_view name;
  std::string_view meaning;
};
inline constexpr std::array meanings = {
    Meaning{divergent_branch, "push, carrier and pop of one DIV token"},
    Meaning{spill_and_reload, "one chunk of stack entries to memory and back"},
    Meaning{spill, "one chunk to memory, priced apart"},
    Meaning{reload, "one reload, priced apart"},
    Meaning{base, "the kernel without divergence"},
};
}  // namespace cost

struct Cost {
  std::string name;    ///< one of `cost`
  std::string kernel;  ///< the kernel a base belongs to; empty: any kernel
  core::Sourced cycles;
};

/// Another value that the source gives for the same thing.
struct RecordedBeside {
  std::string name;
  core::Sourced value;
  std::string why_not;
};

/// How lanes re-converge.
enum class Mechanism : std::uint8_t { token_stack, convergence_barriers };
std::string_view to_string(Mechanism mechanism);

/// Choices for convergence barriers that the sources leave open.
struct BarrierRecord {
  emulator::BarrierPolicy policy;
  core::Grade grade = core::Grade::assumed;
  std::string source;
};

/// The record of one GPU generation. Numbers that are not known are absent.
struct Generation {
  std::string name;    ///< "kepler"
  std::string title;   ///< "Kepler (sm_30 to sm_37)"
  int first_arch = 0;  ///< smallest sm number
  int last_arch = 0;
  std::optional<core::Sourced> stack_capacity;  ///< entries on chip
  std::optional<core::Sourced> spill_chunk;     ///< entries
  std::vector<Cost> costs;
  std::vector<RecordedBeside> beside;
  Mechanism mechanism = Mechanism::token_stack;
  std::optional<BarrierRecord> barriers = {};  ///< of Mechanism::convergence_barriers
  const CycleRecord* instructions = nullptr;   ///< cycles of each; null: not measured

  /// A cost, or an error that names generation and cost.
  core::Result<core::Sourced> find_cost(std::string_view cost_name, std::string_view kernel = "") const;
  /// Whether there is one for every kernel.
  bool knows_cost(std::string_view cost_name) const;
  /// Replaces or adds a cost, as given by the user. It holds for every kernel.
  void override_cost(std::string_view cost_name, double cycles, std::string source);
};

/// Every generation record, oldest first (generations/list.cpp).
std::span<const Generation> generations();
/// Those under the token stack, which are priced by event.
std::span<const Generation> stack_generations();
const Generation* find_generation(std::string_view name);
/// By the number of an architecture: 90 for sm_90.
const Generation* find_generation(int architecture);

const Generation& fermi();
const Generation& kepler();
const Generation& maxwell();
const Generation& volta();
const Generation& turing();
const Generation& ampere();
const Generation& ada();
const Generation& hopper();
const Generation& blackwell();

}  // namespace reconverge::timing
