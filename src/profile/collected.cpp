// SPDX-License-Identifier: MIT
#include "profile/collected.hpp"

#include <fmt/core.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/lane_mask.hpp"

namespace reconverge::profile {
namespace {

using nlohmann::json;

/// So that sums of lane slots, and their product with the cycles of a hand-over, stay integers. A whole GPU takes hours
/// for as many.
constexpr std::uint64_t most_count = std::uint64_t{1} << 55;
constexpr std::uint64_t most_number = (std::uint64_t{1} << 63) - 1;

/// What is wrong in a line; thrown within this file alone.
struct Wrong {
  std::string what;
};

/// A whole number that is not negative, as it stands.
std::uint64_t number(const json& value, std::uint64_t least = 0, std::uint64_t most = most_number) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least || value.get<std::uint64_t>() > most)
    throw Wrong{fmt::format("{} is not a whole number from {} to {}",
                            value.is_primitive() ? value.dump() : value.type_name(), least, most)};
  return value.get<std::uint64_t>();
}

double seconds_in(const json& line) {
  const double seconds = line.at("seconds").get<double>();
  constexpr double most_seconds = 1e9;
  if (!(seconds >= 0 && seconds <= most_seconds)) throw Wrong{fmt::format("{} are no seconds", seconds)};
  return seconds;
}

std::array<std::uint64_t, 3> three(const json& list) {
  constexpr std::uint64_t most = 0xFFFF'FFFF;
  return {number(list.at(0), 0, most), number(list.at(1), 0, most), number(list.at(2), 0, most)};
}

/// It is part of the name of a file.
std::string cubin_in(const json& value) {
  const std::string cubin = value.get<std::string>();
  if (cubin.size() != 8 || cubin.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw Wrong{"the checksum of a cubin is not of eight hexadecimal digits"};
  return cubin;
}

/// Adds to a sum whose parts have each been checked.
void add_checked(const core::CardCounts& counts, core::CardCounts& sum) {
  sum += counts;
  for (const std::uint64_t one : {sum.warp_instructions, sum.branches, sum.divergent, sum.uniform})
    if (one > most_count) throw Wrong{"the counts are larger than a card's"};
}

/// [cubin, function, pc, then the six counts].
void add_instruction(const json& row, Launch& launch, core::CardCounts& sum) {
  const auto count = [&](std::size_t index) { return number(row.at(3 + index), 0, core::lane_count * most_count); };
  const core::CardCounts counts{count(0), count(1), count(2), count(3), count(4), count(5)};
  add_checked(counts, sum);
  if (counts.thread_instructions > core::lane_count * counts.warp_instructions ||
      counts.thread_instructions_true > counts.thread_instructions)
    throw Wrong{fmt::format("{} warp instructions have no {} active lanes, {} of them executing",
                            counts.warp_instructions, counts.thread_instructions, counts.thread_instructions_true)};
  constexpr std::uint64_t most_pc = 0xFFFF'FFFF;
  launch.instructions[{cubin_in(row.at(0)), row.at(1).get<std::string>(),
                       static_cast<std::uint32_t>(number(row.at(2), 0, most_pc))}] += counts;
}

Launch launch_of(const json& line, core::CardCounts& sum) {
  Launch launch;
  launch.kernel = line.at("kernel").get<std::string>();
  launch.index = number(line.at("launch"), 1);
  launch.grid = three(line.at("grid"));
  launch.block = three(line.at("block"));
  launch.dynamic_shared_bytes = number(line.at("dynamic_shared_bytes"));
  launch.device = number(line.at("device"));
  launch.seconds = seconds_in(line);
  for (const json& row : line.at("instructions")) add_instruction(row, launch, sum);
  return launch;
}

StoredCapture capture_of(const json& line) {
  return {.path = line.at("capture").get<std::string>(),
          .kernel = line.at("kernel").get<std::string>(),
          .index = number(line.at("launch"), 1),
          .bytes = number(line.at("bytes")),
          .memory_bytes = number(line.at("memory_bytes")),
          .allocations = number(line.at("allocations")),
          .seconds = seconds_in(line),
          .notes = line.at("notes").get<std::vector<std::string>>()};
}

/// "FOLDER/process-NUMBER.jsonl".
std::optional<std::uint64_t> process_of(const std::string& source) {
  const std::string_view prefix = "process-";
  const auto at = source.rfind(prefix);
  std::uint64_t number = 0;
  if (at == std::string::npos) return std::nullopt;
  const char* const begin = source.data() + at + prefix.size();
  const auto read = std::from_chars(begin, source.data() + source.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

void add_line(const json& line, std::optional<std::uint64_t> process, Collected& collected) {
  if (line.contains("failed")) {
    collected.problems.push_back(
        {line.at("failed").get<std::string>(), line.at("why").get<std::string>(), line.at("denied").get<bool>()});
  } else if (line.contains("capture")) {
    collected.captures.push_back(capture_of(line));
  } else if (line.contains("launches")) {
    for (const auto& [kernel, count] : line.at("launches").items())
      if ((collected.totals[kernel] += number(count, 0, most_count)) > most_count)
        throw Wrong{"there are more launches than a card can run"};
  } else {
    Launch launch = launch_of(line, collected.counts);
    launch.process = process;
    collected.launches.push_back(std::move(launch));
  }
}

}  // namespace

core::Result<core::Done> add_process(std::string_view text, const std::string& source, Collected& collected) {
  const auto process = process_of(source);
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      collected.cut.push_back(source);
      return core::Done{};
    }
    std::string what;
    try {
      add_line(json::parse(text.substr(0, end)), process, collected);
    } catch (const json::exception&) {
      what = "it is cut, or has another form";
    } catch (const Wrong& wrong) {
      what = wrong.what;
    }
    if (!what.empty())
      return core::Diagnostic{.failure = core::Failure::input,
                              .message = "this is not a line that the profiled application wrote: " + what,
                              .hint = "collect anew: reconverge profile --keep FOLDER -- APPLICATION",
                              .where = {source, number, 1}};
    text.remove_prefix(end + 1);
  }
  return core::Done{};
}

}  // namespace reconverge::profile
