// SPDX-License-Identifier: MIT
#include "toolchain/resources.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

constexpr std::size_t index_of_names_at = 62;  ///< e_shstrndx
constexpr std::uint64_t function_symbol = 2;

// Attributes of .nv.info, as `cuobjdump -elf` prints their names and values; each begins with format and attribute, a
// byte each, and 16 bits: of EIFMT_SVAL how many bytes of value follow, of the others the value.
constexpr std::uint64_t sized_value = 4;                           ///< EIFMT_SVAL
constexpr std::uint64_t frame_size = 0x11, register_count = 0x2F;  ///< EIATTR_FRAME_SIZE, EIATTR_REGCOUNT

class Reader {
 public:
  explicit Reader(std::string_view cubin) : bytes_(cubin) {}

  Resources read(std::string_view function) {
    auto sections =
        cubin_is_elf() ? elf_sections(bytes_, "") : core::Result<std::vector<ElfSection>>(broken_cubin("", ""));
    if (!sections) return {};
    sections_ = std::move(sections).value();
    const auto symbol = index_of(function);
    if (!symbol) return {};
    Resources found;
    if (section(".text." + std::string(function)) != nullptr) {
      found.shared_bytes = size_of(".nv.shared." + std::string(function)).value_or(0);
      found.local_bytes = size_of(".nv.local." + std::string(function)).value_or(0);
    }
    if (const ElfSection* info = section(".nv.info")) read_attributes(*info, *symbol, found);
    return found;
  }

 private:
  bool cubin_is_elf() const { return bytes_.part(0, elf_header_size).has_value(); }

  std::optional<std::string_view> name_of(const ElfSection& section) const {
    const std::uint64_t names = *bytes_.number(index_of_names_at, 2);
    if (names >= sections_.size()) return std::nullopt;
    const auto texts = bytes_.part(sections_[names].at, sections_[names].size);
    return texts ? ElfBytes::name_in(*texts, section.name) : std::nullopt;
  }

  const ElfSection* section(std::string_view name) const {
    const auto found = std::ranges::find_if(sections_, [&](const ElfSection& one) { return name_of(one) == name; });
    return found == sections_.end() ? nullptr : &*found;
  }

  std::optional<std::uint64_t> size_of(const std::string& name) const {
    const ElfSection* const found = section(name);
    return found == nullptr ? std::nullopt : std::optional(found->size);
  }

  /// Of the symbol of a function that the file defines.
  std::optional<std::uint64_t> index_of(std::string_view function) const {
    const auto table = std::ranges::find(sections_, elf_symbol_table, &ElfSection::type);
    if (table == sections_.end() || table->link >= sections_.size()) return std::nullopt;
    const auto texts = bytes_.part(sections_[table->link].at, sections_[table->link].size);
    const auto symbols = elf_symbols(bytes_, *table);
    for (std::size_t i = 0; texts && i < symbols.size(); ++i)
      if (symbols[i].kind == function_symbol && symbols[i].section != 0 &&
          ElfBytes::name_in(*texts, symbols[i].name) == function)
        return i;
    return std::nullopt;
  }

  void read_attributes(const ElfSection& info, std::uint64_t symbol, Resources& found) const {
    constexpr std::uint64_t head = 4;
    if (!bytes_.part(info.at, info.size)) return;
    for (std::uint64_t at = 0; at + head <= info.size;) {
      const std::uint64_t begin = info.at + at;
      const std::uint64_t format = *bytes_.number(begin, 1), attribute = *bytes_.number(begin + 1, 1);
      const std::uint64_t size = format == sized_value ? *bytes_.number(begin + 2, 2) : 0;
      at += head + size;
      if (size != 8 || at > info.size || bytes_.number(begin + head, 4) != symbol) continue;
      const std::uint64_t value = *bytes_.number(begin + head + 4, 4);
      if (attribute == register_count) found.registers = value;
      if (attribute == frame_size) found.stack_bytes = value;
    }
  }

  ElfBytes bytes_;
  std::vector<ElfSection> sections_;
};

}  // namespace

Resources resources_of(std::string_view cubin, std::string_view function) { return Reader(cubin).read(function); }

}  // namespace reconverge::toolchain
