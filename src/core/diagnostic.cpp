// SPDX-License-Identifier: MIT
#include "core/diagnostic.hpp"

#include <fmt/core.h>

namespace reconverge::core {

std::string to_string(const Diagnostic& diagnostic) {
  const Location& where = diagnostic.where;
  std::string text;
  if (!where.source.empty()) text += where.source + ":";
  if (where.line != 0) text += fmt::format("{}:", where.line);
  if (where.line != 0 && where.column != 0) text += fmt::format("{}:", where.column);
  if (!text.empty()) text += " ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += "\n  try: " + diagnostic.hint;
  return text;
}

}  // namespace reconverge::core
