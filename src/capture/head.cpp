// SPDX-License-Identifier: MIT
#include "capture/head.hpp"

#include <cstdint>

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace reconverge::capture {
namespace {

using core::Result;
using nlohmann::json;

/// Of any architecture.
constexpr std::array<std::uint32_t, 3> most_blocks{0x7FFF'FFFF, 65535, 65535}, most_threads{1024, 1024, 64};
constexpr std::uint64_t most_threads_of_block = 1024, most_parameter_bytes = 32764, most_shared_bytes = 256 * 1024,
                        most_stack_bytes = 512 * 1024, least_stack_bytes = 16 * 1024;

/// An error in a section; thrown within this file alone.
struct Wrong {
  std::string what;
};

std::uint64_t number_in(const json& object, const char* key, std::uint64_t most) {
  const json& value = object.at(key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
    throw Wrong{fmt::format("'{}' is not a number up to {}", key, most)};
  return value.get<std::uint64_t>();
}

std::array<std::uint32_t, 3> extent_in(const json& object, const char* key, const std::array<std::uint32_t, 3>& most) {
  const json& list = object.at(key);
  if (!list.is_array() || list.size() != 3) throw Wrong{fmt::format("'{}' does not have three sizes", key)};
  std::array<std::uint32_t, 3> extent{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!list[i].is_number_unsigned() || list[i].get<std::uint64_t>() == 0 || list[i].get<std::uint64_t>() > most[i])
      throw Wrong{fmt::format("'{}' is not of sizes from 1 to {}", key, most[i])};
    extent[i] = list[i].get<std::uint32_t>();
  }
  return extent;
}

std::string bytes_in(const std::string& digits) {
  const auto value = [](char digit) -> int {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    throw Wrong{"'parameter_bytes' is not hexadecimal"};
  };
  if (digits.size() % 2 != 0) throw Wrong{"'parameter_bytes' ends within a byte"};
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(value(digits[i]) << 4 | value(digits[i + 1]));
  return bytes;
}

void read_parameters(const json& head, Capture& capture) {
  capture.parameter_bytes = bytes_in(head.at("parameter_bytes").get<std::string>());
  if (capture.parameter_bytes.size() > most_parameter_bytes) throw Wrong{"there are too many bytes of parameters"};
  std::uint64_t end = 0;
  for (const json& entry : head.at("parameters")) {
    const Parameter parameter{number_in(entry, "offset", most_parameter_bytes),
                              number_in(entry, "bytes", most_parameter_bytes)};
    if (parameter.offset < end || parameter.offset + parameter.bytes > capture.parameter_bytes.size())
      throw Wrong{"a parameter does not lie among the bytes of all"};
    end = parameter.offset + parameter.bytes;
    capture.parameters.push_back(parameter);
  }
}

void read_memory(const json& head, Capture& capture) {
  for (const json& entry : head.at("memory"))
    capture.origins.push_back({number_in(entry, "address", ~std::uint64_t{0}),
                               number_in(entry, "bytes", ~std::uint64_t{0}), entry.at("kind").get<std::string>(),
                               entry.value("name", std::string())});
}

void read_launch(const json& head, Capture& capture) {
  if (head.at("format") != "reconverge.capture") throw Wrong{"'format' is not reconverge.capture"};
  capture.kernel = head.at("kernel").get<std::string>();
  capture.index = number_in(head, "launch", ~std::uint64_t{0});
  capture.grid = extent_in(head, "grid", most_blocks);
  capture.block = extent_in(head, "block", most_threads);
  if (std::uint64_t{capture.block[0]} * capture.block[1] * capture.block[2] > most_threads_of_block)
    throw Wrong{fmt::format("a block has more than {} threads", most_threads_of_block)};
  capture.shared_bytes = number_in(head, "dynamic_shared_bytes", most_shared_bytes) +
                         number_in(head, "static_shared_bytes", most_shared_bytes);
  if (capture.shared_bytes > most_shared_bytes) throw Wrong{"a block has too much shared memory"};
  const std::uint64_t stack =
      number_in(head, "local_bytes", most_stack_bytes) + number_in(head, "stack_bytes", most_stack_bytes);
  capture.stack_bytes = std::clamp(stack / 16 * 16, least_stack_bytes, most_stack_bytes);
  capture.device = head.at("device").get<std::string>();
  capture.notes = head.at("notes").get<std::vector<std::string>>();
}

template <typename Read>
Result<core::Done> guarded(const char* section, const std::string& text, const std::string& source, Read read) {
  std::string what;
  try {
    read(json::parse(text));
    return core::Done{};
  } catch (const json::exception& error) {
    what = error.what();
  } catch (const Wrong& wrong) {
    what = wrong.what;
  }
  return broken(fmt::format("section {} of the capture: {}", section, what), source);
}

}  // namespace

Result<core::Done> read_head(const std::string& text, const std::string& source, Capture& capture) {
  return guarded("HEAD", text, source, [&](const json& head) {
    read_launch(head, capture);
    read_parameters(head, capture);
    read_memory(head, capture);
  });
}

Result<core::Done> read_counters(const std::string& text, const std::string& source, Capture& capture) {
  return guarded("CNTR", text, source, [&](const json& rows) {
    for (const json& row : rows) {
      const auto count = [&](std::size_t index) { return row.at(index).get<std::uint64_t>(); };
      capture.counters.push_back({.function = row.at(1).get<std::string>(),
                                  .pc = row.at(2).get<std::uint32_t>(),
                                  .counts = {.warp_instructions = count(3),
                                             .thread_instructions = count(4),
                                             .thread_instructions_true = count(5),
                                             .branches = count(6),
                                             .divergent = count(7),
                                             .uniform = 0}});
    }
  });
}

Result<core::Done> read_ending(const std::string& text, const std::string& source, Capture& capture) {
  return guarded("DONE", text, source, [&](const json& ending) {
    if (!ending.at("completed").get<bool>()) capture.not_completed_because = ending.at("why").get<std::string>();
  });
}

}  // namespace reconverge::capture
