// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::sass {

/// Words that the compiler put into a constant bank: tables of jumps (bank 2), __constant__ data (3).
struct ConstantBank {
  int bank = 0;
  std::vector<std::uint32_t> words;
};

/// The constant banks of a kernel in what nvdisasm prints of a whole cubin; other listings have none. A
/// bank that holds addresses, which only the loader fills in, is left out; so is one whose text makes no sense:
/// numbers that are too wide, more than the 64 KiB of a bank.
std::vector<ConstantBank> constant_banks(std::string_view disassembly, std::string_view kernel);

}  // namespace reconverge::sass
