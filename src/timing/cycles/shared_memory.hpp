#pragma once

#include <cstdint>
#include <optional>

#include "emulator/memory/access.hpp"
#include "timing/cycles/cycle_record.hpp"

/// How long accesses keep shared memory: rule 23 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// Wavefronts of an access: how many different words lie in the bank that has most. Nothing if that
/// depends on how the card takes the lanes of a wide access together, which was not measured.
std::optional<int> wavefronts_of(const emulator::Access& access, const SharedMemoryTiming& rule);

/// Whether all lanes access one block of so many bytes.
bool fit_in(const emulator::Access& access, std::int16_t bytes);

/// Whether no two lanes access one word.
bool words_differ(const emulator::Access& access);

/// The memory that serves one access after the other.
class SharedMemory {
 public:
  explicit SharedMemory(const SharedMemoryTiming& rule) : rule_(rule) {}

  enum class Kind : std::uint8_t { load, store, atomic };

  /// Whether another access, or exchange between lanes, issued just before.
  bool crowded(std::uint64_t cycle) const {
    return last_issue_ && cycle <= *last_issue_ + static_cast<std::uint64_t>(rule_.crowd_within);
  }
  void issued(std::uint64_t cycle) { last_issue_ = cycle; }

  /// An access that issued at `cycle` and has `wavefronts`. Cycles by which it ends later than one of a
  /// single wavefront that waits for nothing.
  std::uint64_t serve(Kind kind, std::uint64_t cycle, int wavefronts);

 private:
  const SharedMemoryTiming& rule_;
  std::uint64_t free_ = 0;
  std::optional<std::uint64_t> last_issue_;
};

}  // namespace reconverge::timing
