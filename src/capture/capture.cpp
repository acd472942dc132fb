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

/// What the parts of a capture unpack to. A changed page has a head of its own; the JSON of counters has the symbol of
/// the function in each row.
constexpr std::uint64_t most_after_bytes = most_memory_bytes + most_memory_bytes / 16,
                        most_code_bytes = std::uint64_t{1} << 30, most_head_bytes = std::uint64_t{32} << 20,
                        most_counters_bytes = std::uint64_t{128} << 20;

constexpr std::string_view listing_tag = "TEXT";

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// Fills pieces of memory, in their order, with what comes in parts.
class Filler {
 public:
  explicit Filler(std::vector<emulator::CapturedMemory::Piece>& pieces) : piece_(pieces.begin()), end_(pieces.end()) {}
  void take(std::string_view content) {
    while (skip_full() && !content.empty()) {
      const std::string_view part = content.substr(0, piece_->bytes.size() - filled_);
      std::ranges::copy(part, piece_->bytes.begin() + static_cast<std::ptrdiff_t>(filled_));
      filled_ += part.size();
      content.remove_prefix(part.size());
    }
    left_over_ = left_over_ || !content.empty();
  }
  bool has_all() { return !skip_full(); }
  bool has_left_over() const { return left_over_; }

 private:
  /// Whether a piece has room.
  bool skip_full() {
    for (; piece_ != end_ && filled_ == piece_->bytes.size(); ++piece_) filled_ = 0;
    return piece_ != end_;
  }

  std::vector<emulator::CapturedMemory::Piece>::iterator piece_, end_;
  std::size_t filled_ = 0;
  bool left_over_ = false;
};

Result<core::Done> read_memory(const Sections& sections, const std::string& source, Capture& capture) {
  constexpr const char* less = "the capture has less memory than it lists";
  std::vector<emulator::CapturedMemory::Piece> pieces;
  std::map<std::string, std::uint64_t> variables;
  std::uint64_t all = 0;
  const auto stored = sections.bytes_of(injection::before_tag, most_memory_bytes);
  if (!stored) return stored.error();
  for (const Origin& origin : capture.origins) {
    if (origin.bytes > *stored - all) return broken(less, source);
    all += origin.bytes;
  }
  for (const Origin& origin : capture.origins) {
    pieces.push_back(
        {origin.address, origin.name.empty() ? origin.kind : origin.name, std::vector<std::uint8_t>(origin.bytes)});
    if (!origin.name.empty()) variables[origin.name] = origin.address;
  }
  Filler filler(pieces);
  auto done =
      sections.each(injection::before_tag, most_memory_bytes, [&](std::string_view part) { filler.take(part); });
  if (!done) return done;
  if (!filler.has_all()) return broken(less, source);
  if (filler.has_left_over()) return broken("the capture has more memory than it lists", source);
  auto memory = emulator::CapturedMemory::make(std::move(pieces), std::move(variables));
  if (!memory) return broken(memory.error().message, source);
  capture.memory = std::make_shared<const emulator::CapturedMemory>(std::move(memory).value());
  return core::Done{};
}

Result<core::Done> read_changes(const Sections& sections, const std::string& source, Capture& capture) {
  constexpr std::size_t head_bytes = 2 * sizeof(std::uint64_t);
  auto read = sections.content(injection::after_tag, most_after_bytes);
  if (!read) return read.error();
  capture.after = std::make_shared<const std::string>(std::move(read).value());
  for (std::string_view content = *capture.after; !content.empty();) {
    if (content.size() < head_bytes) return broken("the capture ends within a change of memory", source);
    const std::uint64_t address = number_at(content, 0), bytes = number_at(content, sizeof(std::uint64_t));
    content.remove_prefix(head_bytes);
    if (bytes == 0 || bytes > content.size() || !capture.memory->bytes_at(address, bytes))
      return broken(
          fmt::format("the launch changed {} bytes at 0x{:x}, which the capture does not hold", bytes, address),
          source);
    capture.changes.push_back({address, content.substr(0, bytes)});
    content.remove_prefix(bytes);
  }
  std::ranges::sort(capture.changes, {}, &Change::address);
  for (std::size_t i = 1; i < capture.changes.size(); ++i) {
    const Change& last = capture.changes[i - 1];
    if (capture.changes[i].address - last.address < last.bytes.size())
      return broken(fmt::format("the launch changed memory at 0x{:x} twice", capture.changes[i].address), source);
  }
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
  const auto read = Sections::read(file, source);
  if (!read) return read.error();
  const Sections& sections = *read;
  for (const std::string_view tag : {injection::head_tag, injection::code_tag})
    if (!sections.contains(tag)) return broken(fmt::format("the capture has no section {}", tag), source);
  Capture capture;
  const auto head = sections.content(injection::head_tag, most_head_bytes);
  if (!head) return head.error();
  if (auto done = read_head(*head, source, capture); !done) return done.error();
  if (auto done = read_memory(sections, source, capture); !done) return done.error();
  if (auto done = read_changes(sections, source, capture); !done) return done.error();
  if (sections.contains(injection::counters_tag)) {
    const auto counters = sections.content(injection::counters_tag, most_counters_bytes);
    if (!counters) return counters.error();
    if (auto done = read_counters(*counters, source, capture); !done) return done.error();
  }
  const auto ending = sections.content(injection::done_tag, most_head_bytes);
  if (!ending) return ending.error();
  if (auto done = read_ending(*ending, source, capture); !done) return done.error();
  auto cubin = sections.content(injection::code_tag, most_code_bytes);
  if (!cubin) return cubin.error();
  capture.cubin = std::move(cubin).value();
  auto listing = sections.content(listing_tag, most_code_bytes);
  if (!listing) return listing.error();
  capture.listing = std::move(listing).value();
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
