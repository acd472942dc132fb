// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/formats/cell.hpp"
#include "report/formats/escape.hpp"
#include "report/formats/figure_data.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/html_columns.hpp"
#include "report/formats/html_scripts.hpp"
#include "report/formats/html_style.hpp"
#include "report/formats/json.hpp"
#include "report/formats/series_style.hpp"
#include "report/formats/svg_canvas.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

// A page with some figures of this many rows stays far below 10 MB and opens at once.
constexpr std::size_t listed_rows = 1000;

// Longer tables are laid out when they come near the window.
constexpr std::size_t short_rows = 20;

/// Hands out anchors that no other element of the page has.
class Anchors {
 public:
  std::string take(std::string_view wanted) {
    const std::string base = anchor(wanted);
    std::string id = base;
    for (int i = 2; !taken_.insert(id).second; ++i) id = fmt::format("{}-{}", base, i);
    return id;
  }

 private:
  std::set<std::string> taken_;
};

std::string item(std::string_view lead, std::string_view text) {
  if (lead.empty()) return "<li>" + escape_xml(text) + "</li>\n";
  return fmt::format("<li><strong>{}:</strong> {}</li>\n", escape_xml(lead), escape_xml(text));
}

std::string remarks(const std::string& items) {
  return items.empty() ? "" : "<ul class=\"remarks\">\n" + items + "</ul>\n";
}

/// Where things come from: those of one source that follow each other share an item.
class Sources {
 public:
  void add(std::string_view what, std::string_view source) {
    if (source != source_) end();
    what_ += what_.empty() ? "" : ", ";
    what_ += what;
    source_ = source;
  }
  std::string end() {
    if (!what_.empty()) items_ += item(what_, source_);
    what_.clear();
    return items_;
  }

 private:
  std::string items_, what_, source_;
};

std::string notes(const std::vector<std::string>& texts) {
  std::string items;
  for (const auto& text : texts) items += item("", text);
  return items;
}

/// Words of more letters may be broken, where they have parts at their ends.
constexpr std::size_t long_word = 12;

/// Text in which a line ends after parts of long names, and not within "->" or the hyphens of an option.
std::string with_breaks(const std::string& text) {
  constexpr std::string_view arrow = "-&gt;";
  std::string html;
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size(); at = end) {
    end = std::min(text.find(' ', at), text.size());
    const std::string word = escape_xml(text.substr(at, end - at));
    const bool is_option = word.starts_with("--") && end - at <= 2 * long_word;
    if (is_option) html += "<span class=\"option\">";
    for (std::size_t i = 0; i < word.size(); ++i) {
      html += word[i];
      if (end - at > long_word && i > 0 && i + 1 < word.size() &&
          std::string_view("_:./,").find(word[i]) != std::string_view::npos)
        html += "<wbr/>";
    }
    if (is_option) html += "</span>";
    while (end < text.size() && text[end] == ' ') html += text[end++];
  }
  for (std::size_t at = html.find(arrow); at != std::string::npos; at = html.find(arrow, at)) {
    const std::string whole = fmt::format("<span class=\"arrow\">{}</span>", arrow);
    html.replace(at, arrow.size(), whole);
    at += whole.size();
  }
  return html;
}

// --- tables ---------------------------------------------------------------------------------

/// Rows, and below them every footnote, source and note: what a tooltip says is also readable
/// without a mouse.
class TableWriter {
 public:
  TableWriter(const Table& table, std::string id, Anchors& anchors)
      : table_(table), id_(std::move(id)), anchors_(anchors), columns_(table) {}

  /// Rows that a page shows at once; a browser that runs scripts adds the others when it has shown these (page.js).
  static constexpr std::size_t first_rows = 60, many_rows = 200;

