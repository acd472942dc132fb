// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

constexpr int gap = 2;               // blanks between two columns
constexpr int narrowest_text = 12;   // a text column is not squeezed below this
constexpr int widest_unbroken = 24;  // nor below its longest word, unless that is longer

int width_of(const std::string& text) { return static_cast<int>(text_width(text, terminal_width)); }

int widest_word(const std::string& text) {
  int widest = 0;
  for (const auto& word : wrap(text, 1e9, terminal_width)) {
    std::size_t start = 0;
    while (start <= word.size()) {
      const std::size_t end = std::min(word.find(' ', start), word.size());
      widest = std::max(widest, width_of(word.substr(start, end - start)));
      start = end + 1;
    }
  }
  return widest;
}

struct TextColumn {
  std::string title;
  std::vector<std::string> cells;
  bool right_aligned = false;
  int natural = 0;   // the width without any wrapping
  int smallest = 0;  // numbers are never broken, words only if they must be
  int width = 0;
};

std::vector<TextColumn> read_columns(const Table& table, AbsenceNotes& notes) {
  std::vector<TextColumn> columns(table.columns.size());
  // Row by row, so that footnotes are numbered in reading order.
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Cell cell = cell_at(row, i);
      std::string text = clean_utf8(readable(cell));
      if (const auto reason = absence(cell)) {
        text += fmt::format(" [{}]", notes.number_of(*reason));
      }
      columns[i].cells.push_back(std::move(text));
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    TextColumn& column = columns[i];
    column.title = clean_utf8(table.columns[i].title);
    column.right_aligned = is_numeric_column(table, i);
    int cells = 0;
    for (const auto& cell : column.cells) {
      for (const auto& line : wrap(cell, 1e9, terminal_width)) cells = std::max(cells, width_of(line));
    }
    column.natural = std::max({cells, width_of(column.title), 1});
    int whole = 0;
    if (!column.right_aligned)
      for (const auto& cell : column.cells) whole = std::max(whole, std::min(widest_word(cell), widest_unbroken));
    const int unbroken = column.right_aligned ? cells : std::max(std::min(cells, narrowest_text), whole);
    column.smallest = std::max({unbroken, std::min(widest_word(column.title), narrowest_text), 1});
  }
  return columns;
}

int total_width(const std::vector<TextColumn*>& panel) {
  int total = gap * (static_cast<int>(panel.size()) - 1);
  for (const auto* column : panel) total += column->width;
  return total;
}

// How many lines each row needs in a column of some width, the title first.
std::vector<int> heights(const TextColumn& column, int width) {
  std::vector<int> lines{static_cast<int>(wrap(column.title, width, terminal_width).size())};
  for (const auto& cell : column.cells) lines.push_back(static_cast<int>(wrap(cell, width, terminal_width).size()));
  return lines;
}

// A column that may give one unit of width, and the heights of its rows before and after.
struct Candidate {
  TextColumn* column = nullptr;
  std::vector<int> now = {};
  std::vector<int> narrower = {};

  bool can_give() const { return column->width > column->smallest; }
  void look_ahead() {
    if (can_give()) narrower = heights(*column, column->width - 1);
  }
};

// By how many lines the panel grows if one of its columns gives a unit of width.
int growth(const std::vector<Candidate>& candidates, const Candidate& giver) {
  int lines = 0;
  for (std::size_t row = 0; row < giver.now.size(); ++row) {
    int tallest = 0;
    for (const auto& candidate : candidates) tallest = std::max(tallest, candidate.now[row]);
    lines += std::max(0, giver.narrower[row] - tallest);
  }
  return lines;
}

// Where whole words leave a panel too wide, those of text may be broken. Whether there are any.
bool break_words(std::vector<Candidate>& candidates) {
  bool any = false;
  for (Candidate& candidate : candidates) {
    TextColumn& column = *candidate.column;
    if (column.right_aligned || column.smallest <= narrowest_text) continue;
    column.smallest = narrowest_text;
    candidate.look_ahead();
    any = true;
  }
  return any;
}

// Takes width where it costs the fewest lines until the panel fits, so that prose keeps more room
// than columns of single words; among equals, from the widest column.
void squeeze(const std::vector<TextColumn*>& panel, int width) {
  std::vector<Candidate> candidates;
  for (auto* column : panel) {
    column->width = column->natural;
    candidates.push_back({column});
    if (column->natural > width) column->width = std::max(column->smallest, width);
  }
  for (auto& candidate : candidates) {
    candidate.now = heights(*candidate.column, candidate.column->width);
    candidate.look_ahead();
  }
  while (total_width(panel) > width) {
    Candidate* chosen = nullptr;
    int least = 0;
    for (auto& candidate : candidates) {
      if (!candidate.can_give()) continue;
      const int lines = growth(candidates, candidate);
      const bool better =
          chosen == nullptr || lines < least || (lines == least && candidate.column->width > chosen->column->width);
      if (better) chosen = &candidate, least = lines;
    }
    if (chosen == nullptr && !break_words(candidates)) return;
    if (chosen == nullptr) continue;
    --chosen->column->width;
    chosen->now = std::move(chosen->narrower);
    chosen->look_ahead();
  }
}

