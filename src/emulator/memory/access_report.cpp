// SPDX-License-Identifier: MIT
#include "emulator/memory/access_report.hpp"
#include "emulator/memory/constant_hint.hpp"

#include <fmt/core.h>

#include <bit>

#include "emulator/memory/resident_limit.hpp"

namespace reconverge::emulator {
namespace {

using core::Diagnostic;

struct Explanation {
  std::string neighbourhood;
  std::string hint;
};

std::string bytes_text(std::uint64_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

Explanation explain_global(const GlobalMemory& memory, std::uint64_t address, std::uint64_t bytes) {
  if (const auto* part = memory.withheld(address, bytes)) return {part->why, part->hint};
  if (memory.resident_bytes() >= most_resident_bytes)
    return {fmt::format("the code has written to {} MiB of pages, and no more are kept", most_resident_bytes >> 20),
            "look for a pointer that grows without end; --arg gives the code buffers of its own"};
  const auto* nearest = memory.nearest(address);
  if (nearest == nullptr) return {"the launch has no buffer", "give the buffers: --arg 'i32[32]=0'"};
  const std::string what =
      fmt::format("{} ({} at 0x{:x})", nearest->name, bytes_text(nearest->bytes.size()), nearest->address);
  const std::string hint = "check the index, the guard of the access, and the size and order of the --arg buffers";
  if (address < nearest->address)
    return {fmt::format("{} before {}", bytes_text(nearest->address - address), what), hint};
  if (address == nearest->end()) return {"directly past the end of " + what, hint};
  if (address >= nearest->end())
    return {fmt::format("{} past the end of {}", bytes_text(address - nearest->end()), what), hint};
  return {fmt::format("it runs past the end of {}", what), hint};
}

Explanation explain_outside(const Warp& warp, std::uint64_t address, int bank) {
  switch (warp.access.space) {
    case Space::global: return explain_global(warp.global(), address, warp.access.bytes);
    case Space::shared:
      return {fmt::format("the block's shared memory is 0x{:x} to 0x{:x}", warp.shared().first(), warp.shared().end()),
              "check the index; --shared BYTES sets its size, static and dynamic together"};
    case Space::local:
      return {fmt::format("a lane's local memory is 0x0 to 0x{:x}", warp.local.end()),
              "--stack BYTES sets its size; look for recursion without end"};
    case Space::constant:
      return {fmt::format("constant c[0x{:x}][0x{:x}] has no value", bank, address & ~std::uint64_t{3}),
              hint_for_constant(bank, static_cast<std::int64_t>(address & ~std::uint64_t{3}))};
  }
  return {};
}

std::string_view verb(const Access& access) {
  if (access.reads && access.writes) return "updates";
  return access.writes ? "writes" : "reads";
}

}  // namespace

Diagnostic fault_of_access(const Warp& warp, const std::string& mnemonic, int bank) {
  const Access& access = warp.access;
  const auto lane = static_cast<std::size_t>(std::countr_zero(access.faulting.bits()));
  const std::uint64_t address = access.address[lane];
  const bool misaligned = access.fault == AccessFault::misaligned;
  const bool without_value = access.space == Space::global && warp.global().withheld(address, access.bytes) != nullptr;
  const auto [neighbourhood, hint] = misaligned
                                         ? Explanation{fmt::format("the address is not a multiple of {}", access.bytes),
                                                       "check the type of the pointer, or the offset added to it"}
                                         : explain_outside(warp, address, bank);
  return {.failure = core::Failure::emulation,
          .message = fmt::format("{} {} {} of {} memory at 0x{:x} in lane {}, {}: {}; faulting lanes {}", mnemonic,
                                 verb(access), bytes_text(access.bytes), to_string(access.space), address, lane,
                                 misaligned      ? "misaligned"
                                 : without_value ? "without a value"
                                                 : "out of bounds",
                                 neighbourhood, to_string(access.faulting)),
          .hint = hint};
}

}  // namespace reconverge::emulator
