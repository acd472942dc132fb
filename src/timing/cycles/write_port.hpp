#pragma once

#include <array>
#include <cstdint>

namespace reconverge::timing {

/// The port by which results are written into the register file, a cycle for each register: rule 25 of
/// docs/model.md, "hopper-cycles". Who comes later in `Writer` waits for those before it.
enum class Writer : std::uint8_t { arithmetic, special, constants, shared, level_1, barriers };

class WritePort {
 public:
  /// Bits of the banks in which a register lies: bit 0 for the even ones, bit 1 for the odd ones.
  static constexpr std::uint8_t both_banks = 3;
  static constexpr std::uint8_t bank_of(std::uint8_t index) { return index % 2 == 0 ? 1 : 2; }

  /// A register of these banks is written in that cycle.
  void book(std::uint64_t cycle, std::uint8_t banks, Writer writer) {
    Cycle& booked = at(cycle);
    if (booked.cycle != cycle) booked = {.cycle = cycle};
    booked.banks[static_cast<std::size_t>(writer)] |= banks;
  }

  bool is_taken(std::uint64_t cycle, std::uint8_t banks, Writer writer) const {
    const Cycle& booked = cycles_[cycle % cycles_.size()];
    if (booked.cycle != cycle) return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(writer); ++i)
      if ((booked.banks[i] & banks) != 0) return true;
    return false;
  }

 private:
  struct Cycle {
    std::uint64_t cycle = 0;
    std::array<std::uint8_t, 8> banks{};  ///< by writer; a whole word, which is cleared at once
  };
  Cycle& at(std::uint64_t cycle) { return cycles_[cycle % cycles_.size()]; }

  std::array<Cycle, 512> cycles_{};  ///< longer than any result takes but those of conflicts, which find nothing
};

}  // namespace reconverge::timing
