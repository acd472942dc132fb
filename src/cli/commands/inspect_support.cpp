// SPDX-License-Identifier: MIT
#include "cli/commands/inspect_support.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "cli/run_record.hpp"
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
                         std::span<const MnemonicSupport> support) {
  std::string text =
      fmt::format("{} {}: {} of {} instructions can be executed\n", function.arch.empty() ? "-" : function.arch,
                  function.name.empty() ? "-" : sass::demangled(function.name), executable_rows(support),
                  function.instructions.size());
  if (!called.empty()) text += fmt::format("  with those of what it calls: {}\n", fmt::join(called, ", "));
  for (const MnemonicSupport& entry : support)
    text += fmt::format("{:>8}  {:<28} {}\n", entry.count, entry.mnemonic, verdict(entry));
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
