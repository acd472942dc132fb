// SPDX-License-Identifier: MIT
#include "toolchain/device_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "toolchain/cubin.hpp"
#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

using core::Result;
using sass::DataSection;
using sass::DeviceImage;

/// Of a symbol's `st_other`: in which memory it is, where the section does not say so (STO_CUDA_SHARED).
constexpr std::uint64_t shared_bit = 0x40;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

/// Bank 0 holds the parameters, which the launch writes.
bool holds_data(std::string_view name) {
  if (name == ".nv.global" || name == ".nv.global.init") return true;
  constexpr std::string_view constants = ".nv.constant";
  return name.starts_with(constants) && name.size() > constants.size() && name[constants.size()] >= '1' &&
         name[constants.size()] <= '9';
}

/// Reads one file.
class Reader {
 public:
  Reader(std::string_view content, const std::string& source) : bytes_(content), source_(source) {}

  Result<DeviceImage> read() {
    auto sections = elf_sections(bytes_, source_);
    if (!sections) return sections.error();
    sections_ = std::move(sections).value();
    auto names = elf_section_names(bytes_, sections_, source_);
    if (!names) return names.error();
    names_ = std::move(names).value();
    if (auto read = add_symbols(); !read) return read.error();
    if (auto read = add_data(); !read) return read.error();
    if (auto read = add_relocations(); !read) return read.error();
    return std::move(image_);
  }

 private:
  Result<core::Done> add_symbols() {
    const auto table = std::ranges::find(sections_, elf_symbol_table, &ElfSection::type);
    if (table == sections_.end()) return core::Done{};
    const auto texts = table->link < sections_.size()
                           ? bytes_.part(sections_[table->link].at, sections_[table->link].size)
                           : std::optional<std::string_view>();
    if (!texts) return broken_cubin(source_, "its symbols have no names");
    for (const ElfSymbol& row : elf_symbols(bytes_, *table)) {
      const auto name = ElfBytes::name_in(*texts, row.name);
      if (!name) return broken_cubin(source_, "its symbols have no names");
      sass::DeviceSymbol& symbol = image_.symbols.emplace_back();
      symbol.name = *name;
      if (row.section > 0 && row.section < names_.size()) symbol.section = names_[row.section];
      if (row.kind == elf_section) symbol.name = symbol.section;
      symbol.offset = row.value;
      symbol.size = row.size;
      symbol.is_function = row.kind == elf_function;
      symbol.is_shared =
          symbol.section.starts_with(".nv.shared") || (row.kind != elf_section && (row.other & 0xE0) == shared_bit);
    }
    return core::Done{};
  }

  Result<core::Done> add_data() {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const ElfSection& section = sections_[i];
      if (!holds_data(names_[i])) continue;
      if (section.size > most_bytes)
        return broken_cubin(source_, fmt::format("{} has {} bytes", names_[i], section.size));
      DataSection data{names_[i], std::max<std::uint64_t>(1, section.alignment), {}, {}};
      data.bytes.resize(section.size);
      if (section.has_bytes()) {
        const auto content = bytes_.part(section.at, section.size);
        if (!content) return broken_cubin(source_, fmt::format("{} does not lie in the file", names_[i]));
        std::ranges::copy(*content, data.bytes.begin());
      }
      place_of_section_[i] = image_.sections.size();
      image_.sections.push_back(std::move(data));
    }
    return core::Done{};
  }

  Result<core::Done> add_relocations() {
    for (const ElfSection& table : sections_) {
      if (table.type != elf_with_addends && table.type != elf_without_addends) continue;
      const auto place = place_of_section_.find(table.info);
      if (place == place_of_section_.end()) continue;
      DataSection& data = image_.sections[place->second];
      const auto rows = elf_relocations(bytes_, table, source_);
      if (!rows) return rows.error();
      for (const ElfRelocation& row : *rows) {
        if (row.symbol >= image_.symbols.size() || row.at >= data.bytes.size())
          return broken_cubin(source_, fmt::format("a relocation of {} names nothing", data.name));
        data.relocations.push_back({.at = row.at,
                                    .type = static_cast<std::uint32_t>(row.type),
                                    .symbol = static_cast<std::uint32_t>(row.symbol),
                                    .addend = row.addend});
      }
    }
    return core::Done{};
  }

  ElfBytes bytes_;
  const std::string& source_;
  std::vector<ElfSection> sections_;
  std::vector<std::string> names_;  ///< by section
  std::map<std::uint64_t, std::size_t> place_of_section_;
  DeviceImage image_;
};

}  // namespace

Result<DeviceImage> read_device_image(std::string_view content, const std::string& source) {
  if (auto whole = check_cubin(content, source); !whole) return whole.error();
  return Reader(content, source).read();
}

}  // namespace reconverge::toolchain
