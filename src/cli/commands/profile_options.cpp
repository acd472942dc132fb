// SPDX-License-Identifier: MIT
#include "cli/commands/profile_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "capture/capture.hpp"
#include "core/usage_error.hpp"
#include "injection/pattern.hpp"

namespace reconverge::cli {
namespace {

namespace fs = std::filesystem;
using core::Diagnostic;
using core::Failure;
using core::Result;

/// The whole text as a number without a sign; nothing if it is none, or too large.
std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "3", "1-3".
Result<LaunchRange> parse_launches(const std::string& text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = whole_number(std::string_view(text).substr(0, dash));
  const auto last = dash == text.size() ? first : whole_number(std::string_view(text).substr(dash + 1));
  if (!first || !last || *first == 0 || *last < *first)
    return core::usage_error(fmt::format("--launches '{}' is not a range of launches", text),
                             "a number from 1, or two: 1-3");
  return LaunchRange{*first, *last};
}

Result<core::Done> check_expression(const std::string& option, const std::string& text) {
  const injection::Pattern pattern(text);
  if (text.empty() || pattern.problem().empty()) return core::Done{};
  return core::usage_error(
      fmt::format("{} '{}' is not a regular expression: {}", option, text, pattern.problem()),
      fmt::format("POSIX extended syntax (regex(7)), searched for in the symbol: {} 'reduce|scan'", option));
}

/// "KERNEL", "KERNEL:3"; nothing: no kernel. What stands after the last colon belongs to the expression unless it looks
/// like a number: "ns::kernel".
Result<CapturedLaunch> parse_capture(const std::string& text) {
  constexpr const char* form = "KERNEL or KERNEL:LAUNCH, numbers from 1: --capture 'reduce:3'";
  if (text.empty()) return CapturedLaunch{};
  CapturedLaunch launch{.kernel = text};
  const auto colon = text.rfind(':');
  const std::string_view after = colon == std::string::npos ? "x" : std::string_view(text).substr(colon + 1);
  const bool is_number =
      after.empty() || std::isdigit(static_cast<unsigned char>(after[0])) != 0 || after[0] == '-' || after[0] == '+';
  if (is_number) {
    const auto index = whole_number(after);
    if (!index || *index == 0)
      return core::usage_error(fmt::format("--capture '{}' does not end in the number of a launch", text), form);
    launch = {.kernel = text.substr(0, colon), .index = *index};
  }
  if (launch.kernel.empty()) return core::usage_error("--capture names no kernel", form);
  if (auto fits = check_expression("--capture", launch.kernel); !fits) return fits.error();
  return launch;
}

/// What a unit stands for, by its letters in any case; 0 if there is no such unit.
std::uint64_t unit_of(std::string_view letters) {
  std::string unit;
  for (const char letter : letters) unit += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  constexpr std::string_view prefixes = "kmgt";
  if (unit.empty() || unit == "b") return 1;
  const auto power = prefixes.find(unit.front());
  unit.erase(0, 1);
  const bool is_binary = unit == "i" || unit == "ib";
  if (power == std::string::npos || !(is_binary || unit.empty() || unit == "b")) return 0;
  std::uint64_t value = 1;
  for (std::size_t i = 0; i <= power; ++i) value *= is_binary ? 1024 : 1000;
  return value;
}

/// "4GB", "512MiB", "1000".
Result<std::uint64_t> parse_size(const std::string& text) {
  const std::size_t letters = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = whole_number(std::string_view(text).substr(0, letters));
  const std::size_t unit_at = std::min(text.find_first_not_of(' ', letters), text.size());
  const std::uint64_t unit = unit_of(std::string_view(text).substr(unit_at));
  if (!number || unit == 0)
    return core::usage_error(fmt::format("--max-bytes '{}' is not a size", text), "for instance 512MiB or 2GB");
  if (*number > capture::most_memory_bytes / unit)
    return core::usage_error(fmt::format("--max-bytes {} is more than a capture can hold", text),
                             fmt::format("at most {}GiB", capture::most_memory_bytes >> 30));
  return *number * unit;
}

/// Whether the options go together.
Result<core::Done> check_roles(const ProfileOptions& options) {
  if (!options.capture.empty() && !options.from.empty())
    return core::usage_error("--capture needs an application that runs; --from runs none");
  if (options.from.empty() == options.application.empty())
    return core::usage_error(
        options.from.empty() ? "no application is given" : "--from reads what an application left, and runs none",
        "reconverge profile -- ./application ARGUMENTS, or --from FOLDER");
  if (!options.application.empty() && options.application.front().empty())
    return core::usage_error("the name of the application is empty", "reconverge profile -- ./application ARGUMENTS");
  if (!options.from.empty() && !options.keep.empty()) return core::usage_error("--keep and --from exclude each other");
  std::error_code error;
  if (options.from.empty() || fs::is_directory(options.from, error)) return core::Done{};
  const bool is_other = !error || error == std::errc::no_such_file_or_directory;
  return Diagnostic{.failure = Failure::environment,
                    .message = is_other ? fmt::format("{} is not a folder", options.from)
                                        : fmt::format("cannot read {}: {}", options.from, error.message()),
                    .hint = "the one that --keep named"};
}

}  // namespace

std::vector<std::string>::const_iterator dashes_of(const std::vector<std::string>& words) {
  return std::find(std::find(words.begin(), words.end(), "profile"), words.end(), "--");
}

Result<ProfileRequest> read_options(const ProfileOptions& options) {
  ProfileRequest request;
  if (auto fits = check_expression("--kernel", options.kernel); !fits) return fits.error();
  const auto captured = parse_capture(options.capture);
  if (!captured) return captured.error();
  if (auto fits = check_roles(options); !fits) return fits.error();
  const auto launches = parse_launches(options.launches);
  if (!launches) return launches.error();
  if (!options.max_bytes.empty()) {
    const auto bytes = parse_size(options.max_bytes);
    if (!bytes) return bytes.error();
    request.max_bytes = *bytes;
  }
  const auto lines = whole_number(options.lines);
  if (!lines) return core::usage_error(fmt::format("--lines '{}' is not a number of lines", options.lines), "from 0");
  request.launches = *launches;
  request.captured = *captured;
  request.lines = *lines;
  return request;
}

}  // namespace reconverge::cli
