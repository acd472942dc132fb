// SPDX-License-Identifier: MIT
#include "explorer/formats.hpp"

namespace reconverge::explorer {

namespace page {
extern const std::string_view warp_run_script;
extern const std::string_view time_axis_script;
extern const std::string_view spans_script;
extern const std::string_view timeline_view_script;
extern const std::string_view timeline_picture_script;
extern const std::string_view warp_view_script;
extern const std::string_view convergence_barriers_script;
extern const std::string_view cost_view_script;
extern const std::string_view alignment_script;
extern const std::string_view beside_view_script;
extern const std::string_view rule_view_script;
extern const std::string_view search_script;
extern const std::string_view captions_script;
extern const std::string_view explorer_script;
extern const std::string_view explorer_style;
extern const std::string_view explorer_markup;
}  // namespace page

report::Applet to_applet(const Scene& scene, std::string_view instead) {
  report::Applet applet{
      .id = "warp-explorer",
      .caption = "The warp explorer: one instruction after another.",
      .markup = std::string(page::explorer_markup),
      .style = std::string(page::explorer_style),
      .data = page_data(scene).dump(),
      .without_script = "The explorer needs a browser with scripts switched on. " + std::string(instead)};
  // One scope for all parts, so that the page's other scripts see nothing of them.
  applet.script = "\"use strict\";(function(){\n";
  for (const auto part : {page::warp_run_script, page::time_axis_script, page::spans_script, page::timeline_view_script,
                          page::timeline_picture_script, page::warp_view_script, page::convergence_barriers_script,
                          page::cost_view_script, page::alignment_script, page::beside_view_script,
                          page::rule_view_script, page::search_script, page::captions_script, page::explorer_script})
    applet.script.append(part);
  applet.script += "})();\n";
  return applet;
}

}  // namespace reconverge::explorer
