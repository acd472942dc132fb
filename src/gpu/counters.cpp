// SPDX-License-Identifier: MIT
#include "gpu/counters.hpp"

namespace reconverge::gpu {

std::string_view to_string(CounterStatus status) {
  switch (status) {
    case CounterStatus::not_asked: return "not_asked";
    case CounterStatus::ok: return "ok";
    case CounterStatus::denied: return "denied";
    case CounterStatus::absent: return "absent";
    case CounterStatus::empty: return "empty";
  }
  return "unknown";
}

std::vector<WantedCounter> wanted_counters() {
  return {
      {"warp_instructions", "smsp__inst_executed.sum", "instructions executed by the warp"},
      {"thread_instructions", "smsp__thread_inst_executed.sum", "instructions times active lanes"},
      {"thread_instructions_true", "smsp__thread_inst_executed_pred_on.sum", "the same, lanes whose guard is true"},
      {"branches", "smsp__inst_executed_op_branch.sum", "branch instructions executed by the warp"},
      {"divergent_branch_targets", "smsp__sass_branch_targets_threads_divergent.sum",
       "targets of branches that parted lanes"},
      {"control_unit_instructions", "sm__inst_executed_pipe_cbu.sum", "instructions of the control-flow unit"},
  };
}

}  // namespace reconverge::gpu
