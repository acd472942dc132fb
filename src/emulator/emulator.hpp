#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "core/diagnostic.hpp"
#include "emulator/executable.hpp"
#include "emulator/reconvergence/mechanism.hpp"

namespace reconverge::emulator {

enum class Ending : std::uint8_t {
  exited,        ///< every lane executed EXIT
  left_listing,  ///< control ran past the last row of an excerpt with nothing waiting
  step_limit,
  stopped,  ///< a fault; see RunResult::diagnostic
  interrupted,  ///< RunLimits::stop was set
};

struct RunLimits {
  std::uint64_t steps = 100'000'000;  ///< warp instructions
  /// Ends the run soon after somebody sets it; null: nobody will. Looked at every few thousand steps.
  const std::atomic<bool>* stop = nullptr;
};

struct RunResult {
  Ending ending = Ending::exited;
  std::uint64_t steps = 0;  ///< warp instructions executed
  std::optional<core::Diagnostic> diagnostic;  ///< absent if the run came to its end
};

/// Runs one warp from the first row until it ends or stops.
///
/// @param live  the lanes that take part
/// The literals of the executable are put into the warp's value slots first; its registers,
/// predicates and memory are used as they stand.
RunResult run(const Executable& executable, Warp& warp, Mechanism& mechanism, const Events& events,
              const RunLimits& limits = {}, core::LaneMask live = core::LaneMask::all(),
              const std::string& source_name = "");

}  // namespace reconverge::emulator
