// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The document model: what a study hands to an output format. It knows tables, figures, diagrams
/// and text, and nothing of warps, cycles or GPUs.
namespace reconverge::report {

/// A number or word that does not exist, with the reason. It is never printed as 0 or left out.
struct Absent {
  std::string reason = {};
  friend bool operator==(const Absent&, const Absent&) = default;
};

using Cell = std::variant<Absent, std::string, std::int64_t, double, bool>;

struct Column {
  std::string key = {};         ///< name in CSV and JSON, with its unit: "kepler_cycles"
  std::string title = {};       ///< what a person reads
  std::string provenance = {};  ///< where the column's numbers come from; empty if it goes without saying
};

struct Table {
  std::string id = {};  ///< file name without extension, anchor in HTML: "single_loop"
  std::string caption = {};
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};  ///< each as long as `columns`
  std::vector<std::string> notes = {};
  bool sortable = false;  ///< a page lets its rows be sorted by any column
  bool folded = false;    ///< is folded on a page
  bool bulk = false;      ///< thousands of rows: a data file, named but not shown on a page
};

enum class Mark : std::uint8_t { circle, square, triangle, cross, diamond, down, none };
enum class Line : std::uint8_t { none, solid, dashed, step, dashed_step };

struct Series {
  std::string name = {};
  std::string provenance = {};  ///< "paper (plot expression)", "emulated, lazy spills", ...
  Mark mark = Mark::circle;
  Line line = Line::none;
  std::vector<std::pair<double, double>> points = {};  ///< empty: absent, see `absent_because`
  std::string absent_because = {};
  std::optional<std::size_t> colour = {};  ///< number of its colour; else that of its place in the figure
};

struct Axis {
  std::string title = {};          ///< with the unit
  std::vector<double> ticks = {};  ///< empty: chosen by the format
};

struct Figure {
  std::string id = {};
  std::string caption = {};
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  std::vector<std::string> notes = {};
};

/// Boxes stacked in columns, the last box of a column on top.
struct BoxDiagram {
  struct Box {
    std::string text = {};
    std::string kind = {};  ///< boxes of one kind share one colour
  };
  struct Column {
    std::string title = {};
    std::string subtitle = {};
    std::vector<Box> boxes = {};  ///< bottom first
  };
  std::string id = {};
  std::string caption = {};
  std::vector<Column> columns = {};
  std::vector<std::string> notes = {};
};

struct Text {
  std::string body = {};  ///< plain text; an empty line parts paragraphs
  bool preformatted = false;
};

/// A part of a page that brings its own program: markup, style and script of another layer, and the
/// data they show. Only a page can hold it; other formats name it.
struct Applet {
  std::string id = {};
  std::string caption = {};
  std::string markup = {};  ///< HTML written by us; nothing of the input is in it
  std::string style = {};
  std::string script = {};          ///< finds its data in the element `<id>-data`
  std::string data = {};            ///< JSON; text of the input belongs here
  std::string without_script = {};  ///< what a reader without scripts sees
};

using Block = std::variant<Text, Table, Figure, BoxDiagram, Applet>;

struct Section {
  std::string id = {};
  std::string title = {};
  std::vector<Block> blocks = {};
};

struct Report {
  std::string title = {};
  std::vector<std::pair<std::string, std::string>> properties = {};  ///< version, command, date, ...
  std::vector<Section> sections = {};
  std::vector<std::pair<std::string, std::string>> answer = {};  ///< what the report found, in front of all else
  bool is_workbench = false;  ///< a page to work with: its first section fills the window, and properties come last
};

}  // namespace reconverge::report
