// SPDX-License-Identifier: MIT
#include "cli/commands/inspect_support.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "sass/names.hpp"

namespace reconverge::cli {
namespace {

using emulator::MnemonicSupport;
using nlohmann::ordered_json;

std::size_t executable_rows(std::span<const MnemonicSupport> support) {
  std::size_t count = 0;
  for (const MnemonicSupport& entry : support) count += entry.executable() ? entry.count : 0;
  return count;
}

std::string verdict(const MnemonicSupport& entry) {
  if (!entry.executable()) return fmt::format("no     line {}: {}", entry.line, entry.reason);
  return entry.approximate ? "about" : "yes";
}

}  // namespace

std::string support_text(const sass::Function& function, const std::vector<std::string>& called,
                         std::span<const MnemonicSupport> support, int width) {
  constexpr std::size_t usual = 28;
  constexpr int narrow = 60;
  std::string text =
      hanging("",
              fmt::format("{} {}: {} of {} instructions can be executed", function.arch.empty() ? "-" : function.arch,
                          function.name.empty() ? "-" : sass::demangled(function.name), executable_rows(support),
                          function.instructions.size()),
              width);
  if (!called.empty())
    text += hanging("  ", fmt::format("with those of what it calls: {}", fmt::join(called, ", ")), width);
  std::size_t widest = 0;
  for (const MnemonicSupport& entry : support) widest = std::max(widest, entry.mnemonic.size());
  const std::size_t column = width < narrow ? std::min(usual, widest) : usual;
  for (const MnemonicSupport& entry : support)
    text += hanging(fmt::format("{:>8}  {:<{}} ", entry.count, entry.mnemonic, column), verdict(entry), width);
  return text;
}

ordered_json support_json(const sass::Function& function, const std::vector<std::string>& called,
                          std::span<const MnemonicSupport> support) {
  ordered_json opcodes = ordered_json::array();
  for (const MnemonicSupport& entry : support)
    opcodes.push_back({{"mnemonic", entry.mnemonic},
                       {"count", entry.count},
                       {"executable", entry.executable()},
                       {"approximate", entry.approximate},
                       {"reason", text_or_null(entry.reason)},
                       {"line", entry.line}});
  return {{"name", text_or_null(function.name)},
          {"demangled", text_or_null(sass::demangled(function.name))},
          {"arch", text_or_null(function.arch)},
          {"called", called},
          {"instruction_count", function.instructions.size()},
          {"executable_count", executable_rows(support)},
          {"opcodes", std::move(opcodes)}};
}

}  // namespace reconverge::cli
