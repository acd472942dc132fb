// SPDX-License-Identifier: MIT
#include "toolchain/call_closure.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sass/names.hpp"
#include "toolchain/cubin.hpp"
#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

constexpr std::string_view code_prefix = ".text.";
constexpr std::uint64_t elsewhere = 0xffff;  ///< SHN_XINDEX: the number of the section is too great for the row

/// The sections and symbols of one file.
class CallGraph {
 public:
  /// Nothing if the file is broken, or if its data hold addresses of functions.
  static std::optional<CallGraph> read(std::string_view cubin) {
    auto graph = read_symbols(cubin);
    return graph && graph->add_calls(cubin) ? graph : std::nullopt;
  }

  /// Without the calls. Nothing if the file is broken.
  static std::optional<CallGraph> read_symbols(std::string_view cubin) {
    const std::string nameless;
    if (!check_cubin(cubin, nameless)) return std::nullopt;
    const ElfBytes bytes(cubin);
    const auto sections = elf_sections(bytes, nameless);
    if (!sections) return std::nullopt;
    auto names = elf_section_names(bytes, *sections, nameless);
    const auto table = std::ranges::find(*sections, elf_symbol_table, &ElfSection::type);
    if (!names || table == sections->end()) return std::nullopt;
    CallGraph graph;
    graph.names_ = std::move(names).value();
    graph.sections_ = std::move(sections).value();
    graph.symbols_ = elf_symbols(bytes, *table);
    return graph;
  }

  /// The section of the code that a name means; nothing if it means none or several, or if there is no other one.
  std::optional<std::uint64_t> section_of(std::string_view function) const {
    std::vector<std::string> functions;
    for (const std::string& name : names_)
      if (name.starts_with(code_prefix)) functions.push_back(name.substr(code_prefix.size()));
    const auto meant = sass::symbols_named(function, functions);
    if (functions.size() < 2 || meant.size() != 1) return std::nullopt;
    const std::string wanted = std::string(code_prefix) + meant.front();
    if (std::ranges::count(names_, wanted) != 1) return std::nullopt;
    return static_cast<std::uint64_t>(std::ranges::find(names_, wanted) - names_.begin());
  }

  /// The sections of code that these symbols name. The other called functions are in one of them.
  std::set<std::uint64_t> sections_of(const std::set<std::string>& functions) const {
    std::set<std::uint64_t> found;
    for (std::uint64_t i = 0; i < names_.size(); ++i)
      if (names_[i].starts_with(code_prefix) && functions.contains(names_[i].substr(code_prefix.size())))
        found.insert(i);
    return found;
  }

  /// That section and those that its code leads to.
  std::set<std::uint64_t> reached_from(std::uint64_t section) const {
    std::set<std::uint64_t> reached;
    std::vector<std::uint64_t> next = {section};
    while (!next.empty()) {
      const std::uint64_t from = next.back();
      next.pop_back();
      if (!reached.insert(from).second) continue;
      if (const auto called = called_.find(from); called != called_.end())
        next.insert(next.end(), called->second.begin(), called->second.end());
    }
    return reached;
  }

  std::vector<std::size_t> functions_in(const std::set<std::uint64_t>& sections) const {
    std::vector<std::size_t> functions;
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (symbols_[i].kind == elf_function && sections.contains(symbols_[i].section)) functions.push_back(i);
    return functions;
  }

 private:
  bool add_calls(std::string_view cubin) {
    const ElfBytes bytes(cubin);
    return std::ranges::all_of(sections_, [&](const ElfSection& rows) {
      const bool is_table = rows.type == elf_with_addends || rows.type == elf_without_addends;
      return !is_table || add(bytes, rows);
    });
  }

  bool is_code(std::uint64_t section) const {
    return section > 0 && section < names_.size() && names_[section].starts_with(code_prefix);
  }

  /// Adds what one table of relocations names. Not if data, of which anybody may read it, get the address of code.
  /// Debugging information is not read by code.
  bool add(const ElfBytes& bytes, const ElfSection& table) {
    const auto rows = elf_relocations(bytes, table, {});
    if (!rows || table.info >= names_.size()) return false;
    const std::string& place = names_[table.info];
    if (place.starts_with(".debug") || place.starts_with(".nv_debug")) return true;
    for (const ElfRelocation& row : *rows) {
      if (row.symbol >= symbols_.size()) return false;
      const std::uint64_t section = symbols_[row.symbol].section;
      if (section == elsewhere) return false;
      if (!is_code(section)) continue;
      if (!is_code(table.info)) return false;
      called_[table.info].insert(section);
    }
    return true;
  }

  std::vector<std::string> names_;  ///< of sections
  std::vector<ElfSection> sections_;
  std::vector<ElfSymbol> symbols_;
  std::map<std::uint64_t, std::set<std::uint64_t>> called_;  ///< sections of code, by section
};

}  // namespace

std::vector<std::size_t> symbols_to_list(std::string_view cubin, std::string_view function) {
  const auto graph = CallGraph::read(cubin);
  const auto section = graph && !function.empty() ? graph->section_of(function) : std::nullopt;
  if (!section) return {};
  return graph->functions_in(graph->reached_from(*section));
}

std::vector<std::size_t> symbols_with(std::string_view cubin, const std::set<std::string>& functions) {
  const auto graph = CallGraph::read_symbols(cubin);
  return graph ? graph->functions_in(graph->sections_of(functions)) : std::vector<std::size_t>();
}

}  // namespace reconverge::toolchain
