// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::programs {

using Words = std::vector<std::int32_t>;
constexpr std::size_t words_in = 256, words_out = 1024;

/// What a disassembler printed of a cubin, or what shorten.awk left of that.
struct Listing {
  std::string name, text;
};
Listing read_listing(const std::string& path);

/// Words of any size; words that branches like, small ones and the ends of the range; one word
/// alone.
std::vector<Words> inputs();

/// What a run leaves of its second buffer, or why it did not come to its end. Before sm_70 a block has
/// one warp.
core::Result<Words> emulate(const Listing& listing, const std::string& function, int threads, const Words& in);

}  // namespace reconverge::programs
