// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/diagnostic.hpp"
#include "sass/program.hpp"
#include "sass/reader.hpp"
#include "sass/row.hpp"

namespace reconverge::sass {

/// The answer of a recogniser on a line.
enum class Verdict : std::uint8_t {
  not_mine,  ///< another recogniser's line
  accepted,
  refused,  ///< recognised and wrong: the builder holds the diagnostic
};

/// The content of a part of a text: a dump may have several for each of its files.
enum class DumpPart : std::uint8_t { code, ptx, sections, resource_usage, symbols };

/// Collects functions while the recognisers walk down a text. Knows the order of things in a
/// listing (blocks, functions, rows, control words); knows no spelling.
class ListingBuilder {
 public:
  /// Which functions to keep: those of symbols and architecture, or the one that begins at a line, or none.
  struct Filter {
    std::string arch = {};                  ///< empty = any
    std::vector<std::string> symbols = {};  ///< empty = any
    std::uint32_t only_line = 0;            ///< 0 = any
    bool none = false;                      ///< count rows only
  };

  ListingBuilder(std::string source, Filter filter);

  // Where the reader is.
  void begin_line(std::uint32_t number) { line_ = number; }
  std::uint32_t line() const { return line_; }

  // Blocks and functions.
  Verdict begin_block(std::string_view arch);   ///< `code for sm_90`, `arch = sm_90`
  Verdict refine_arch(std::string_view arch);   ///< `.target sm_100a`
  Verdict confirm_arch(std::string_view arch);  ///< header flags; their suffix is only a hint
  /// The text names one that does not exist, as old tools do of files that are newer than they. It is an
  /// error unless the selection names one.
  Verdict meet_unknown_arch(std::uint32_t column, std::string_view arch);
  Verdict begin_function(std::string_view name);
  Verdict end_function();
  void enter_data_section() { in_data_section_ = true; }
  bool in_data_section() const { return in_data_section_; }
  void enter_part(DumpPart part) { part_ = part; }
  DumpPart part() const { return part_; }
  bool in_ptx() const { return part_ == DumpPart::ptx; }

  // Content of a function.
  bool in_function() const { return in_function_; }
  bool wanted() const { return wanted_; }  ///< rows of this function are kept
  Verdict add_row(std::uint64_t address, Row& row);
  Verdict count_row();                                         ///< a row of a function that is not kept
  Verdict add_word(std::uint64_t word, std::uint32_t column);  ///< hex on a line of its own
  void add_label(std::string_view name);
  void add_kernel(std::string_view name) { kernels_.insert({block_arch_, std::string(name)}); }
  void add_source_note(SourceNote note);
  void add_elision();

  /// Ends the text. Everything the selection names is then in `functions()`.
  Verdict finish();
  std::vector<Function>& functions() { return functions_; }
  const std::vector<FunctionEntry>& entries() const { return entries_; }

  // Diagnostics.
  Verdict refuse(std::uint32_t column, std::string message, std::string hint = {});
  Verdict refuse(core::Diagnostic diagnostic);  ///< adds source and line
  const core::Diagnostic& diagnostic() const { return *diagnostic_; }

 private:
  struct ControlSlot {
    std::size_t before;  ///< index of the first instruction the word is for
    std::uint64_t word;
    std::uint32_t line;
    std::uint32_t column;
  };
  struct PendingLabel {
    std::size_t instruction;
    std::size_t noted;  ///< index into noted_targets, if the use is not an operand
    LabelUse use;
    std::uint32_t line;
  };
  struct Layout {
    std::uint64_t bytes = 8;  ///< of one instruction
    std::uint64_t group = 0;  ///< bytes from one control word to the next; 0 = no such words
  };

  Verdict ensure_function();
  Verdict open_function(std::string_view name);
  void forget_function();
  /// Labels and notes may precede the first row of a text without headers.
  bool takes_remarks() const { return in_function_ ? wanted_ : !in_data_section_ && !in_ptx(); }
  void update_wanted();
  Layout layout() const;
  Layout guessed_layout() const;
  Verdict settle_words(const Layout& layout);
  Verdict settle_control_words(const Layout& layout);
  void settle_gaps(const Layout& layout);
  Verdict settle_labels(const Layout& layout);
  std::optional<std::uint64_t> address_of(std::string_view name) const;
  void settle_numeric_targets(const Layout& layout);
  Verdict refuse_at(std::uint32_t line, std::uint32_t column, std::string message, std::string hint = {});
  Verdict name_waiting_labels(std::uint64_t address);

  std::string source_;
  Filter filter_;
  std::optional<core::Diagnostic> diagnostic_;
  std::uint32_t line_ = 0;

  std::string block_arch_;         ///< architecture of the text here; empty if it names none
  bool block_arch_named_ = false;  ///< by a header, not by flags alone
  bool block_has_rows_ = false;
  bool in_function_ = false;
  bool wanted_ = false;
  bool in_data_section_ = false;
  DumpPart part_ = DumpPart::code;

  Function function_;
  struct WaitingLabel {
    std::string_view name;
    std::uint32_t line;
  };
  std::vector<WaitingLabel> labels_here_;  ///< waiting for the address of the next row
  std::unordered_map<std::string_view, std::uint64_t> labels_;
  std::vector<PendingLabel> pending_;
  std::vector<ControlSlot> slots_;  ///< control words; second words too while no width is known
  bool note_is_fresh_ = false;      ///< no row since the last source note
  std::int32_t current_note_ = -1;

  std::vector<Function> functions_;
  std::vector<FunctionEntry> entries_;
  std::set<std::pair<std::string, std::string>> kernels_;  ///< by architecture: functions that the host can start
};

/// "no function 'f' in the text; it holds a (sm_90), b (sm_90)": at most a dozen are named.
/// @param with_lines  also says where each begins: "a (sm_90, line 7)"
std::string list_candidates(const std::vector<FunctionEntry>& entries, bool with_lines);

}  // namespace reconverge::sass
