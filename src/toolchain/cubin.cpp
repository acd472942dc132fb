// SPDX-License-Identifier: MIT
#include "toolchain/cubin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

constexpr std::size_t class_at = 4, order_at = 5, abi_version_at = 8, sections_at = 40, flags_at = 48;
constexpr char class_64 = 2, little_endian = 1;
/// Of a symbol's `st_other`: a function that the host can start (STO_CUDA_ENTRY in NVIDIA's listings).
constexpr std::uint64_t entry_bit = 0x10;

/// Adds the kernels of one table of symbols. Returns the error in it, if any.
std::string add_kernels(const ElfBytes& bytes, const ElfSection& symbols, const ElfSection& names,
                        std::vector<std::string>& kernels) {
  const auto texts = bytes.part(names.at, names.size);
  if (!bytes.part(symbols.at, symbols.size) || !texts) return "its symbols do not lie in the file";
  for (const ElfSymbol& symbol : elf_symbols(bytes, symbols)) {
    if (symbol.kind != elf_function || (symbol.other & entry_bit) == 0 || symbol.section == 0) continue;
    const auto name = ElfBytes::name_in(*texts, symbol.name);
    if (!name || name->empty()) return "a kernel has no name";
    kernels.emplace_back(*name);
  }
  return {};
}

/// The number of the architecture is in the low byte of the flags up to CUDA 12, whose files are of ABI version 7, and
/// in the next one from CUDA 13 on, whose files are of version 8 (LLVM, BinaryFormat/ELF.h: EF_CUDA_SM and
/// EF_CUDA_SM_MASK).
std::optional<unsigned> architecture_of(unsigned char abi_version, std::uint64_t flags) {
  if (abi_version == 7) return static_cast<unsigned>(flags & 0xff);
  if (abi_version == 8) return static_cast<unsigned>(flags >> 8 & 0xff);
  return std::nullopt;
}

}  // namespace

Result<core::Done> check_cubin(std::string_view content, const std::string& source) {
  const ElfBytes bytes(content);
  if (content.size() < elf_header_size) return broken_cubin(source, "it ends within its header");
  if (content[class_at] != class_64 || content[order_at] != little_endian)
    return broken_cubin(source, "it is not a little-endian ELF file of 64 bits");
  if (*bytes.number(sections_at, 8) == 0) return core::Done{};  // it says of itself that it has none
  const auto sections = elf_sections(bytes, source);
  if (!sections) return sections.error();
  for (std::size_t i = 0; i < sections->size(); ++i) {
    const ElfSection& section = (*sections)[i];
    if (section.has_bytes() && !bytes.part(section.at, section.size))
      return broken_cubin(
          source, fmt::format("section {}, {} bytes at 0x{:x}, does not lie in the file of {} bytes; is it cut off?", i,
                              section.size, section.at, content.size()));
  }
  return core::Done{};
}

std::string architecture_of_cubin(std::string_view content) {
  if (content.size() < elf_header_size) return {};
  const auto number =
      architecture_of(static_cast<unsigned char>(content[abi_version_at]), *ElfBytes(content).number(flags_at, 4));
  return number ? fmt::format("sm_{}", *number) : std::string();
}

Result<CubinFacts> read_cubin(std::string_view content, const std::string& source) {
  if (auto whole = check_cubin(content, source); !whole) return whole.error();
  const ElfBytes bytes(content);
  const auto abi_version = static_cast<unsigned char>(content[abi_version_at]);
  const auto architecture = architecture_of(abi_version, *bytes.number(flags_at, 4));
  if (!architecture)
    return Diagnostic{Failure::input,
                      fmt::format("a cubin of ABI version {} is not known here", abi_version),
                      "versions 7 and 8 are, which CUDA 13 and earlier ones write",
                      {source, 0, 0}};
  const auto sections = elf_sections(bytes, source);
  if (!sections) return sections.error();
  CubinFacts facts{.arch = fmt::format("sm_{}", *architecture), .kernels = {}};
  const auto symbols = std::ranges::find(*sections, elf_symbol_table, &ElfSection::type);  // there is one at most
  if (symbols != sections->end()) {
    if (symbols->link >= sections->size()) return broken_cubin(source, "its symbols have no names");
    if (const std::string wrong = add_kernels(bytes, *symbols, (*sections)[symbols->link], facts.kernels);
        !wrong.empty())
      return broken_cubin(source, wrong);
  }
  if (facts.kernels.empty())
    return Diagnostic{Failure::input,
                      "there is no kernel in this cubin",
                      "a __global__ function that the file itself defines",
                      {source, 0, 0}};
  return facts;
}

}  // namespace reconverge::toolchain
