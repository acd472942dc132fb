// SPDX-License-Identifier: MIT
#include "sass/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/closest.hpp"
#include "sass/json_listing.hpp"
#include "sass/lines/recognisers.hpp"
#include "sass/names.hpp"

namespace reconverge::sass {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

/// The beginning of a line, fit to be shown: what is not printable ASCII becomes '?'.
std::string excerpt(std::string_view line) {
  constexpr std::size_t most = 60;
  std::string text(line.substr(0, most));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = c == '\t' ? ' ' : '?';
  }
  if (line.size() > most) text += "...";
  return text;
}

Verdict read_line(std::string_view line, ListingBuilder& builder) {
  for (const Recogniser recogniser : recognisers()) {
    const Verdict verdict = recogniser(line, builder);
    if (verdict != Verdict::not_mine) return verdict;
  }
  Cursor cursor(line);
  cursor.skip_blanks();
  return builder.refuse(cursor.column(), fmt::format("unknown line: {}", excerpt(cursor.rest())),
                        "docs/formats.md lists the forms that are read");
}

/// Walks down the text. False: the builder holds the diagnostic.
bool read_lines(std::string_view text, ListingBuilder& builder) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    builder.begin_line(++number);
    if (read_line(text.substr(0, end), builder) == Verdict::refused) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return builder.finish() != Verdict::refused;
}

/// Texts that are recognisably something else altogether.
const char* wrong_kind_of_file(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "the text is empty";
  if (text.starts_with("\x7F"
                       "ELF"))
    return "this is a binary (ELF), not a listing";
  if (text.starts_with("\x50\xED\x55\xBA")) return "this is a fat binary, not a listing";
  return nullptr;
}

Result<ListingBuilder> walk_lines(std::string_view text, const std::string& source, ListingBuilder::Filter filter) {
  ListingBuilder builder(source, std::move(filter));
  if (!read_lines(text, builder)) return builder.diagnostic();
  if (builder.entries().empty()) {
    const bool is_dump = builder.part() == DumpPart::sections || builder.part() == DumpPart::symbols ||
                         builder.part() == DumpPart::resource_usage;
    return Diagnostic{Failure::input,
                      "no instruction in the text",
                      is_dump ? "this is what cuobjdump prints without -sass: add that"
                              : "give a listing of cuobjdump -sass or nvdisasm",
                      {source, 0, 0}};
  }
  return builder;
}

Result<ListingBuilder> walk(std::string_view text, const std::string& source, ListingBuilder::Filter filter) {
  if (const char* message = wrong_kind_of_file(text)) {
    return Diagnostic{Failure::input, message, "give a listing of cuobjdump -sass or nvdisasm", {source, 1, 1}};
  }
  if (is_json_array(text)) {
    const auto listing = listing_of_json(text, source);
    return listing ? walk_lines(*listing, source, std::move(filter)) : listing.error();
  }
  return walk_lines(text, source, std::move(filter));
}

std::string in_words(const Selection& selection) {
  std::string words = selection.function.empty() ? "no function" : fmt::format("no function '{}'", selection.function);
  if (!selection.arch.empty()) words += " for " + selection.arch;
  return words;
}

std::vector<std::string> names_of(const std::vector<FunctionEntry>& entries) {
  std::vector<std::string> names;
  for (const FunctionEntry& entry : entries) names.push_back(entry.name);
  return names;
}

/// "did you mean 'scale'? ": of what a function may be called by, its symbol and its name without parameters, and
/// without the arguments of a template.
std::string meant(const std::string& wanted, const std::vector<FunctionEntry>& entries) {
  std::set<std::string> names;
  for (const FunctionEntry& entry : entries) {
    const std::string name = without_signature(demangled(entry.name));
    names.insert({entry.name, name, name.substr(0, name.find('<'))});
  }
  const std::string near = core::closest(wanted, std::vector<std::string>(names.begin(), names.end()));
  return near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
}

