// SPDX-License-Identifier: MIT
#include "capture/capture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "capture/head.hpp"
#include "capture/sections.hpp"
#include "injection/container.hpp"

namespace reconverge::capture {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

/// The launch has to fit into memory, and is copied once.
constexpr std::uint64_t most_bytes = std::uint64_t{8} << 30;

constexpr std::string_view listing_tag = "TEXT";

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

Result<core::Done> read_memory(const std::string& content, const std::string& source, Capture& capture) {
  std::vector<emulator::CapturedMemory::Piece> pieces;
  std::map<std::string, std::uint64_t> variables;
  std::size_t at = 0;
  for (const Origin& origin : capture.origins) {
    if (origin.bytes > content.size() - at) return broken("the capture has less memory than it lists", source);
    pieces.push_back({origin.address,
                      origin.name.empty() ? origin.kind : origin.name,
                      {content.begin() + static_cast<std::ptrdiff_t>(at),
                       content.begin() + static_cast<std::ptrdiff_t>(at + origin.bytes)}});
    at += origin.bytes;
    if (!origin.name.empty()) variables[origin.name] = origin.address;
  }
  if (at != content.size()) return broken("the capture has more memory than it lists", source);
  auto memory = emulator::CapturedMemory::make(std::move(pieces), std::move(variables));
  if (!memory) return broken(memory.error().message, source);
  capture.memory = std::make_shared<const emulator::CapturedMemory>(std::move(memory).value());
  return core::Done{};
}

Result<core::Done> read_changes(std::string_view content, const std::string& source, Capture& capture) {
  constexpr std::size_t head_bytes = 2 * sizeof(std::uint64_t);
  while (!content.empty()) {
    if (content.size() < head_bytes) return broken("the capture ends within a change of memory", source);
    const std::uint64_t address = number_at(content, 0), bytes = number_at(content, sizeof(std::uint64_t));
    content.remove_prefix(head_bytes);
    if (bytes > content.size() || !capture.memory->bytes_at(address, bytes))
      return broken(
          fmt::format("the launch changed {} bytes at 0x{:x}, which the capture does not hold", bytes, address),
          source);
    capture.changes.push_back({address, std::string(content.substr(0, bytes))});
    content.remove_prefix(bytes);
  }
  std::ranges::sort(capture.changes, {}, &Change::address);
  return core::Done{};
}

}  // namespace

bool is_capture(std::string_view file) { return file.starts_with(injection::capture_magic); }

Result<Capture> read_capture(std::string_view file, const std::string& source) {
  if (!is_capture(file)) return broken("this is not a capture", source);
  std::uint32_t version = 0;
  if (file.size() < injection::capture_magic.size() + 2 * sizeof version) return broken("the capture is cut", source);
  std::memcpy(&version, file.data() + injection::capture_magic.size(), sizeof version);
  if (version != injection::capture_version)
    return broken(fmt::format("the capture is of version {}; version {} is read", version, injection::capture_version),
                  source);
  auto read = read_sections(file, source, most_bytes);
  if (!read) return read.error();
  Sections& sections = *read;
  for (const std::string_view tag : {injection::head_tag, injection::code_tag})
    if (!sections.contains(tag)) return broken(fmt::format("the capture has no section {}", tag), source);
  const auto section = [&](std::string_view tag) -> std::string& { return sections[std::string(tag)]; };
  Capture capture;
  if (auto done = read_head(section(injection::head_tag), source, capture); !done) return done.error();
  if (auto done = read_memory(section(injection::before_tag), source, capture); !done) return done.error();
  section(injection::before_tag) = {};
  if (auto done = read_changes(section(injection::after_tag), source, capture); !done) return done.error();
  if (sections.contains(injection::counters_tag))
    if (auto done = read_counters(section(injection::counters_tag), source, capture); !done) return done.error();
  if (auto done = read_ending(section(injection::done_tag), source, capture); !done) return done.error();
  capture.cubin = std::move(section(injection::code_tag));
  capture.listing = std::move(section(listing_tag));
  return capture;
}

std::string with_listing(std::string_view file, std::string_view listing) {
  return with_section(file, listing_tag, listing);
}

const Origin* Capture::origin_of(std::uint64_t address) const {
  const auto found =
      std::ranges::find_if(origins, [&](const Origin& origin) { return address - origin.address < origin.bytes; });
  return found == origins.end() ? nullptr : &*found;
}

std::string Capture::name_of(std::uint64_t address) const {
  const Origin* const found = origin_of(address);
  if (found == nullptr) return fmt::format("0x{:x}", address);
  if (!found->name.empty()) return fmt::format("{} {}", found->kind, found->name);
  return fmt::format("{} at 0x{:x}", found->kind, found->address);
}

}  // namespace reconverge::capture
