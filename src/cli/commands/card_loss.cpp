// SPDX-License-Identifier: MIT
#include "cli/commands/card_loss.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cli/output.hpp"

namespace reconverge::cli {

int leave_cards(const gpu::BenchResult& result, int status) {
  if (std::ranges::all_of(result.devices, [](const auto& device) { return device.failure.empty(); })) return status;
  if (const auto flushed = flush_output(); !flushed) std::fputs((flushed.error().message + "\n").c_str(), stderr);
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace reconverge::cli
