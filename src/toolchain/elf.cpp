// SPDX-License-Identifier: MIT
#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

// Offsets and values of the System V ABI's ELF64 that are looked at.
constexpr std::size_t sections_at = 40, section_size_at = 58, section_count_at = 60, names_at = 62;
constexpr std::uint64_t section_row = 64, symbol_row = 24;
constexpr std::uint64_t null_section = 0, empty_section = 8;
/// SHT_CUDA_GLOBAL and SHT_CUDA_SHARED, as nvdisasm and readelf print them of objects made by -rdc=true.
constexpr std::uint64_t cuda_global = 0x7000'0007, cuda_shared = 0x7000'000A;

/// Nothing if it does not lie in the file.
std::optional<ElfSection> section_at(const ElfBytes& bytes, std::uint64_t at) {
  if (!bytes.part(at, section_row)) return std::nullopt;
  return ElfSection{.name = *bytes.number(at, 4),
                    .type = *bytes.number(at + 4, 4),
                    .at = *bytes.number(at + 24, 8),
                    .size = *bytes.number(at + 32, 8),
                    .link = *bytes.number(at + 40, 4),
                    .info = *bytes.number(at + 44, 4),
                    .alignment = *bytes.number(at + 48, 8)};
}

}  // namespace

std::optional<std::uint64_t> ElfBytes::number(std::uint64_t at, std::size_t width) const {
  const auto text = part(at, width);
  if (!text) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{static_cast<unsigned char>((*text)[i])} << (8 * i);
  return value;
}

std::optional<std::string_view> ElfBytes::part(std::uint64_t at, std::uint64_t size) const {
  if (at > content_.size() || size > content_.size() - at) return std::nullopt;
  return content_.substr(at, size);
}

std::optional<std::string_view> ElfBytes::name_in(std::string_view names, std::uint64_t at) {
  const std::size_t end = at < names.size() ? names.find('\0', at) : std::string_view::npos;
  if (end == std::string_view::npos) return std::nullopt;
  return names.substr(at, end - at);
}

bool ElfSection::has_bytes() const {
  return type != null_section && type != empty_section && type != cuda_global && type != cuda_shared;
}

core::Diagnostic broken_cubin(const std::string& source, std::string why) {
  return {core::Failure::input, "broken cubin: " + std::move(why), "compile it anew with nvcc -cubin", {source, 0, 0}};
}

core::Result<std::vector<ElfSection>> elf_sections(const ElfBytes& bytes, const std::string& source) {
  const std::uint64_t table = *bytes.number(sections_at, 8);
  if (*bytes.number(section_size_at, 2) != section_row)
    return broken_cubin(source, "its table of sections is of another kind");
  std::uint64_t count = *bytes.number(section_count_at, 2);
  if (count == 0)  // too many for the header: the first section's size has it
    if (const auto first = section_at(bytes, table)) count = first->size;
  std::vector<ElfSection> sections;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto section =
        table <= ~std::uint64_t{0} - i * section_row ? section_at(bytes, table + i * section_row) : std::nullopt;
    if (!section) return broken_cubin(source, "its table of sections does not lie in the file");
    sections.push_back(*section);
  }
  return sections;
}

core::Result<std::vector<std::string>> elf_section_names(const ElfBytes& bytes, const std::vector<ElfSection>& sections,
                                                         const std::string& source) {
  const std::uint64_t index = *bytes.number(names_at, 2);
  if (index == 0) return std::vector<std::string>(sections.size());
  const auto texts = index < sections.size() ? bytes.part(sections[index].at, sections[index].size)
                                             : std::optional<std::string_view>();
  std::vector<std::string> names;
  for (const ElfSection& section : sections) {
    const auto name = texts ? ElfBytes::name_in(*texts, section.name) : std::nullopt;
    if (!name) return broken_cubin(source, "its sections have no names");
    names.emplace_back(*name);
  }
  return names;
}

core::Result<std::vector<ElfRelocation>> elf_relocations(const ElfBytes& bytes, const ElfSection& table,
                                                         const std::string& source) {
  if (!bytes.part(table.at, table.size)) return broken_cubin(source, "its relocations do not lie in the file");
  const bool has_addends = table.type == elf_with_addends;
  const std::uint64_t row = has_addends ? 24 : 16;
  std::vector<ElfRelocation> relocations;
  for (std::uint64_t at = table.at; at + row <= table.at + table.size; at += row) {
    const std::uint64_t info = *bytes.number(at + 8, 8);
    relocations.push_back({.at = *bytes.number(at, 8), .type = info & 0xffff'ffff, .symbol = info >> 32});
    if (has_addends) relocations.back().addend = static_cast<std::int64_t>(*bytes.number(at + 16, 8));
  }
  return relocations;
}

std::vector<ElfSymbol> elf_symbols(const ElfBytes& bytes, const ElfSection& table) {
  std::vector<ElfSymbol> symbols;
  if (!bytes.part(table.at, table.size)) return symbols;
  for (std::uint64_t row = 0; row + symbol_row <= table.size; row += symbol_row) {
    const std::uint64_t at = table.at + row;
    symbols.push_back({.name = *bytes.number(at, 4),
                       .kind = *bytes.number(at + 4, 1) & 0xf,
                       .other = *bytes.number(at + 5, 1),
                       .section = *bytes.number(at + 6, 2),
                       .value = *bytes.number(at + 8, 8),
                       .size = *bytes.number(at + 16, 8)});
  }
  return symbols;
}

}  // namespace reconverge::toolchain
