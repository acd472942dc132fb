// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

/// The parts of an ELF file of 64 bits, little endian, of which nothing is believed.
namespace reconverge::toolchain {

/// The bytes of a file.
class ElfBytes {
 public:
  explicit ElfBytes(std::string_view content) : content_(content) {}

  /// A little-endian number; nothing if it does not lie in the file.
  std::optional<std::uint64_t> number(std::uint64_t at, std::size_t width) const;
  std::optional<std::string_view> part(std::uint64_t at, std::uint64_t size) const;
  /// The text at a place of a part up to its zero byte; nothing if that is not there.
  static std::optional<std::string_view> name_in(std::string_view names, std::uint64_t at);

 private:
  std::string_view content_;
};

/// One row of the table of sections.
struct ElfSection {
  std::uint64_t name = 0, type = 0, at = 0, size = 0, link = 0, info = 0, alignment = 0;

  /// Whether its bytes are in the file. NVIDIA has types of its own for memory that begins as zeroes.
  bool has_bytes() const;
};

/// One row of a table of symbols.
struct ElfSymbol {
  std::uint64_t name = 0, kind = 0, other = 0, section = 0, value = 0, size = 0;
};

/// One row of a table of relocations.
struct ElfRelocation {
  std::uint64_t at = 0, type = 0, symbol = 0;
  std::int64_t addend = 0;  ///< 0 in a table without addends
};

inline constexpr std::size_t elf_header_size = 64;
inline constexpr std::uint64_t elf_symbol_table = 2;
inline constexpr std::uint64_t elf_with_addends = 4, elf_without_addends = 9;  ///< SHT_RELA, SHT_REL
inline constexpr std::uint64_t elf_function = 2, elf_section = 3;              ///< kinds of a symbol

/// A broken file: what is wrong with it.
core::Diagnostic broken_cubin(const std::string& source, std::string why);

/// Every section. Fails with Failure::input if the table does not lie in the file.
core::Result<std::vector<ElfSection>> elf_sections(const ElfBytes& bytes, const std::string& source);
/// The name of every section, empty texts if the file has none. Fails with Failure::input if they are not there.
core::Result<std::vector<std::string>> elf_section_names(const ElfBytes& bytes, const std::vector<ElfSection>& sections,
                                                         const std::string& source);
/// Every relocation of a table of relocations. Fails with Failure::input if it does not lie in the file.
core::Result<std::vector<ElfRelocation>> elf_relocations(const ElfBytes& bytes, const ElfSection& table,
                                                         const std::string& source);
/// Every symbol of a table of symbols that lies in the file.
std::vector<ElfSymbol> elf_symbols(const ElfBytes& bytes, const ElfSection& table);

}  // namespace reconverge::toolchain
