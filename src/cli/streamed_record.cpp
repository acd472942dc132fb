#include "cli/streamed_record.hpp"

#include <fmt/core.h>

#include "cli/run_record.hpp"

namespace reconverge::cli {
namespace {

/// The members of an object as they stand in a file, without the braces around them.
std::string members(const nlohmann::ordered_json& object) {
  std::string text = to_text(object);  // "{\n  ...\n}\n"
  return text.substr(2, text.size() - 5);
}

}  // namespace

void StreamedRecord::write(const std::string& text) {
  if (written_) written_ = file_.append(text);
}

void StreamedRecord::add(const nlohmann::ordered_json& row) {
  if (has_rows_) write(",\n    " + to_one_line(row));
  else write(fmt::format("{{\n{},\n  \"{}\": [\n    {}", members(head_), list_name_, to_one_line(row)));
  has_rows_ = true;
}

core::Result<core::Done> StreamedRecord::finish(const nlohmann::ordered_json& rest) {
  if (!written_) return written_;
  if (has_rows_) return file_.commit(fmt::format("\n  ],\n{}\n}}\n", members(rest)));
  nlohmann::ordered_json whole = head_;
  whole.update(rest);
  return file_.commit(to_text(whole));
}

}  // namespace reconverge::cli
