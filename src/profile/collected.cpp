// SPDX-License-Identifier: MIT
#include "profile/collected.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace reconverge::profile {
namespace {

using nlohmann::json;

std::array<std::uint64_t, 3> three(const json& list) {
  return {list.at(0).get<std::uint64_t>(), list.at(1).get<std::uint64_t>(), list.at(2).get<std::uint64_t>()};
}

/// [cubin, function, pc, then the six counts].
void add_instruction(const json& row, Launch& launch) {
  const auto count = [&](std::size_t index) { return row.at(3 + index).get<std::uint64_t>(); };
  launch.instructions[{row.at(0).get<std::string>(), row.at(1).get<std::string>(), row.at(2).get<std::uint32_t>()}] +=
      {count(0), count(1), count(2), count(3), count(4), count(5)};
}

Launch launch_of(const json& line) {
  Launch launch;
  launch.kernel = line.at("kernel").get<std::string>();
  launch.index = line.at("launch").get<std::uint64_t>();
  launch.grid = three(line.at("grid"));
  launch.block = three(line.at("block"));
  launch.dynamic_shared_bytes = line.at("dynamic_shared_bytes").get<std::uint64_t>();
  launch.device = line.at("device").get<std::uint64_t>();
  launch.seconds = line.at("seconds").get<double>();
  for (const json& row : line.at("instructions")) add_instruction(row, launch);
  return launch;
}

StoredCapture capture_of(const json& line) {
  return {.path = line.at("capture").get<std::string>(),
          .kernel = line.at("kernel").get<std::string>(),
          .index = line.at("launch").get<std::uint64_t>(),
          .bytes = line.at("bytes").get<std::uint64_t>(),
          .memory_bytes = line.at("memory_bytes").get<std::uint64_t>(),
          .allocations = line.at("allocations").get<std::uint64_t>(),
          .seconds = line.at("seconds").get<double>(),
          .notes = line.at("notes").get<std::vector<std::string>>()};
}

void add_line(const json& line, Collected& collected) {
  if (line.contains("failed")) {
    collected.problems.push_back(
        {line.at("failed").get<std::string>(), line.at("why").get<std::string>(), line.at("denied").get<bool>()});
  } else if (line.contains("capture")) {
    collected.captures.push_back(capture_of(line));
  } else if (line.contains("launches")) {
    for (const auto& [kernel, count] : line.at("launches").items())
      collected.totals[kernel] += count.get<std::uint64_t>();
  } else {
    collected.launches.push_back(launch_of(line));
  }
}

}  // namespace

core::Result<core::Done> add_process(std::string_view text, const std::string& source, Collected& collected) {
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      collected.cut.push_back(source);
      return core::Done{};
    }
    try {
      add_line(json::parse(text.substr(0, end)), collected);
    } catch (const json::exception&) {
      return core::Diagnostic{.failure = core::Failure::input,
                              .message = "this is not a line that the profiled application wrote",
                              .hint = "collect anew: reconverge profile --keep FOLDER -- APPLICATION",
                              .where = {source, number, 1}};
    }
    text.remove_prefix(end + 1);
  }
  return core::Done{};
}

}  // namespace reconverge::profile
