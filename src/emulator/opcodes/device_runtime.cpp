// SPDX-License-Identifier: MIT
#include "emulator/opcodes/device_runtime.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/each_lane.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"
#include "emulator/opcodes/printf_text.hpp"

/// The operations of launch/runtime_functions.cpp. Lanes take their turns in ascending order.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

constexpr std::size_t longest_text = std::size_t{1} << 20;

/// A byte at a generic address of a lane; null if no memory is there.
const std::uint8_t* byte_at(Warp& warp, std::size_t lane, std::uint64_t address) {
  const Place place = warp.windows.place_of(address);
  switch (place.space) {
    case Space::shared: return warp.shared().find(place.address, 1);
    case Space::local: return warp.local.find(lane, place.address, 1);
    default: return warp.global().readable(place.address, 1);
  }
}

/// A text up to its zero byte.
std::optional<std::string> text_at(Warp& warp, std::size_t lane, std::uint64_t address) {
  std::string text;
  for (const std::uint8_t* byte = nullptr; text.size() < longest_text; text += static_cast<char>(*byte)) {
    byte = byte_at(warp, lane, address + text.size());
    if (byte == nullptr) return std::nullopt;
    if (*byte == 0) return text;
  }
  return text;
}

std::optional<std::uint64_t> number_at(Warp& warp, std::size_t lane, std::uint64_t address, unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const std::uint8_t* byte = byte_at(warp, lane, address + i);
    if (byte == nullptr) return std::nullopt;
    value |= std::uint64_t{*byte} << (8 * i);
  }
  return value;
}

/// VPRINTF d, format, arguments: d = how many arguments were taken; -1 without a format.
void print(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PairSource format(warp, instruction, 0), arguments(warp, instruction, 1);
  LaneVector result{};
  for_each_lane(chosen, [&](std::size_t lane) {
    const auto text = format[lane] == 0 ? std::nullopt : text_at(warp, lane, format[lane]);
    result[lane] = ~std::uint32_t{0};
    if (!text) return;
    const std::uint64_t first = arguments[lane];
    const PrintedText printed = format_printf(
        *text, [&](std::uint64_t offset, unsigned bytes) { return number_at(warp, lane, first + offset, bytes); },
        [&](std::uint64_t address) { return text_at(warp, lane, address); });
    result[lane] = static_cast<std::uint32_t>(printed.arguments);
    if (warp.global().runtime) warp.global().runtime->print(printed.text);
  });
  write(warp, instruction, result, chosen);
}

/// ASSERTFAIL message, file, line, function, return: notes them, once for lanes that say the same.
void fail(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (!warp.global().runtime) return;
  const PairSource message(warp, instruction, 0), file(warp, instruction, 1), function(warp, instruction, 3),
      back(warp, instruction, 4);
  const LaneVector& line = plain_source(warp, instruction, 2);
  std::vector<FailedAssertion> failed;
  for_each_lane(chosen, [&](std::size_t lane) {
    FailedAssertion assertion{.message = text_at(warp, lane, message[lane]).value_or("?"),
                              .file = text_at(warp, lane, file[lane]).value_or("?"),
                              .function = text_at(warp, lane, function[lane]).value_or("?"),
                              .line = line[lane],
                              .lanes = LaneMask(lane_bit[lane]),
                              .first_thread = warp.first_thread,
                              .return_address = back[lane]};
    const auto same = std::ranges::find_if(
        failed, [&](const FailedAssertion& other) { return to_string(other) == to_string(assertion); });
    if (same == failed.end()) failed.push_back(std::move(assertion));
    else same->lanes = same->lanes | assertion.lanes;
  });
  for (FailedAssertion& assertion : failed) warp.global().runtime->fail(std::move(assertion));
}

/// MALLOC d, bytes.
void allocate(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PairSource bytes(warp, instruction, 0);
  LanePair result{};
  for_each_lane(chosen, [&](std::size_t lane) {
    result.set(lane, warp.global().runtime ? warp.global().runtime->allocate(bytes[lane]) : 0);
  });
  write_pair(warp, instruction, result, chosen);
}

/// FREE address; that of no block is left alone, as null is.
void release(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PairSource address(warp, instruction, 0);
  for_each_lane(chosen, [&](std::size_t lane) {
    if (warp.global().runtime && address[lane] != 0) warp.global().runtime->release(address[lane]);
  });
}

template <DataOperation operation> DataOperation select(Modifiers&, const sass::Instruction&) { return operation; }

constexpr std::array rows = {
    Opcode{"VPRINTF", "dSS", select<print>},
    Opcode{"ASSERTFAIL", "SSsSS", select<fail>},
    Opcode{"MALLOC", "DS", select<allocate>},
    Opcode{"FREE", "S", select<release>},
};

}  // namespace

std::span<const Opcode> device_runtime_opcodes() { return rows; }

bool prints(const DecodedInstruction& instruction) { return instruction.execute == print; }

std::optional<PrintedArguments> printed_arguments(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (!prints(instruction)) return std::nullopt;
  constexpr std::uint64_t largest_argument = 8;
  const PairSource format(warp, instruction, 0), arguments(warp, instruction, 1);
  PrintedArguments read;
  for_each_lane(chosen, [&](std::size_t lane) {
    const auto text = format[lane] == 0 ? std::nullopt : text_at(warp, lane, format[lane]);
    const Place place = warp.windows.place_of(arguments[lane]);
    if (!text || place.space != Space::local) return;
    read.address[lane] = place.address;
    const auto taken = static_cast<std::uint64_t>(
        std::ranges::count_if(*text, [](char letter) { return letter == '%' || letter == '*'; }));
    read.bytes = std::max(read.bytes, largest_argument * taken);
  });
  return read;
}

}  // namespace reconverge::emulator
