// SPDX-License-Identifier: MIT
#include "capture/sections.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>

#include "capture/decompression.hpp"
#include "injection/container.hpp"

namespace reconverge::capture {
namespace {

using core::Diagnostic;
using core::Failure;
using injection::SectionHead;

constexpr std::size_t begin_of_sections = injection::capture_magic.size() + 2 * sizeof(std::uint32_t);

std::string name_of(const SectionHead& head) {
  std::string name(head.tag.begin(), head.tag.end());
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isprint(c) == 0; }, '?');
  return name;
}

core::Result<Section> section_at(std::string_view file, std::size_t at, const std::string& source) {
  const auto failure = [&](const std::string& what) {
    return Diagnostic{.failure = Failure::input,
                      .message = fmt::format("{} at byte {}", what, at),
                      .hint = "the file is cut or broken: capture the launch again, or copy the file again",
                      .where = {source}};
  };
  Section section;
  if (file.size() - at < sizeof section.head) return failure("the capture ends within a section");
  std::memcpy(&section.head, file.data() + at, sizeof section.head);
  const std::string name = name_of(section.head);
  if (section.head.stored_bytes > file.size() - at - sizeof section.head)
    return failure(fmt::format("the capture ends within section {}", name));
  if (section.head.bytes > injection::most_section_bytes)
    return failure(fmt::format("section {} claims {} bytes, more than {}", name, section.head.bytes,
                               injection::most_section_bytes));
  section.stored = file.substr(at + sizeof section.head, section.head.stored_bytes);
  section.end = at + sizeof section.head + section.stored.size();
  if (injection::checksum_of(section.stored) != section.head.checksum)
    return failure(fmt::format("the checksum of section {} is wrong", name));
  return section;
}

core::Result<std::string> content_of(const Section& section, const std::string& source) {
  const auto coding = static_cast<injection::Coding>(section.head.coding);
  const std::string name = name_of(section.head);
  const auto failure = [&](const std::string& what) {
    return Diagnostic{
        .failure = Failure::input, .message = fmt::format("section {}: {}", name, what), .hint = "", .where = {source}};
  };
  if (coding == injection::Coding::stored) {
    if (section.stored.size() != section.head.bytes) return failure("it has another length than it claims");
    return std::string(section.stored);
  }
  if (coding != injection::Coding::zstd) return failure(fmt::format("coding {} is not known", section.head.coding));
  auto content = decompress(section.stored, section.head.bytes);
  if (content) return content;
  Diagnostic diagnostic = content.error();
  diagnostic.message = fmt::format("section {}: {}", name, diagnostic.message);
  diagnostic.where = {source};
  return diagnostic;
}

}  // namespace

core::Result<Sections> Sections::read(std::string_view file, const std::string& source) {
  Sections all(source);
  std::string last;
  for (std::size_t at = std::min(begin_of_sections, file.size()); at < file.size();) {
    const auto section = section_at(file, at, source);
    if (!section) return section.error();
    last.assign(section->head.tag.begin(), section->head.tag.end());
    all.sections_[last].push_back(*section);
    at = section->end;
  }
  if (last != injection::done_tag)
    return Diagnostic{.failure = Failure::input,
                      .message = "the capture is cut: its last section is missing",
                      .hint = "capture the launch again, or copy the file again",
                      .where = {source}};
  return all;
}

core::Result<std::uint64_t> Sections::bytes_of(std::string_view tag, std::uint64_t most_bytes) const {
  const auto found = sections_.find(tag);
  std::uint64_t bytes = 0;
  if (found == sections_.end()) return bytes;
  for (const Section& section : found->second) bytes += section.head.bytes;
  if (bytes <= most_bytes) return bytes;
  return Diagnostic{.failure = Failure::input,
                    .message = fmt::format("section {} of the capture unpacks to {} bytes; at most {} are read",
                                           name_of(found->second.front().head), bytes, most_bytes),
                    .hint = "capture with a smaller --max-bytes",
                    .where = {source_}};
}

core::Result<core::Done> Sections::each(std::string_view tag, std::uint64_t most_bytes,
                                        const std::function<void(std::string_view)>& take) const {
  if (const auto bytes = bytes_of(tag, most_bytes); !bytes) return bytes.error();
  if (!contains(tag)) return core::Done{};
  for (const Section& section : sections_.find(tag)->second) {
    const auto content = content_of(section, source_);
    if (!content) return content.error();
    take(*content);
  }
  return core::Done{};
}

core::Result<std::string> Sections::content(std::string_view tag, std::uint64_t most_bytes) const {
  const auto bytes = bytes_of(tag, most_bytes);
  if (!bytes) return bytes.error();
  std::string all;
  all.reserve(*bytes);
  if (auto done = each(tag, most_bytes, [&](std::string_view content) { all += content; }); !done) return done.error();
  return all;
}

std::string with_section(std::string_view file, std::string_view tag, std::string_view content) {
  std::size_t last = begin_of_sections;
  for (std::size_t at = begin_of_sections; at < file.size();) {
    const auto section = section_at(file, at, "");
    if (!section) return std::string(file);
    last = at;
    at = section->end;
  }
  std::string result(file.substr(0, last));
  for (std::size_t at = 0; at < content.size(); at += injection::most_section_bytes) {
    const std::string_view piece = content.substr(at, injection::most_section_bytes);
    SectionHead head{.stored_bytes = piece.size(), .bytes = piece.size(), .checksum = injection::checksum_of(piece)};
    std::ranges::copy(tag.substr(0, head.tag.size()), head.tag.begin());
    result.append(reinterpret_cast<const char*>(&head), sizeof head);
    result += piece;
  }
  return result.append(file.substr(last));
}

}  // namespace reconverge::capture
