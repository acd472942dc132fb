// SPDX-License-Identifier: MIT
// The output of `nvdisasm -json` of CUDA 12.5 and later: [{"SM":{"version":{"major":9,"minor":0}},..},
// [{"function-name":"k","start":0,"length":128,"sass-instructions":[{"predicate":"@P0","opcode":"BRA",
// "operands":"0x250","other-attributes":{"control-flow":"True"}},..]},..]].

#include "sass/json_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "sass/cursor.hpp"
#include "sass/operands/operand_forms.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;
using nlohmann::json;

Diagnostic refusal(const std::string& source, std::string message) {
  return {
      Failure::input, std::move(message), "give the cubin, or the output of nvdisasm without -json", {source, 1, 1}};
}

/// A member that is a text on one line; nothing if it is something else.
const std::string* text_in(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (found == object.end() || !found->is_string()) return nullptr;
  const auto& text = found->get_ref<const std::string&>();
  const bool is_one_line = std::ranges::none_of(text, [](unsigned char c) { return c < ' '; });
  return is_one_line ? &text : nullptr;
}

std::optional<std::uint64_t> number_in(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

/// 90 of {"SM":{"version":{"major":9,"minor":0}}}.
std::optional<std::uint64_t> architecture_in(const json& head) {
  if (!head.is_object() || !head.contains("SM") || !head["SM"].is_object() || !head["SM"].contains("version"))
    return std::nullopt;
  const json& version = head["SM"]["version"];
  const auto major = number_in(version, "major"), minor = number_in(version, "minor");
  if (!major || !minor || *major > 99 || *minor > 9) return std::nullopt;
  return *major * 10 + *minor;
}

/// Names of code are written bare there, as the last operand: "R2,scale".
std::string with_label(const std::string& operands) {
  const std::size_t last = operands.rfind(',') == std::string::npos ? 0 : operands.rfind(',') + 1;
  const std::string_view word = std::string_view(operands).substr(last);
  if (word.empty() || !std::ranges::all_of(word, is_word) || is_digit(word.front())) return operands;
  if (parse_operand(word).kind != OperandKind::other) return operands;
  return fmt::format("{}`({})", operands.substr(0, last), word);
}

bool is_control_flow(const json& row) {
  return row.contains("other-attributes") && row["other-attributes"].is_object() &&
         row["other-attributes"].contains("control-flow");
}

/// One row without its address; empty if it is not a row.
std::string row_text(const json& row) {
  const std::string* opcode = text_in(row, "opcode");
  if (opcode == nullptr || opcode->empty()) return {};
  std::string text;
  for (const char* key : {"predicate", "operands"})
    if (row.contains(key) && text_in(row, key) == nullptr) return {};
  if (const std::string* predicate = text_in(row, "predicate")) text += *predicate + " ";
  text += *opcode;
  if (const std::string* operands = text_in(row, "operands"))
    text += " " + (is_control_flow(row) ? with_label(*operands) : *operands);
  return text + " ;";
}

Result<std::string> function_text(const json& function, int arch, const std::string& source) {
  const std::string* name = text_in(function, "function-name");
  const auto start = number_in(function, "start"), length = number_in(function, "length");
  const bool has_rows =
      function.is_object() && function.contains("sass-instructions") && function["sass-instructions"].is_array();
  if (name == nullptr || !start || !length || !has_rows)
    return refusal(source, "this is JSON, but a function in it is not as nvdisasm -json prints it");
  if (*start != 0) return refusal(source, fmt::format("function '{}' begins at 0x{:x}, not at 0", *name, *start));
  std::string text = fmt::format("\t\tFunction : {}\n", *name);
  // Rows name the begin of their function as they do other code.
  if (!name->empty() && std::ranges::all_of(*name, is_word)) text += *name + ":\n";
  const auto bytes = static_cast<std::uint64_t>(instruction_bytes(arch));
  std::uint64_t address = 0;
  for (const json& row : function["sass-instructions"]) {
    const std::string words = row_text(row);
    if (words.empty())
      return refusal(
          source,
          fmt::format("this is JSON, but an instruction of function '{}' is not as nvdisasm -json prints it", *name));
    if (is_place_of_control_word(arch, address)) address += bytes;
    text += fmt::format("/*{:04x}*/ {}\n", address, words);
    address += bytes;
  }
  if (address != *length)
    return refusal(source, fmt::format("the instructions of function '{}' take {} bytes, and the file gives it {}",
                                       *name, address, *length));
  return text;
}

}  // namespace

bool is_json_array(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '[') return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", first + 1);
  return next == std::string_view::npos || text[next] == '{' || text[next] == '[' || text[next] == ']';
}

Result<std::string> listing_of_json(std::string_view text, const std::string& source) {
  const json content = json::parse(text, nullptr, false);
  if (content.is_discarded()) return refusal(source, "this is JSON that does not parse; is it cut off?");
  const auto arch = content.size() == 2 ? architecture_in(content[0]) : std::nullopt;
  if (!arch || !content[1].is_array()) return refusal(source, "this is JSON, but not what nvdisasm -json prints");
  std::string listing = fmt::format("\tcode for sm_{}\n", *arch);
  for (const json& function : content[1]) {
    const auto rows = function_text(function, static_cast<int>(*arch), source);
    if (!rows) return rows.error();
    listing += *rows;
  }
  return listing;
}

}  // namespace reconverge::sass
