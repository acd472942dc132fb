// SPDX-License-Identifier: MIT
#include "sass/listing_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sass/names.hpp"

namespace reconverge::sass {

using core::Diagnostic;
using core::Failure;

ListingBuilder::ListingBuilder(std::string source, Filter filter)
    : source_(std::move(source)), filter_(std::move(filter)) {}

Verdict ListingBuilder::refuse(Diagnostic diagnostic) {
  diagnostic.where.source = source_;
  if (diagnostic.where.line == 0) diagnostic.where.line = line_;
  diagnostic_ = std::move(diagnostic);
  return Verdict::refused;
}

Verdict ListingBuilder::refuse(std::uint32_t column, std::string message, std::string hint) {
  return refuse_at(line_, column, std::move(message), std::move(hint));
}

Verdict ListingBuilder::refuse_at(std::uint32_t line, std::uint32_t column, std::string message, std::string hint) {
  return refuse(Diagnostic{Failure::input, std::move(message), std::move(hint), {"", line, column}});
}

// Architectures ------------------------------------------------------------------------------------

Verdict ListingBuilder::begin_block(std::string_view arch) {
  const bool from_flags = !block_arch_.empty() && !block_arch_named_ && !block_has_rows_;
  if (from_flags && arch_number(arch) != arch_number(block_arch_)) {
    return refuse(1,
                  fmt::format("conflicting architectures: {} here, the header flags before say {}", arch, block_arch_));
  }
  if (end_function() == Verdict::refused) return Verdict::refused;
  block_arch_ = arch;
  block_arch_named_ = true;
  block_has_rows_ = false;
  return Verdict::accepted;
}

Verdict ListingBuilder::refine_arch(std::string_view arch) {
  if (block_has_rows_ || block_arch_.empty()) return begin_block(arch);
  if (arch_number(arch) != arch_number(block_arch_)) {
    return refuse(1, fmt::format("conflicting architectures: {} here, {} before", arch, block_arch_));
  }
  if (arch.size() >= block_arch_.size()) block_arch_ = arch;  // sm_100a says more than sm_100
  block_arch_named_ = true;
  update_wanted();
  return Verdict::accepted;
}

Verdict ListingBuilder::confirm_arch(std::string_view arch) {
  if (arch_number(block_arch_) == arch_number(arch)) return Verdict::accepted;
  if (block_arch_.empty() && !block_has_rows_) {
    block_arch_ = arch;
    update_wanted();
    return Verdict::accepted;
  }
  if (block_arch_named_ && !block_has_rows_) {
    return refuse(1, fmt::format("conflicting architectures: the header flags say {}, the text {}", arch, block_arch_));
  }
  // Another file of the disassembler follows in the same text.
  const Verdict begun = begin_block(arch);
  block_arch_named_ = false;
  return begun;
}

Verdict ListingBuilder::meet_unknown_arch(std::uint32_t column, std::string_view arch) {
  if (filter_.arch.empty()) {
    return refuse(column, fmt::format("there is no architecture {}", arch),
                  "name the right one with --arch; disassemblers older than a file may write so: give the cubin, or a "
                  "newer one's output");
  }
  if (block_arch_.empty() && !block_has_rows_) return Verdict::accepted;
  return begin_block("");
}

// Functions ----------------------------------------------------------------------------------------

void ListingBuilder::update_wanted() {
  if (!in_function_) return;
  function_.arch = block_arch_.empty() ? filter_.arch : block_arch_;
  entries_.back().arch = block_arch_;
  wanted_ = !filter_.none && (filter_.only_line == 0 || filter_.only_line == entries_.back().line) &&
            (filter_.symbols.empty() || std::ranges::find(filter_.symbols, function_.name) != filter_.symbols.end()) &&
            (filter_.arch.empty() || filter_.arch == function_.arch);
}

Verdict ListingBuilder::begin_function(std::string_view name) {
  if (end_function() == Verdict::refused) return Verdict::refused;
  forget_function();
  return open_function(name);
}

Verdict ListingBuilder::open_function(std::string_view name) {
  in_function_ = true;
  in_data_section_ = false;
  part_ = DumpPart::code;
  while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
  function_.name = name;
  entries_.push_back({function_.name, block_arch_, line_, 0});
  update_wanted();
  return Verdict::accepted;
}

Verdict ListingBuilder::ensure_function() { return in_function_ ? Verdict::accepted : open_function(""); }

void ListingBuilder::forget_function() {
  function_ = {};
  labels_here_.clear();
  labels_.clear();
  pending_.clear();
  slots_.clear();
  current_note_ = -1;
  note_is_fresh_ = false;
}

Verdict ListingBuilder::end_function() {
  if (!in_function_) return Verdict::accepted;
  const bool keep = std::exchange(wanted_, false);
  in_function_ = false;
  if (keep) {
    if (function_.instructions.empty()) {
      return refuse_at(entries_.back().line, 1, fmt::format("function '{}' holds no instruction", function_.name),
                       "is the text cut off?");
    }
    if (note_is_fresh_) function_.source_notes.pop_back();
    const Layout spacing = layout();
    if (settle_words(spacing) == Verdict::refused || settle_labels(spacing) == Verdict::refused) {
      return Verdict::refused;
    }
    settle_gaps(spacing);
    entries_.back().instructions = function_.instructions.size();
    functions_.push_back(std::move(function_));
  }
  forget_function();
  return Verdict::accepted;
}

Verdict ListingBuilder::finish() {
  for (FunctionEntry& entry : entries_) entry.is_kernel = kernels_.contains({entry.arch, entry.name});
  return end_function();
}

// Rows ---------------------------------------------------------------------------------------------

Verdict ListingBuilder::count_row() {
  ++entries_.back().instructions;
  block_has_rows_ = true;
  return Verdict::accepted;
}

Verdict ListingBuilder::add_row(std::uint64_t address, Row& row) {
  if (ensure_function() == Verdict::refused) return Verdict::refused;
  if (!wanted_) return count_row();
  block_has_rows_ = true;
  std::vector<Instruction>& rows = function_.instructions;
  if (!rows.empty() && address <= rows.back().address) {
    return refuse(1, fmt::format("address 0x{:x} does not follow 0x{:x}", address, rows.back().address),
                  "does a second function begin here without a 'Function :' line?");
  }
  const std::optional<int> number = arch_number(function_.arch);
  const std::uint64_t bytes = number ? static_cast<std::uint64_t>(instruction_bytes(*number)) : 8;
  if (address % bytes != 0) {
    return refuse(1,
                  fmt::format("address 0x{:x} is not a multiple of {}, the bytes of an instruction{}", address, bytes,
                              number ? " of " + function_.arch : ""),
                  "is the architecture right?");
  }
  if (name_waiting_labels(address) == Verdict::refused) return Verdict::refused;
  std::size_t noted = 0;
  for (const LabelUse& use : row.label_uses) {
    pending_.push_back({rows.size(), use.operand < 0 ? noted++ : 0, use, line_});
  }
  Instruction& instruction = rows.emplace_back(std::move(row.instruction));
  instruction.address = address;
  settle_distance_to_section(instruction);
  instruction.line = line_;
  instruction.source_note = current_note_;
  note_is_fresh_ = false;
  return Verdict::accepted;
}

Verdict ListingBuilder::add_word(std::uint64_t word, std::uint32_t column) {
  if (in_ptx() || in_data_section_) return Verdict::accepted;
  if (ensure_function() == Verdict::refused) return Verdict::refused;
  if (!wanted_) return Verdict::accepted;
  std::vector<Instruction>& rows = function_.instructions;
  const std::optional<int> number = arch_number(function_.arch);
  const bool wide = number && instruction_bytes(*number) == 16;
  if (!rows.empty() && (rows.back().word_count == 0 || wide)) {
    Instruction& last = rows.back();
    if (last.word_count == 2) return refuse(column, "a third word in one encoding: a row before it may be missing");
    last.words[last.word_count++] = word;
    return Verdict::accepted;
  }
  if (wide) return refuse(column, "an encoding without an instruction");
  slots_.push_back({rows.size(), word, line_, column});
  return Verdict::accepted;
}

/// What follows the name of a function has no line until one is noted: routines of the compiler in a kernel have none.
void ListingBuilder::add_label(std::string_view name) {
  if (!takes_remarks()) return;
  labels_here_.push_back({name, line_});
  if (!name.starts_with('.') && !note_is_fresh_) current_note_ = -1;
}

void ListingBuilder::add_source_note(SourceNote note) {
  if (!takes_remarks()) return;
  std::vector<SourceNote>& notes = function_.source_notes;
  if (note_is_fresh_ && !notes.back().inlined_at.empty()) {
    // The next frame of an inlined call: the first note already says where it was inlined.
    if (!note.inlined_at.empty()) notes.back().inlined_at += " " + note.inlined_at;
    return;
  }
  if (note_is_fresh_) notes.pop_back();  // no row came between: the first note says nothing
  notes.push_back(std::move(note));
  current_note_ = static_cast<std::int32_t>(notes.size()) - 1;
  note_is_fresh_ = true;
}

void ListingBuilder::add_elision() {
  if (in_function_ && wanted_ && !function_.instructions.empty()) {
    function_.instructions.back().gap_after = Gap::elided;
  }
}

std::string list_candidates(const std::vector<FunctionEntry>& entries, bool with_lines) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(entries.size(), most); ++i) {
    const FunctionEntry& entry = entries[i];
    text += fmt::format("{}{} ({}{})", i == 0 ? "" : ", ", entry.name.empty() ? "(no name)" : demangled(entry.name),
                        entry.arch.empty() ? "no architecture" : entry.arch,
                        with_lines ? fmt::format(", line {}", entry.line) : "");
  }
  if (entries.size() > most) text += fmt::format(" and {} more", entries.size() - most);
  return text;
}

}  // namespace reconverge::sass