  std::string write() {
    const bool is_long = table_.sortable && !table_.folded && table_.rows.size() > many_rows;
    const std::size_t shown = is_long ? first_rows : table_.rows.size();
    std::string html = fmt::format(
        "<div class=\"scroll rows\" role=\"region\" tabindex=\"0\" "
        "aria-label=\"{}\">\n<table{}>\n{}<tbody>\n",
        escape_xml(table_.caption.empty() ? table_.id : table_.caption), columns_.of_table(), head());
    for (std::size_t i = 0; i < shown; ++i) html += table_row(table_.rows[i]);
    html += "</tbody>\n</table>\n" + rest(shown) + "</div>\n";
    return html + remarks(below());
  }

 private:
  /// The rows from one on, as a table for browsers without scripts.
  std::string rest(std::size_t from) {
    if (from == table_.rows.size()) return "";
    std::string html = "<table>\n" + head() + "<tbody>\n";
    for (std::size_t i = from; i < table_.rows.size(); ++i) html += table_row(table_.rows[i]);
    return "<noscript class=\"rest\">" + html + "</tbody>\n</table>\n</noscript>\n";
  }

  std::string head() const {
    std::string html = "<thead><tr>";
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const Column& column = table_.columns[i];
      if (column.title.empty()) {  // an empty title is not a heading
        html += "<td></td>";
        continue;
      }
      html += fmt::format("<th scope=\"col\"{}{}>{}</th>", columns_.of_head(i),
                          column.provenance.empty() ? "" : " title=\"" + escape_xml(column.provenance) + '"',
                          escape_xml(column.title));
    }
    return html + "</tr></thead>\n";
  }

  std::string table_row(const std::vector<Cell>& row) {
    std::string html = "<tr>";
    for (std::size_t i = 0; i < table_.columns.size(); ++i) html += data_cell(cell_at(row, i), i);
    return html + "</tr>\n";
  }

  std::string data_cell(const Cell& cell, std::size_t column) {
    const auto reason = absence(cell);
    if (!reason)
      return fmt::format("<td{}>{}</td>", columns_.of_cells(column),
                         columns_.is_numeric(column) ? escape_xml(readable(cell)) : with_breaks(readable(cell)));
    return fmt::format("<td class=\"absent{}\" title=\"{}\">absent<sup><a href=\"#{}\">{}</a></sup></td>",
                       columns_.is_numeric(column) ? " number" : "", escape_xml(*reason), footnote_anchor(*reason),
                       absences_.number_of(*reason));
  }

  std::string footnote_anchor(const std::string& reason) {
    const auto number = static_cast<std::size_t>(absences_.number_of(reason));
    if (footnotes_.size() < number) footnotes_.push_back(anchors_.take(fmt::format("{}-absent-{}", id_, number)));
    return footnotes_[number - 1];
  }

  std::string below() const {
    std::string items;
    for (std::size_t i = 0; i < footnotes_.size(); ++i) {
      items += fmt::format("<li id=\"{}\"><strong>{} absent:</strong> {}</li>\n", footnotes_[i], i + 1,
                           escape_xml(absences_.reasons()[i]));
    }
    Sources sources;
    for (const auto& column : table_.columns) {
      if (!column.provenance.empty()) sources.add(column.title, column.provenance);
    }
    return items + sources.end() + notes(table_.notes);
  }

  const Table& table_;
  std::string id_;
  Anchors& anchors_;
  HtmlColumns columns_;
  AbsenceNotes absences_;
  std::vector<std::string> footnotes_;
};

// --- blocks ---------------------------------------------------------------------------------

std::string drawing(const std::string& svg, const std::string& label) {
  return fmt::format("<div class=\"scroll drawing\" role=\"group\" tabindex=\"0\" aria-label=\"{}\">\n{}</div>\n",
                     escape_xml(label), svg);
}

/// A part of a figure whose chart shows the same. A browser that runs scripts keeps it as text until it is wanted
/// (charts.js, unfold): a page of many figures would otherwise consist of little else. One that runs none shows it.
std::string folded(const std::string& markup) { return "<noscript>" + markup + "</noscript>\n"; }

