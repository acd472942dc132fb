// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

/// The container of a captured launch, as docs/formats.md, "Captures", has it. Numbers are little-endian.
namespace reconverge::injection {

inline constexpr std::string_view capture_magic = "\x89RCVCAP\n";
inline constexpr std::uint32_t capture_version = 1;

/// Of a section before it is compressed. Longer content takes several sections of one tag, one after another.
inline constexpr std::uint64_t most_section_bytes = std::uint64_t{16} << 20;

inline constexpr std::string_view head_tag = "HEAD";      ///< JSON: the launch and the list of its memory
inline constexpr std::string_view before_tag = "MEMB";    ///< memory before the launch, in the order of the list
inline constexpr std::string_view after_tag = "AFTR";     ///< ranges that the launch changed: address, bytes, content
inline constexpr std::string_view code_tag = "CODE";      ///< the cubin
inline constexpr std::string_view counters_tag = "CNTR";  ///< JSON: what the card counted
inline constexpr std::string_view done_tag = "DONE";      ///< JSON: how the launch ended; the last section

enum class Coding : std::uint32_t { stored = 0, zstd = 1 };

/// The header of a section.
struct SectionHead {
  std::array<char, 4> tag{};
  std::uint32_t coding = 0;
  std::uint64_t stored_bytes = 0;  ///< that follow
  std::uint64_t bytes = 0;         ///< after unpacking
  std::uint64_t checksum = 0;      ///< of the bytes that follow
};
static_assert(sizeof(SectionHead) == 32);

/// FNV-1a by words of 64 bits, the last filled up with zeroes.
inline std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at < sizeof word ? bytes.size() - at : sizeof word);
    sum = (sum ^ word) * 0x100000001b3u;
  }
  return sum;
}

}  // namespace reconverge::injection
