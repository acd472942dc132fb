// SPDX-License-Identifier: MIT
#include "report/formats/html_scripts.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <set>

#include "report/formats/cell.hpp"

namespace reconverge::report {

extern const std::string_view chart_library;  ///< empty if none was found when this was built
extern const std::string_view library_script;
extern const std::string_view charts_script;
extern const std::string_view page_script;  ///< what tables and folded parts do

namespace {

// The licence asks for its notice beside every copy.
constexpr std::string_view library_notice =
    "/* Vega. Copyright (c) 2015-2021, University of Washington Interactive Data Lab. All rights "
    "reserved.\n"
    "Redistribution and use in source and binary forms, with or without modification, are "
    "permitted provided\n"
    "that the following conditions are met: 1. Redistributions of source code must retain the "
    "above copyright\n"
    "notice, this list of conditions and the following disclaimer. 2. Redistributions in binary "
    "form must\n"
    "reproduce the above copyright notice, this list of conditions and the following disclaimer in "
    "the\n"
    "documentation and/or other materials provided with the distribution. 3. Neither the name of "
    "the copyright\n"
    "holder nor the names of its contributors may be used to endorse or promote products derived "
    "from this\n"
    "software without specific prior written permission. THIS SOFTWARE IS PROVIDED BY THE "
    "COPYRIGHT HOLDERS AND\n"
    "CONTRIBUTORS \"AS IS\" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, "
    "THE IMPLIED\n"
    "WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO "
    "EVENT SHALL THE\n"
    "COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, "
    "EXEMPLARY, OR\n"
    "CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR "
    "SERVICES; LOSS OF\n"
    "USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF "
    "LIABILITY, WHETHER IN\n"
    "CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY "
    "OUT OF THE USE\n"
    "OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE. */\n";

constexpr std::string_view chart_style = R"css(
.chart-frame{position:relative}
figure[data-chart=static]{min-height:30rem}
.chart{border:1px solid var(--rc-grid);border-radius:8px;overflow:hidden;touch-action:pan-y}
.chart svg{display:block;max-width:100%}
.chart-tip{position:absolute;top:12px;max-width:min(22rem,70%);padding:.4rem .6rem;border:1px solid var(--rc-rule);border-radius:6px;
 background:var(--rc-paper);font-size:.82rem;line-height:1.35;pointer-events:none;z-index:2;overflow-wrap:anywhere}
.chart-tip small{display:block;color:var(--rc-muted)}
.chart-value{font-weight:600;font-variant-numeric:tabular-nums}
.chart-legend,.chart-tools{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;font-size:.88rem;margin:.4rem 0}
.chart-legend label{cursor:pointer}
.chart-swatch{display:inline-block;width:26px;height:12px;margin:0 .4em 0 .25em;vertical-align:middle}
.chart-swatch svg{display:block;width:26px;height:12px}
.chart-tools :is(select,button){font:inherit;color:inherit;background:var(--rc-paper);border:1px solid var(--rc-rule);border-radius:6px;padding:.15rem .5rem;min-height:2rem}
.chart-tools button{cursor:pointer}
.chart-spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
[hidden]{display:none!important}
@media print{
 figure[data-chart=static]{min-height:0}
 .chart-legend,.chart-frame,.chart-tools{display:none}
 figure[data-chart] .drawing[hidden]{display:block!important}
}
)css";

bool has_drawn_figure(const Report& report) {
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks) {
      const auto* figure = std::get_if<Figure>(&block);
      if (figure == nullptr) continue;
      for (const auto& series : figure->series)
        if (!absence(series)) return true;
    }
  return false;
}

/// A part of the page that uses what page.js offers.
bool has_live_part(const Report& report) {
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks)
      if (const auto* table = std::get_if<Table>(&block);
          std::holds_alternative<Applet>(block) || (table != nullptr && (table->sortable || table->folded)))
        return true;
  return false;
}

/// A word that scripts show to be let in. It depends on the whole page, so no text that came into
/// the page as input can have known it.
std::string password(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

}  // namespace

bool has_charts() { return !chart_library.empty(); }

std::string data_element(std::string_view id, std::string_view json) {
  std::string html = fmt::format("<script type=\"application/json\" id=\"{}\">", id);
  for (const char character : json) {
    // In JSON these are in strings only.
    if (character == '<') html += "\\u003c";
    else if (character == '>') html += "\\u003e";
    else if (character == '&') html += "\\u0026";
    else html += character;
  }
  return html + "</script>\n";
}

Scripts scripts_of(const Report& report, std::string_view body) {
  Scripts result;
  std::vector<std::string> programs;
  if (has_live_part(report) || (has_drawn_figure(report) && has_charts()))
    programs.push_back(fmt::format("\"use strict\";(function(){{\n{}}})();\n", page_script));
  if (has_drawn_figure(report)) {
    if (has_charts()) {
      programs.push_back(fmt::format("\"use strict\";(function(){{\n{}{}{}{}}})();\n", library_notice, library_script,
                                     chart_library, charts_script));
      result.style += chart_style;
      result.footer =
          "<footer><p class=\"remarks\">Charts by Vega (BSD-3-Clause; its licence is in the source "
          "of "
          "this page).</p></footer>\n";
    } else {
      result.footer =
          "<footer><p class=\"remarks\">The figures are static: no charting library was found when "
          "this program was built.</p></footer>\n";
    }
  }
  std::set<std::string_view> known;
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks) {
      const auto* applet = std::get_if<Applet>(&block);
      if (applet == nullptr) continue;
      if (!known.insert(applet->id).second) continue;
      programs.push_back(applet->script);
      result.style += applet->style;
    }
  if (programs.empty()) return result;
  const std::string nonce = password(body);
  result.policy = fmt::format("; script-src 'nonce-{}'", nonce);
  // The marks make the page well-formed XML too; to a script they are comments.
  for (const auto& program : programs)
    result.elements += fmt::format("<script nonce=\"{}\">//<![CDATA[\n{}//]]></script>\n", nonce, program);
  return result;
}

}  // namespace reconverge::report