std::string figure_element(const std::string& id, const std::string& caption, const std::string& content,
                           const char* attributes = "") {
  std::string html = fmt::format("<figure id=\"{}\"{}>\n", id, attributes);
  if (!caption.empty()) html += "<figcaption>" + escape_xml(caption) + "</figcaption>\n";
  return html + content + "</figure>\n";
}

/// The lines of "1. ...", "2. ..." without their numbers; none if it is not such a list.
std::vector<std::string> numbered_lines(std::string_view paragraph) {
  std::vector<std::string> lines;
  while (!paragraph.empty()) {
    const std::string_view line = paragraph.substr(0, paragraph.find('\n'));
    const std::string number = fmt::format("{}. ", lines.size() + 1);
    if (!line.starts_with(number)) return {};
    lines.emplace_back(line.substr(number.size()));
    paragraph.remove_prefix(std::min(line.size() + 1, paragraph.size()));
  }
  return lines;
}

std::string to_html(const Text& text, Anchors&) {
  if (text.preformatted) {
    // Line feeds stay themselves: inside <pre> they are what the text is about.
    return "<pre tabindex=\"0\">" + escape_xml(text.body) + "</pre>\n";
  }
  std::string html;
  for (const auto& paragraph : paragraphs(text.body)) {
    const auto steps = numbered_lines(paragraph);
    if (steps.empty()) {
      html += "<p>" + escape_xml(paragraph) + "</p>\n";
      continue;
    }
    html += "<ol>\n";
    for (const auto& step : steps) html += "<li>" + escape_xml(step) + "</li>\n";
    html += "</ol>\n";
  }
  return html;
}

/// A table that is wider than text takes what the window has, about the middle of the page.
std::string attributes_of(const Table& table) {
  const HtmlColumns columns(table);
  std::string text = table.rows.size() > short_rows ? " class=\"long-table" : "";
  if (columns.is_wide())
    return fmt::format("{}wide\" style=\"--rc-half:{:.0f}px\"", text.empty() ? " class=\"" : text + ' ',
                       columns.width() * 0.53);  // half of it, and some room
  return text.empty() ? text : text + '"';
}

std::string to_html(const Table& table, Anchors& anchors) {
  const std::string id = anchors.take(table.id);
  if (table.bulk) {
    const std::string where = fmt::format("{} rows, in the file {}.csv", table.rows.size(), table.id);
    return figure_element(id, table.caption, remarks(item("", where) + notes(table.notes)));
  }
  const std::string rows = TableWriter(table, id, anchors).write();
  if (table.folded)
    return figure_element(
        id, "",
        fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", escape_xml(table.caption), folded(rows)));
  return figure_element(id, table.caption, rows, attributes_of(table).c_str());
}

/// The data of a chart.
nlohmann::ordered_json chart_data(const Figure& figure) {
  auto data = to_json(figure);
  data["colours"] = colours_of(figure);
  data["equal_to"] = equal_to(figure);
  return data;
}

std::string to_html(const Figure& figure, Anchors& anchors) {
  const std::string id = anchors.take(figure.id);
  const std::string picture = anchors.take(id + "-picture");
  Sources sources;
  for (const auto& series : figure.series) {
    if (const auto reason = absence(series)) sources.add(series.name, "absent: " + *reason);
    else if (!series.provenance.empty()) sources.add(series.name, series.provenance);
  }
  Table data = data_table(figure, listed_rows);
  for (auto& column : data.columns) column.provenance.clear();  // listed as sources
  std::string rows = data.rows.empty() ? "" : TableWriter(data, anchors.take(data.id), anchors).write();
  const bool interactive = has_charts() && !data.rows.empty();
  const auto part = [&](const std::string& markup) { return interactive ? folded(markup) : markup; };
  const std::string details = fmt::format("<details>\n<summary>Data, sources and notes</summary>\n{}</details>\n",
                                          part(rows + remarks(sources.end() + notes(figure.notes))));
  std::string content =
      part(drawing(draw(figure, picture, interactive ? Embedding::beside_chart : Embedding::inlined), figure.caption));
  if (interactive) content += data_element(anchors.take(id + "-data"), chart_data(figure).dump());
  return figure_element(id, figure.caption, content + details, interactive ? " data-chart=\"static\"" : "");
}

std::string to_html(const BoxDiagram& diagram, Anchors& anchors) {
  const std::string id = anchors.take(diagram.id);
  const std::string picture = anchors.take(id + "-picture");
  return figure_element(
      id, diagram.caption,
      drawing(draw(diagram, picture, Embedding::inlined), diagram.caption) + remarks(notes(diagram.notes)));
}

/// The markup is the applet's own; whatever comes from the input is in its data.
std::string to_html(const Applet& applet, Anchors& anchors) {
  const std::string id = anchors.take(applet.id);
  return figure_element(
      id, applet.caption,
      fmt::format("<noscript><p>{}</p></noscript>\n{}", escape_xml(applet.without_script), applet.markup) +
          data_element(anchors.take(id + "-data"), applet.data),
      " class=\"applet\"");
}

// --- page -----------------------------------------------------------------------------------

std::string properties_table(const Report& report) {
  if (report.properties.empty()) return "";
  std::string html = "<table class=\"properties\"><tbody>\n";
  for (const auto& [name, value] : report.properties) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape_xml(name), escape_xml(value));
  }
  return html + "</tbody></table>\n";
}

