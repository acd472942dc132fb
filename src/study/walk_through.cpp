// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/study.hpp"
#include "study/support/presentation.hpp"
#include "study/support/walk.hpp"

namespace reconverge::study {

/// Figure 3 and the text around it: the seven states of the stack for n = 2.
report::Section walk_through(const Context& context) {
  const auto states = walk_single_loop(context, 2);
  const auto& executable = context.executable(single_loop());
  report::BoxDiagram diagram{.id = "walk_through",
                             .caption =
                                 "The re-convergence stack of the single loop, n = 2. Each column is the "
                                 "state after the event named under it."};
  report::Table table{.id = "walk_through_states",
                      .caption = "The same as a table.",
                      .columns = {{"state", "state", ""},
                                  {"instructions", "instructions executed", "emulated"},
                                  {"event", "what happened", "emulated"},
                                  {"pc", "pc", "emulated"},
                                  {"active_mask", "active mask", "emulated"},
                                  {"stack", "stack, top last", "emulated"}}};
  std::string text;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const WalkState& state = states[i];
    report::BoxDiagram::Column column{
        .title = std::to_string(i + 1),
        .subtitle = fmt::format("pc 0x{:x}, active {}", state.address, to_string(state.active)),
        .boxes = {}};
    std::string stack;
    for (const auto& token : state.tokens) {
      const std::string box =
          fmt::format("{} {} 0x{:x}", to_string(token.kind), to_string(token.mask), executable.address_of(token.index));
      column.boxes.push_back({box, std::string(to_string(token.kind))});
      stack += (stack.empty() ? "" : " | ") + box;
    }
    diagram.columns.push_back(std::move(column));
    table.rows.push_back({cell(static_cast<std::uint64_t>(i + 1)), cell(state.step), state.event,
                          fmt::format("0x{:x}", state.address), to_string(state.active),
                          stack.empty() ? std::string("empty") : stack});
    text += fmt::format("{}. After {} instructions: {}. Control is at 0x{:x} with lanes {}; the stack {}.\n", i + 1,
                        state.step, state.event, state.address, to_string(state.active),
                        stack.empty() ? "is empty" : "holds " + stack);
  }
  return {.blocks = {std::move(diagram), report::Text{text}, std::move(table)}};
}

}  // namespace reconverge::study
