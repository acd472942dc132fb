// SPDX-License-Identifier: MIT
#include "injection/cubin_names.hpp"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>

namespace reconverge::injection {
namespace {

template <typename Record> std::optional<Record> at(std::string_view bytes, std::uint64_t offset) {
  Record record;
  if (offset > bytes.size() || bytes.size() - offset < sizeof record) return std::nullopt;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

std::string text_at(std::string_view bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return "";
  const std::string_view rest = bytes.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

void add_symbols(std::string_view cubin, const Elf64_Ehdr& file, const Elf64_Shdr& table, const std::string& kernel,
                 CubinNames& names) {
  const auto strings = at<Elf64_Shdr>(cubin, file.e_shoff + std::uint64_t{table.sh_link} * sizeof(Elf64_Shdr));
  if (!strings) return;
  for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = at<Elf64_Sym>(cubin, table.sh_offset + i * sizeof(Elf64_Sym));
    if (!symbol) return;
    const std::string name = text_at(cubin, strings->sh_offset + symbol->st_name);
    const unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (type == STT_FUNC && symbol->st_shndx != SHN_UNDEF && name == kernel) names.has_kernel = true;
    if (type == STT_OBJECT && symbol->st_size > 0 && !name.empty()) names.variables.push_back(name);
  }
}

}  // namespace

CubinNames names_in(std::string_view cubin, const std::string& kernel) {
  CubinNames names;
  const auto file = at<Elf64_Ehdr>(cubin, 0);
  if (!file || std::memcmp(file->e_ident, ELFMAG, SELFMAG) != 0) return names;
  for (unsigned i = 0; i < file->e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(cubin, file->e_shoff + std::uint64_t{i} * sizeof(Elf64_Shdr));
    if (section && section->sh_type == SHT_SYMTAB) add_symbols(cubin, *file, *section, kernel, names);
  }
  return names;
}

}  // namespace reconverge::injection
