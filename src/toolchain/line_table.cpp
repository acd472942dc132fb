// SPDX-License-Identifier: MIT
#include "toolchain/line_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "toolchain/elf.hpp"
#include "toolchain/line_program.hpp"

namespace reconverge::toolchain {
namespace {

constexpr std::uint64_t symbol_row = 24, names_at = 62, kind_bits = 0xf;
constexpr std::string_view code_prefix = ".text.";
/// Calls are not inlined deeper; a context that goes round is broken.
constexpr std::size_t most_frames = 256;

/// The sections of a cubin by name.
class Parts {
 public:
  Parts(std::string_view content, const std::vector<ElfSection>& sections) : bytes_(content), sections_(sections) {
    const auto index = bytes_.number(names_at, 2);
    if (index && *index < sections_.size())
      names_ = bytes_.part(sections_[*index].at, sections_[*index].size).value_or("");
  }

  /// Empty if there is none, or it does not lie in the file.
  std::string_view find(std::string_view name) const {
    const auto found = std::ranges::find_if(sections_, [&](const ElfSection& section) {
      return ElfBytes::name_in(names_, section.name).value_or("") == name;
    });
    if (found == sections_.end()) return {};
    return bytes_.part(found->at, found->size).value_or("");
  }
  std::string_view name(std::uint64_t index) const {
    return index < sections_.size() ? ElfBytes::name_in(names_, sections_[index].name).value_or("")
                                    : std::string_view();
  }

 private:
  ElfBytes bytes_;
  const std::vector<ElfSection>& sections_;
  std::string_view names_;
};

/// Where code lies: in the section of a function, at an offset.
struct Place {
  std::string function;
  std::uint64_t offset = 0;
};

/// By the place in .debug_line that is relocated. Symbols of functions inside of another one's section, as the compiler
/// puts its own routines, count from where that begins.
std::map<std::uint64_t, Place> places_of(const Parts& parts) {
  std::map<std::uint64_t, Place> places;
  const ElfBytes symbols(parts.find(".symtab"));
  // CUDA 13 adds to the addend of the relocation, and earlier ones to the word in the section.
  for (const auto& [name, row] : {std::pair{".rela.debug_line", 24u}, std::pair{".rel.debug_line", 16u}}) {
    const ElfBytes relocations(parts.find(name));
    for (std::uint64_t at = 0; relocations.part(at, row); at += row) {
      const std::uint64_t symbol = (*relocations.number(at + 8, 8) >> 32) * symbol_row;
      if (!symbols.part(symbol, symbol_row)) continue;
      std::string_view section = parts.name(*symbols.number(symbol + 6, 2));
      if (!section.starts_with(code_prefix)) continue;
      section.remove_prefix(code_prefix.size());
      const std::uint64_t more = row == 24 ? *relocations.number(at + 16, 8) : 0;
      places[*relocations.number(at, 8)] = {std::string(section), *symbols.number(symbol + 8, 8) + more};
    }
  }
  return places;
}

/// Begins each function with rows of no line, also one inside of another's section: of the compiler's own routines the
/// programs say nothing, and the line before them is not theirs.
std::vector<sass::FunctionLines> functions_of(const Parts& parts) {
  std::vector<sass::FunctionLines> functions;
  const ElfBytes symbols(parts.find(".symtab"));
  for (std::uint64_t at = 0; symbols.part(at, symbol_row); at += symbol_row) {
    std::string_view section = parts.name(*symbols.number(at + 6, 2));
    if ((*symbols.number(at + 4, 1) & kind_bits) != elf_function || !section.starts_with(code_prefix)) continue;
    section.remove_prefix(code_prefix.size());
    auto own = std::ranges::find(functions, section, &sass::FunctionLines::symbol);
    if (own == functions.end()) own = functions.insert(own, {std::string(section), {}});
    own->rows.push_back({*symbols.number(at + 8, 8), {}});
  }
  return functions;
}

/// Notes of the rows of one sequence, in the form of the disassembler's.
class Notes {
 public:
  Notes(const LineSequence& sequence, const std::vector<std::string>& files, std::string_view names)
      : sequence_(sequence), files_(files), names_(names) {}

  sass::SourceNote of(const ProgramRow& row) const {
    sass::SourceNote note{file_of(row), static_cast<std::uint32_t>(row.line), {}};
    std::uint64_t context = row.context, function = row.function;
    for (std::size_t frames = 0; context > 0 && context <= sequence_.rows.size() && frames < most_frames; ++frames) {
      const ProgramRow& call = sequence_.rows[context - 1];
      const std::string name(ElfBytes::name_in(names_, function).value_or(""));
      note.inlined_at += (note.inlined_at.empty() ? "" : " ") + sass::inlined_at(name, file_of(call), call.line);
      context = call.context;
      function = call.function;
    }
    return note;
  }

 private:
  std::string file_of(const ProgramRow& row) const {
    return row.file < files_.size() ? files_[row.file] : std::string();
  }

  const LineSequence& sequence_;
  const std::vector<std::string>& files_;
  std::string_view names_;
};

/// Of rows at one address the last one holds.
void add_rows(const LineSequence& sequence, const Notes& notes, std::uint64_t offset,
              std::vector<sass::LineRow>& rows) {
  for (const ProgramRow& row : sequence.rows) {
    const std::uint64_t address = offset + row.address;
    if (!rows.empty() && rows.back().address == address) rows.pop_back();
    rows.push_back({address, notes.of(row)});
  }
}

}  // namespace

core::Result<std::vector<sass::FunctionLines>> read_line_table(std::string_view cubin, const std::string& source) {
  const auto not_read = [&](const std::string& why) {
    return core::Diagnostic{core::Failure::input, "its lines (.debug_line) cannot be read: " + why, "", {source, 0, 0}};
  };
  if (cubin.size() < elf_header_size) return not_read("it ends within its header");
  const auto sections = elf_sections(ElfBytes(cubin), source);
  if (!sections) return not_read(sections.error().message);
  const Parts parts(cubin, *sections);
  const auto programs = run_line_programs(parts.find(".debug_line"));
  if (!programs) return not_read(programs.error().message);
  const auto places = places_of(parts);
  const std::string_view names = parts.find(".debug_str");
  std::vector<sass::FunctionLines> functions = functions_of(parts);
  for (const LineSequence& sequence : programs->sequences) {
    const auto place = places.find(sequence.address_at);
    if (place == places.end()) continue;
    auto own = std::ranges::find(functions, place->second.function, &sass::FunctionLines::symbol);
    if (own == functions.end()) own = functions.insert(own, {place->second.function, {}});
    add_rows(sequence, Notes(sequence, programs->files[sequence.program], names),
             place->second.offset + sequence.address, own->rows);
  }
  const auto has_lines = [](const sass::FunctionLines& function) {
    return std::ranges::any_of(function.rows, [](const sass::LineRow& row) { return !row.note.file.empty(); });
  };
  std::erase_if(functions, std::not_fn(has_lines));
  for (auto& function : functions) std::ranges::stable_sort(function.rows, {}, &sass::LineRow::address);
  return functions;
}

}  // namespace reconverge::toolchain
