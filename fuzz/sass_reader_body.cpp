// SPDX-License-Identifier: MIT
#include "fuzz/sass_reader_body.hpp"

#include "sass/print/dot.hpp"
#include "sass/print/json.hpp"
#include "sass/print/listing.hpp"
#include "sass/print/svg.hpp"
#include "sass/reader.hpp"

namespace reconverge::fuzz {
namespace {

std::string check_flow(const sass::Function& function, const sass::ControlFlow& flow) {
  std::size_t next = 0;
  for (const sass::Block& block : flow.blocks) {
    if (block.first != next || block.last < block.first) return "blocks do not partition the rows";
    next = block.last + 1;
  }
  if (next != function.instructions.size()) return "blocks leave rows out";
  for (const sass::Edge& edge : flow.edges) {
    if (edge.from >= flow.blocks.size() || (edge.to && *edge.to >= flow.blocks.size())) return "an edge to nowhere";
  }
  for (const sass::Loop& loop : flow.loops) {
    if (loop.latches.empty() || loop.blocks > flow.blocks.size()) return "a loop without a way back";
  }
  return {};
}

std::string check_function(const sass::Function& function) {
  const sass::ControlFlow flow = sass::analyse_control_flow(function);
  if (std::string wrong = check_flow(function, flow); !wrong.empty()) return wrong;
  (void)sass::to_json(function, flow).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  (void)sass::to_dot(function, flow);
  (void)sass::to_svg(function, flow);
  const std::string printed = to_listing(function, flow);
  const auto again = sass::read_listing(printed, "printed");
  if (!again) return "the printed form is refused: " + to_string(again.error()) + "\n" + printed;
  if (again->size() != 1) return "the printed form holds another number of functions\n" + printed;
  if (!(again->front() == function)) return "the printed form reads differently\n" + printed;
  return {};
}

}  // namespace

std::string check_sass_reader(std::string_view bytes) {
  const auto functions = sass::read_listing(bytes, "input");
  const auto entries = sass::list_functions(bytes, "input");
  if (!functions) {
    if (functions.error().message.empty()) return "a refusal without a message";
    return {};
  }
  if (functions->empty()) return "neither functions nor a diagnostic";
  if (!entries) return "read, but not listed: " + to_string(entries.error());
  if (entries->size() != functions->size()) return "read and listed are of different length";
  for (std::size_t i = 0; i < functions->size(); ++i) {
    if ((*entries)[i].instructions != (*functions)[i].instructions.size()) return "the list counts other rows";
    if (std::string wrong = check_function((*functions)[i]); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace reconverge::fuzz
