// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "emulator/unknown/unknown_values.hpp"

namespace reconverge::observers {

/// What the warps of a block have changed of its shared and of global memory since the last block barrier; one for all
/// of its warps. The number of block barriers that a warp has passed is its phase: all warps pass the same ones.
struct ChangedMemory {
  /// A bit for each warp of the block.
  using Warps = std::uint32_t;
  static constexpr std::size_t page_bytes = 128;
  static constexpr std::uint16_t not_written = 0x100;
  struct Page {
    std::uint32_t phase = 0;  ///< of the last write
    Warps changed_by = 0;     ///< in that phase
    /// By byte: the warps for which it is as they left it, or as it was at the barrier.
    std::array<Warps, page_bytes> left_by{};
    std::array<std::uint16_t, page_bytes> values{};
  };
  std::unordered_map<std::uint64_t, Page> pages;  ///< by number; those of shared memory have the highest bit set
  std::shared_ptr<emulator::MarkedMemory> read_on = std::make_shared<emulator::MarkedMemory>();  ///< what depends on it
  bool is_read = false;  ///< by a warp other than the one that changed it
};

/// Whether what a warp does depends on a byte that another one has changed with no block barrier between: then it
/// depends on the order of the warps. A byte is not changed by what writes the value that it has, and what warps write
/// alike is each warp's own. What is read so is followed like a value that is not known, until it decides where control
/// goes, which lanes take part, or which address is used. Warps have to run in the order of time.
class ForeignReads final : public emulator::Listener {
 public:
  using Code = emulator::UnknownValues::Code;
  /// Called with the row that depends on such a byte.
  using Found = std::function<void(std::uint32_t)>;

  /// The flow of values alone: clocks and words of the driver are taken to be known.
  static std::shared_ptr<const Code> code_of(const emulator::Executable& executable);

  /// @param number  of the warp in the block
  /// @param found   called once at most
  ForeignReads(const emulator::Executable& executable, std::shared_ptr<const Code> code, emulator::Warp& warp,
               ChangedMemory& changed, int number, Found found)
      : executable_(executable),
        warp_(warp),
        changed_(changed),
        own_(ChangedMemory::Warps{1} << number),
        found_(std::move(found)),
        values_(executable, std::move(code), changed.read_on, "") {}

  bool wants_issued() const override { return true; }
  /// Until a warp has read what another one changed none has a value that depends on it.
  std::uint32_t rows_at_once(std::uint32_t first, core::LaneMask) override {
    const bool follows = found_ != nullptr && changed_.is_read;
    return follows ? values_.rows_at_once(first) : std::numeric_limits<std::uint32_t>::max();
  }
  emulator::EventKinds hears() const override { return emulator::heard_by<ForeignReads>(); }
  void issued(const emulator::Issued& event) override;
  void accessed(const emulator::Accessed& event) override;
  void matched(const emulator::Matched& event) override;
  void transferred(const emulator::Transferred& event) override;

 private:
  const std::uint8_t* bytes_at(const emulator::Access& access, std::size_t lane);
  void write(std::uint64_t address, const std::uint8_t* bytes, std::size_t count);
  bool is_foreign(std::uint64_t address, std::size_t count) const;
  void depends(std::uint32_t index);

  const emulator::Executable& executable_;
  emulator::Warp& warp_;
  ChangedMemory& changed_;
  ChangedMemory::Warps own_;
  Found found_;
  emulator::UnknownValues values_;
  std::uint32_t phase_ = 0;
  bool is_followed_ = true;  ///< not behind a barrier of some of the warps, up to the next one of all
};

}  // namespace reconverge::observers
