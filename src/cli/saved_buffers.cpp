// SPDX-License-Identifier: MIT
#include "cli/saved_buffers.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/npy.hpp"
#include "core/usage_error.hpp"

namespace reconverge::cli {
namespace {

core::Diagnostic wrong_option(const std::string& option, std::string_view what) {
  return core::usage_error(
      fmt::format("--save '{}': {}", option, what),
      "--save 1=out.npy for argument 1, --save 0.1=out.bin for what member 1 of argument 0 points to, "
      "--save counter=out.npy for a device variable");
}

bool names_argument(const std::string& name) { return name.find_first_not_of("0123456789.") == std::string::npos; }

std::string bytes_of_file(const emulator::Buffer& buffer, const std::string& path) {
  return is_npy(path) ? to_npy(buffer) : std::string(buffer.bytes.begin(), buffer.bytes.end());
}

}  // namespace

core::Result<core::Done> SavedBuffers::add(const std::string& option) {
  const auto equals = option.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == option.size())
    return wrong_option(option, "not of the form NAME=FILE");
  Saved saved{option, option.substr(0, equals), option.substr(equals + 1)};
  if (is_standard_output(saved.path)) return wrong_option(option, "a buffer goes to a file of its own");
  const bool is_twice = std::ranges::any_of(all_, [&](const Saved& other) { return other.name == saved.name; });
  if (is_twice) return wrong_option(option, fmt::format("{} is saved twice", saved.name));
  all_.push_back(std::move(saved));
  return core::Done{};
}

std::vector<std::string> SavedBuffers::paths() const {
  std::vector<std::string> paths;
  for (const Saved& saved : all_) paths.push_back(saved.path);
  return paths;
}

std::vector<std::string> SavedBuffers::variables() const {
  std::vector<std::string> names;
  for (const Saved& saved : all_)
    if (!names_argument(saved.name)) names.push_back(saved.name);
  return names;
}

core::Result<core::Done> SavedBuffers::check(const emulator::Launch& launch) const {
  const auto names = emulator::names_of_buffers(launch);
  for (const Saved& saved : all_)
    if (names_argument(saved.name) && std::ranges::find(names, saved.name) == names.end())
      return wrong_option(saved.option, fmt::format("argument {} is not a buffer", saved.name));
  return core::Done{};
}

core::Result<core::Done> SavedBuffers::open() {
  for (Saved& saved : all_) {
    auto file = OutputFile::open(saved.path);
    if (!file) return file.error();
    saved.file.push_back(std::move(file).value());
  }
  return core::Done{};
}

core::Result<core::Done> SavedBuffers::write(std::span<const emulator::BufferAfter> buffers) {
  for (Saved& saved : all_) {
    const auto after =
        std::ranges::find_if(buffers, [&](const emulator::BufferAfter& each) { return each.name() == saved.name; });
    if (after == buffers.end() || saved.file.empty()) continue;
    if (!after->unknown.empty())
      return core::Diagnostic{
          .failure = core::Failure::check,
          .message = fmt::format("--save '{}': elements {} to {} are not known, so the file is not written",
                                 saved.option, after->unknown.front().first, after->unknown.back().last),
          .hint = "they depend on a value that is not known: " + after->unknown_because};
    if (auto written = saved.file.front().commit(bytes_of_file(after->buffer, saved.path)); !written) return written;
    saved.file.clear();
  }
  return core::Done{};
}

}  // namespace reconverge::cli
