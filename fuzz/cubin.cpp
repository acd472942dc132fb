// SPDX-License-Identifier: MIT
#include "toolchain/cubin.hpp"

#include "fuzz/target.hpp"
#include "toolchain/call_closure.hpp"
#include "toolchain/input_kind.hpp"

namespace reconverge::fuzz {
namespace {

void put(std::string& file, std::size_t at, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file.at(at + static_cast<std::size_t>(i)) = static_cast<char>(value >> (8 * i));
}

/// The smallest cubin: a header, two sections of symbols and strings, three symbols.
std::string small_cubin(int architecture, int abi) {
  constexpr std::size_t header = 64, section = 64, symbol = 24, sections = 4;
  const std::string strings("\0first\0second\0", 14);
  const std::size_t symbols_at = header + sections * section, strings_at = symbols_at + 3 * symbol;
  std::string file(strings_at + strings.size(), '\0');
  file.replace(0, 8, std::string("\177ELF\2\1\1\63", 8));
  put(file, 8, static_cast<std::uint64_t>(abi), 1);
  put(file, 16, 2, 2);
  put(file, 18, 190, 2);
  put(file, 20, 1, 4);
  put(file, 40, header, 8);
  put(file, 48, static_cast<std::uint64_t>(architecture) | static_cast<std::uint64_t>(architecture) << 16, 4);
  put(file, 52, header, 2);
  put(file, 58, section, 2);
  put(file, 60, sections, 2);
  put(file, 62, 1, 2);
  const auto add_section = [&](std::size_t index, std::uint64_t type, std::size_t offset, std::size_t size,
                               std::uint64_t link, std::uint64_t entry) {
    const std::size_t at = header + index * section;
    put(file, at + 4, type, 4);
    put(file, at + 24, offset, 8);
    put(file, at + 32, size, 8);
    put(file, at + 40, link, 4);
    put(file, at + 56, entry, 8);
  };
  add_section(1, 3, strings_at, strings.size(), 0, 0);
  add_section(2, 2, symbols_at, 3 * symbol, 1, symbol);
  add_section(3, 1, strings_at, 0, 0, 0);
  for (std::size_t i = 1; i < 3; ++i) {
    put(file, symbols_at + i * symbol, i == 1 ? 1 : 7, 4);
    put(file, symbols_at + i * symbol + 4, 0x12, 1);
    put(file, symbols_at + i * symbol + 5, 0x10, 1);
    put(file, symbols_at + i * symbol + 6, 3, 2);
  }
  file.replace(strings_at, strings.size(), strings);
  return file;
}

}  // namespace

std::string check(std::string_view input) {
  for (const char* name : {"input.cubin", "input", "input.ptx"}) (void)toolchain::input_kind(name, input);
  (void)toolchain::ptx_target(input);
  for (const char* function : {"first", "calls"}) (void)toolchain::symbols_to_list(input, function);
  const auto facts = toolchain::read_cubin(input, "input.cubin");
  if (!facts) return facts.error().message.empty() ? "a refusal without a message" : "";
  if (facts->arch.empty()) return "accepted without an architecture";
  if (facts->kernels.size() > input.size()) return "more kernels than bytes";
  return {};
}

std::vector<std::string> pieces(std::string_view file) {
  std::vector<std::string> all;
  for (const int architecture : {50, 75, 90, 120})
    for (const int abi : {7, 8}) all.push_back(small_cubin(architecture, abi));
  if (file.starts_with("\177ELF") && file.size() < 20'000) all.emplace_back(file);
  return all;
}

}  // namespace reconverge::fuzz