/// "it is there for sm_90: --arch sm_90. ", if the text holds the function for another architecture.
std::string for_others(const Selection& selection, const std::vector<FunctionEntry>& entries) {
  if (selection.function.empty() || selection.arch.empty()) return "";
  const auto symbols = symbols_named(selection.function, names_of(entries));
  const auto same = std::ranges::find_if(entries, [&](const FunctionEntry& entry) {
    return std::ranges::find(symbols, entry.name) != symbols.end() && entry.arch != selection.arch;
  });
  return same == entries.end() ? "" : fmt::format("it is there for {0}: --arch {0}; ", same->arch);
}

/// The options that tell functions from each other.
std::string_view what_distinguishes(const std::vector<FunctionEntry>& entries) {
  const auto are_alike = [&](auto member) {
    return std::ranges::all_of(entries,
                               [&](const FunctionEntry& entry) { return entry.*member == entries[0].*member; });
  };
  if (are_alike(&FunctionEntry::name)) return "--arch";
  return are_alike(&FunctionEntry::arch) ? "--function" : "--function and --arch";
}

/// The caller named what the text does not hold; without a name the text is at fault.
Diagnostic nothing_fits(const Selection& selection, const std::vector<FunctionEntry>& entries,
                        const std::string& source) {
  const bool is_named = !selection.function.empty() || !selection.arch.empty();
  const std::string others = for_others(selection, entries);
  return {is_named ? Failure::usage : Failure::input,
          in_words(selection) + " in the text",
          (others.empty() ? meant(selection.function, entries) : others) + "it holds " +
              list_candidates(entries, selection.names_lines),
          {source, 0, 0}};
}

}  // namespace

Result<std::vector<FunctionEntry>> list_functions(std::string_view text, const std::string& source,
                                                  const Selection& selection) {
  auto built = walk(text, source, {.arch = selection.arch, .none = true});
  if (!built) return built.error();
  std::vector<FunctionEntry> fitting;
  std::ranges::copy_if(built->entries(), std::back_inserter(fitting), [&](const FunctionEntry& entry) {
    return selection.arch.empty() || entry.arch.empty() || selection.arch == entry.arch;
  });
  if (!selection.function.empty()) {
    const auto symbols = symbols_named(selection.function, names_of(fitting));
    std::erase_if(fitting,
                  [&](const FunctionEntry& entry) { return std::ranges::find(symbols, entry.name) == symbols.end(); });
  }
  if (fitting.empty()) return nothing_fits(selection, built->entries(), source);
  return fitting;
}

Result<std::vector<Function>> read_listing(std::string_view text, const std::string& source,
                                           const Selection& selection) {
  std::vector<std::string> symbols;
  if (!selection.function.empty()) {
    const auto fitting = list_functions(text, source, selection);
    if (!fitting) return fitting.error();
    symbols = names_of(*fitting);
  }
  auto built = walk(text, source, {.arch = selection.arch, .symbols = std::move(symbols)});
  if (!built) return built.error();
  if (built->functions().empty()) return nothing_fits(selection, built->entries(), source);
  return std::move(built->functions());
}

Result<Function> read_function(std::string_view text, const std::string& source, const Selection& selection) {
  auto fitting = list_functions(text, source, selection);
  if (!fitting) return fitting.error();
  const std::size_t all = fitting->size();
  if (std::ranges::any_of(*fitting, &FunctionEntry::is_kernel))
    std::erase_if(*fitting, [](const FunctionEntry& entry) { return !entry.is_kernel; });
  if (fitting->size() > 1) {
    const std::size_t others = all - fitting->size();
    const std::string left_out =
        others == 0 ? "" : fmt::format("; or name one of {} other functions, which the host cannot start", others);
    return Diagnostic{
        Failure::usage,
        fmt::format("{} {} fit{}, and one is needed", fitting->size(), others == 0 ? "functions" : "kernels",
                    selection.function.empty() ? "" : " '" + selection.function + "'"),
        fmt::format("choose one with {}: {}{}", what_distinguishes(*fitting),
                    list_candidates(*fitting, selection.names_lines), left_out),
        {source, 0, 0}};
  }
  auto built = walk(text, source, {.arch = selection.arch, .only_line = fitting->front().line});
  if (!built) return built.error();
  return std::move(built->functions().front());
}

}  // namespace reconverge::sass