// Columns that do not fit side by side go to further panels, each led by the first column.
std::vector<std::vector<TextColumn*>> split_into_panels(std::vector<TextColumn>& columns, int width) {
  std::vector<std::vector<TextColumn*>> panels;
  int used = 0;
  for (auto& column : columns) {
    if (panels.empty() || (used + gap + column.smallest > width && panels.back().size() > 1)) {
      panels.emplace_back();
      used = -gap;
      if (&column != &columns.front()) {
        panels.back().push_back(&columns.front());
        used = columns.front().smallest;
      }
    }
    panels.back().push_back(&column);
    used += gap + column.smallest;
  }
  return panels;
}

void append_row(std::string& out, const std::vector<TextColumn*>& panel, const std::vector<const std::string*>& texts,
                bool at_bottom) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < panel.size(); ++i) {
    cells.push_back(wrap(*texts[i], panel[i]->width, terminal_width));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    std::string printed;
    for (std::size_t i = 0; i < panel.size(); ++i) {
      const std::size_t missing = at_bottom ? height - cells[i].size() : 0;
      const bool filled = line >= missing && line - missing < cells[i].size();
      const std::string text = filled ? cells[i][line - missing] : std::string();
      const auto blanks = static_cast<std::size_t>(std::max(0, panel[i]->width - width_of(text)));
      if (i > 0) printed.append(gap, ' ');
      if (panel[i]->right_aligned) printed.append(blanks, ' ');
      printed += text;
      if (!panel[i]->right_aligned) printed.append(blanks, ' ');
    }
    printed.erase(printed.find_last_not_of(' ') + 1);
    out += printed + '\n';
  }
}

void append_panel(std::string& out, const std::vector<TextColumn*>& panel, std::size_t rows) {
  std::vector<const std::string*> texts;
  for (const auto* column : panel) texts.push_back(&column->title);
  append_row(out, panel, texts, true);
  std::string rule;
  for (const auto* column : panel) {
    if (!rule.empty()) rule.append(gap, ' ');
    rule.append(static_cast<std::size_t>(column->width), '-');
  }
  out += rule + '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < panel.size(); ++i) texts[i] = &panel[i]->cells[row];
    append_row(out, panel, texts, false);
  }
}

// A paragraph whose second and later lines are indented below its first word.
void append_hanging(std::string& out, const std::string& lead, const std::string& text, int width) {
  const int limit = std::max(narrowest_text, width - width_of(lead));
  std::string prefix = lead;
  for (const auto& line : wrap(clean_utf8(text), limit, terminal_width)) {
    out += prefix + line + '\n';
    prefix.assign(static_cast<std::size_t>(width_of(lead)), ' ');
  }
}

// One line for all columns of one provenance: "depth, pushes: emulated".
void append_provenance(std::string& out, const Table& table, int width) {
  std::vector<std::pair<std::string, std::string>> groups;  // provenance, titles
  for (const auto& column : table.columns) {
    if (column.provenance.empty()) continue;
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == column.provenance; });
    if (group == groups.end()) group = groups.insert(group, {column.provenance, ""});
    group->second += (group->second.empty() ? "" : ", ") + column.title;
  }
  for (const auto& [provenance, titles] : groups) append_hanging(out, "", titles + ": " + provenance, width);
}

}  // namespace

std::string to_text(const Table& table, int width) {
  width = std::max(width, narrowest_text);
  AbsenceNotes notes;
  std::vector<TextColumn> columns = read_columns(table, notes);
  std::string out;
  if (!table.caption.empty()) append_hanging(out, "", table.caption, width);
  for (const auto& panel : split_into_panels(columns, width)) {
    if (!out.empty()) out += '\n';
    squeeze(panel, width);
    append_panel(out, panel, table.rows.size());
  }
  std::string below;
  for (std::size_t i = 0; i < notes.reasons().size(); ++i) {
    append_hanging(below, fmt::format("[{}] ", i + 1), "absent: " + notes.reasons()[i], width);
  }
  append_provenance(below, table, width);
  for (const auto& note : table.notes) append_hanging(below, "", note, width);
  return below.empty() ? out : out + '\n' + below;
}

std::string to_text(const Text& text, int width) {
  std::string out;
  for (const auto& line : wrap(clean_utf8(text.body), text.preformatted ? 1e9 : width, terminal_width))
    out += line + '\n';
  out.erase(out.find_last_not_of('\n') + 1);
  return out + '\n';
}

}  // namespace reconverge::report