/// A title that does not fit its lines is whole in its tooltip.
std::string heading(const std::string& title) {
  constexpr std::size_t longest = 100;
  const std::string text = escape_xml(title);
  const std::string tooltip = title.size() > longest ? " title=\"" + text + '"' : "";
  return fmt::format("<h1{}>{}</h1>\n", tooltip, text);
}

std::string answer_list(const Report& report) {
  if (report.answer.empty()) return "";
  std::string html = "<dl class=\"answer\">\n";
  for (const auto& [name, value] : report.answer)
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escape_xml(name), escape_xml(value));
  return html + "</dl>\n";
}

std::string head(const Report& report, const Scripts& scripts) {
  // The policy makes "no request to anywhere" a rule that the browser enforces, and lets no script
  // run but our own.
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; img-src data:{}\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n"
      "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n",
      scripts.policy, escape_xml(report.title), page_style(), scripts.style);
}

std::string table_of_contents(const Report& report, const std::vector<std::string>& ids, const std::string& contents) {
  std::string html = fmt::format("<nav aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">Contents</h2>\n<ol>\n", contents);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", ids[i], escape_xml(report.sections[i].title));
  }
  return html + "</ol>\n</nav>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  Anchors anchors;
  const std::string content = anchors.take("content");
  const std::string contents = anchors.take("contents");
  std::vector<std::string> ids;
  for (const auto& section : report.sections) ids.push_back(anchors.take(section.id));

  std::string html = fmt::format(
      "<body{0}>\n<a class=\"skip\" href=\"#{1}\">Skip to the content</a>\n<div class=\"page\">\n"
      "<header>\n{2}{3}</header>\n",
      report.is_workbench ? " class=\"workbench\"" : "", content, heading(report.title), answer_list(report));
  const std::string toc = table_of_contents(report, ids, contents);
  // Where the page is a tool, it stands first.
  const bool toc_is_first = !report.is_workbench && !report.sections.empty();
  if (toc_is_first) html += toc;
  html += fmt::format("<main id=\"{}\">\n", content);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Section& section = report.sections[i];
    html +=
        fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n", ids[i], escape_xml(section.title));
    for (const auto& block : section.blocks) {
      html += std::visit([&](const auto& part) { return to_html(part, anchors); }, block);
    }
    html += "</section>\n";
  }
  html += "<section class=\"about\" aria-label=\"How this page was made\">\n" + properties_table(report) +
          "</section>\n</main>\n";
  if (!toc_is_first) html += toc;
  const Scripts scripts = scripts_of(report, html);
  return head(report, scripts) + html + scripts.footer + "</div>\n" + scripts.elements + "</body>\n</html>\n";
}

}  // namespace reconverge::report
