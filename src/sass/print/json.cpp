// SPDX-License-Identifier: MIT
#include "sass/print/json.hpp"

#include <fmt/format.h>

#include <array>

#include "sass/names.hpp"
#include "sass/print/listing.hpp"

namespace reconverge::sass {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value> Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

std::string_view kind_name(OperandKind kind) {
  constexpr std::array<std::string_view, 13> names = {
      "register",   "uniform_register", "predicate", "uniform_predicate", "barrier",
      "scoreboard", "constant",         "memory",    "integer",           "float",
      "label",      "special_register", "other"};
  return names[static_cast<std::size_t>(kind)];
}

Json operand_json(const Operand& operand) {
  Json json = {{"text", operand.text}, {"kind", kind_name(operand.kind)}};
  if (operand.index >= 0) json["index"] = operand.index;
  const bool valued = operand.kind == OperandKind::integer_immediate || operand.kind == OperandKind::constant ||
                      operand.kind == OperandKind::memory;
  if (valued) json["value"] = operand.value;
  return json;
}

Json scoreboard_or_null(std::uint8_t scoreboard) { return scoreboard == 7 ? Json(nullptr) : Json(scoreboard); }

Json control_json(const std::optional<ControlWord>& control) {
  if (!control) return nullptr;
  return {{"stall_cycles", control->stall},
          {"yield", control->yield},
          {"write_barrier", scoreboard_or_null(control->write_scoreboard)},
          {"read_barrier", scoreboard_or_null(control->read_scoreboard)},
          {"wait_mask", control->wait_mask},
          {"reuse", control->reuse},
          {"dual_issue", control->dual_issue}};
}

Json edge_json(const Edge& edge) {
  return {
      {"from", edge.from}, {"to", or_null(edge.to)}, {"kind", to_string(edge.kind)}, {"target", or_null(edge.target)}};
}

Json region_json(const Region& region) {
  return {{"kind", to_string(region.kind)},
          {"open", region.open},
          {"target", or_null(region.target)},
          {"barrier", region.barrier < 0 ? Json(nullptr) : Json(region.barrier)},
          {"closes", region.closes}};
}

Json loop_json(const Loop& loop) {
  return {{"header", loop.header},
          {"latches", loop.latches},
          {"blocks", loop.blocks},
          {"parent", or_null(loop.parent)},
          {"irreducible", loop.irreducible}};
}

}  // namespace

Json instruction_json(const Function& function, const Instruction& row) {
  Json operands = Json::array();
  for (const Operand& operand : row.operands) operands.push_back(operand_json(operand));
  Json words = Json::array();
  for (std::size_t i = 0; i < row.word_count; ++i) words.push_back(fmt::format("0x{:016x}", row.words[i]));
  Json note = nullptr;
  if (row.source_note >= 0) {
    const SourceNote& source = function.source_notes[static_cast<std::size_t>(row.source_note)];
    note = {{"file", source.file}, {"line", source.line}, {"inlined_at", text_or_null(source.inlined_at)}};
  }
  return {{"address", row.address},
          {"guard", text_or_null(to_string(row.guard))},
          {"opcode", row.mnemonic},
          {"operands", std::move(operands)},
          {"target", or_null(row.target)},
          {"noted_targets", row.noted_targets},
          {"control", control_json(row.control)},
          {"words", std::move(words)},
          {"gap_after", row.gap_after != Gap::none},
          {"source", std::move(note)},
          {"line", row.line}};
}

Json head_json(const Function& function) {
  return {{"name", text_or_null(function.name)},
          {"demangled", text_or_null(demangled(function.name))},
          {"arch", text_or_null(function.arch)}};
}

Json flow_json(const ControlFlow& flow) {
  Json blocks = Json::array(), edges = Json::array(), regions = Json::array(), loops = Json::array();
  for (const Block& block : flow.blocks) {
    blocks.push_back({{"first", block.first}, {"last", block.last}, {"reached", block.reached}});
  }
  for (const Edge& edge : flow.edges) edges.push_back(edge_json(edge));
  for (const Region& region : flow.regions) regions.push_back(region_json(region));
  for (const Loop& loop : flow.loops) loops.push_back(loop_json(loop));
  return {{"blocks", std::move(blocks)}, {"edges", std::move(edges)},   {"regions", std::move(regions)},
          {"loops", std::move(loops)},   {"divergent", flow.divergent}, {"unmatched", flow.unmatched}};
}

Json to_json(const Function& function, const ControlFlow& flow) {
  Json json = head_json(function);
  json["instructions"] = Json::array();
  for (const Instruction& row : function.instructions) json["instructions"].push_back(instruction_json(function, row));
  json.update(flow_json(flow));
  return json;
}

}  // namespace reconverge::sass
