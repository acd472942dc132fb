// SPDX-License-Identifier: MIT
#include "capture/head.hpp"

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <functional>
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

/// Values of one part. So many take some 100 MB; a launch with its list of memory has a few thousand.
constexpr std::size_t most_values = 1'000'000;

json parse(const std::string& text) {
  std::size_t values = 0;
  // A key or a value costs memory as it is read, not when it is asked for.
  return json::parse(text, [&](int, json::parse_event_t event, json&) {
    using Event = json::parse_event_t;
    if (event != Event::object_end && event != Event::array_end && ++values > most_values)
      throw Wrong{fmt::format("it has more than {} values", most_values)};
    return true;
  });
}

Result<core::Done> outcome_of(const char* section, const std::string& source, const std::function<void()>& read) {
  std::string what;
  try {
    read();
    return core::Done{};
  } catch (const json::exception& error) {
    what = error.what();
  } catch (const Wrong& wrong) {
    what = wrong.what;
  }
  return broken(fmt::format("section {} of the capture: {}", section, what), source);
}

/// Takes the rows of counters as they come, since there may be many: [cubin, function, pc, six counts]. What is of
/// another form is refused at once.
class CounterRows : public json::json_sax_t {
 public:
  explicit CounterRows(std::vector<Counted>& rows) : rows_(rows) {}

  bool null() override { return wrong(); }
  bool boolean(bool) override { return wrong(); }
  bool number_integer(number_integer_t) override { return wrong(); }
  bool number_float(number_float_t, const string_t&) override { return wrong(); }
  bool binary(binary_t&) override { return wrong(); }
  bool start_object(std::size_t) override { return wrong(); }
  bool key(string_t&) override { return wrong(); }
  bool end_object() override { return wrong(); }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
    throw Wrong{fmt::format("it is no JSON at byte {}", at)};
  }
  bool start_array(std::size_t) override {
    if (++depth_ > 2 || column_ != 0) return wrong();
    if (depth_ == 2 && rows_.size() >= most_rows) throw Wrong{fmt::format("it has more than {} rows", most_rows)};
    return true;
  }
  bool end_array() override {
    if (--depth_ == 0) return true;
    if (column_ != columns) return wrong();
    finish();
    column_ = 0;
    return true;
  }
  bool string(string_t& text) override {
    if (depth_ != 2 || column_ > 1) return wrong();
    if (column_++ == 1) row_.function = std::move(text);
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (depth_ != 2 || column_ < 2 || column_ >= columns) return wrong();
    constexpr std::uint64_t most_pc = 0xFFFF'FFFF;
    if (value > (column_ == 2 ? most_pc : most_count)) throw Wrong{fmt::format("{} is no count of a card", value)};
    numbers_[column_++ - 2] = value;
    return true;
  }

 private:
  static constexpr std::size_t columns = 9, most_rows = std::size_t{1} << 20;
  /// So that sums and differences stay integers, also signed ones.
  static constexpr std::uint64_t most_count = std::uint64_t{1} << 60;

  bool wrong() const {
    throw Wrong{fmt::format("row {} is not of two names, an address and counts", rows_.size() + 1)};
  }
  void finish() {
    row_.pc = static_cast<std::uint32_t>(numbers_[0]);
    row_.counts = {.warp_instructions = numbers_[1],
                   .thread_instructions = numbers_[2],
                   .thread_instructions_true = numbers_[3],
                   .branches = numbers_[4],
                   .divergent = numbers_[5],
                   .uniform = 0};
    const core::CardCounts& counts = row_.counts;
    if (counts.thread_instructions_true > counts.thread_instructions ||
        (counts.thread_instructions + core::lane_count - 1) / core::lane_count > counts.warp_instructions)
      throw Wrong{fmt::format("row {} has more lanes than its warp instructions", rows_.size() + 1)};
    rows_.push_back(std::move(row_));
    row_ = {};
  }

  std::vector<Counted>& rows_;
  Counted row_;
  std::array<std::uint64_t, columns - 2> numbers_{};
  std::size_t depth_ = 0, column_ = 0;
};

}  // namespace

Result<core::Done> read_head(const std::string& text, const std::string& source, Capture& capture) {
  return outcome_of("HEAD", source, [&] {
    const json head = parse(text);
    read_launch(head, capture);
    read_parameters(head, capture);
    read_memory(head, capture);
  });
}

Result<core::Done> read_counters(const std::string& text, const std::string& source, Capture& capture) {
  return outcome_of("CNTR", source, [&] {
    CounterRows rows(capture.counters);
    json::sax_parse(text, &rows);
  });
}

Result<core::Done> read_ending(const std::string& text, const std::string& source, Capture& capture) {
  return outcome_of("DONE", source, [&] {
    const json ending = parse(text);
    if (ending.at("completed").get<bool>()) return;
    capture.not_completed_because = ending.at("why").get<std::string>();
    if (capture.not_completed_because.empty()) capture.not_completed_because = "the capture gives no reason";
  });
}

}  // namespace reconverge::capture
