// SPDX-License-Identifier: MIT
#include "cli/streamed_record.hpp"

#include <fmt/core.h>

#include "cli/run_record.hpp"
#include "report/formats/json.hpp"

namespace reconverge::cli {
namespace {

/// The members of an object as in a file, without the braces around them.
std::string members(const nlohmann::ordered_json& object) {
  std::string text = to_text(object);  // "{\n  ...\n}\n"
  return text.substr(2, text.size() - 5);
}

/// A row of a list of an object, as in the text of the whole.
std::string indented(const nlohmann::ordered_json& row) {
  std::string text = "\n    ";
  for (const char letter : report::to_json_text(row, 2)) {
    text += letter;
    if (letter == '\n') text += "    ";
  }
  return text;
}

}  // namespace

void StreamedRecord::write(const std::string& text) {
  if (written_) written_ = file_.append(text);
}

void StreamedRecord::write(const LateList& list) {
  constexpr std::size_t at_once = 1u << 16;
  std::string text = fmt::format(",\n  \"{}\": [", list.name);
  for (std::size_t i = 0; i < list.size; ++i) {
    text += (i == 0 ? "" : ",") + indented(list.row(i));
    if (text.size() < at_once) continue;
    write(text);
    text.clear();
  }
  write(text + (list.size == 0 ? "]" : "\n  ]"));
}

void StreamedRecord::add(const nlohmann::ordered_json& row) {
  if (has_rows_) write(",\n    " + to_one_line(row));
  else write(fmt::format("{{\n{},\n  \"{}\": [\n    {}", members(head_), list_name_, to_one_line(row)));
  has_rows_ = true;
}

core::Result<core::Done> StreamedRecord::finish(const nlohmann::ordered_json& rest, std::span<const LateList> lists) {
  if (has_rows_) {
    write(fmt::format("\n  ],\n{}", members(rest)));
  } else {
    nlohmann::ordered_json whole = head_;
    whole.update(rest);
    write("{\n" + members(whole));
  }
  for (const LateList& list : lists) write(list);
  return written_ ? file_.commit("\n}\n") : written_;
}

}  // namespace reconverge::cli
