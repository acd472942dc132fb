// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/launch_arguments.hpp"
#include "cli/launch_options.hpp"
#include "cli/model_options.hpp"
#include "cli/number_checks.hpp"
#include "core/lane_pattern.hpp"
#include "fuzz/target.hpp"

namespace reconverge::fuzz {
namespace {

std::string wrong_with(const core::Diagnostic& diagnostic) {
  return diagnostic.message.empty() ? "a refusal without a message" : "";
}

/// Files are not read here, and no buffer is filled that takes long.
bool is_bounded(std::string_view text) {
  int digits = 0;
  for (const char c : text) {
    digits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == 'x' ? digits + 1 : 0;
    if (digits > 5) return false;
  }
  return text.find('@') == std::string_view::npos;
}

std::string check_argument(const std::string& text) {
  if (text.find('[') != std::string::npos && !is_bounded(text)) return {};
  const auto argument = cli::parse_argument(text);
  if (!argument) return wrong_with(argument.error());
  if (text.find('&') != std::string::npos) return {};  // a pointer is right only where there is a buffer
  cli::LaunchOptions options;
  options.arguments = {text, text};
  const auto launch = cli::parse_launch(options);
  return launch ? "" : "an argument that is taken once and not twice";
}

std::string check_line(const std::string& text) {
  if (const auto pattern = core::parse_lane_pattern(text); !pattern) {
    if (std::string wrong = wrong_with(pattern.error()); !wrong.empty()) return wrong;
  }
  if (text.find('@') == std::string::npos)
    if (std::string wrong = check_argument(text); !wrong.empty()) return wrong;
  cli::LaunchOptions launch;
  launch.constants = {text};
  if (const auto constants = cli::parse_constants(launch); constants && constants->empty())
    return "a constant that is taken and not there";
  launch.constants.clear();
  launch.registers = {text};
  (void)cli::parse_start(launch);
  launch.registers.clear();
  launch.predicates = {text};
  (void)cli::parse_start(launch);
  launch.predicates.clear();
  launch.lanes = text;
  (void)cli::parse_start(launch);
  cli::ModelOptions model;
  model.costs = {text};
  (void)cli::resolve(model);
  model.costs.clear();
  model.capacity = text;
  (void)cli::resolve(model);
  (void)cli::not_negative(text);
  (void)cli::above_zero(text);
  return {};
}

}  // namespace

std::string check(std::string_view input) {
  for (int lines = 0; !input.empty() && lines < 8; ++lines) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    if (std::string wrong = check_line(std::string(input.substr(0, end))); !wrong.empty()) return wrong;
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return {};
}

// clang-format off
std::vector<std::string> pieces(std::string_view) {
  return {"i32:5", "f32:-1.5e3", "u64:0xffffffffffffffff", "i32[32]=staircase(2)", "f32[64]", "i8[4]=1,-2,3,4", "f64[]=1e308,-0,nan", "f16:1e-7", "bf16[2]=nan,3",
          "{f32:1,{i8:2,i64:3},u16[3]=7}", "{&1+256,&f32[2]=ramp(0,1)}", "&0",
          "i32[]=list(1,2,3)", "i64[2]=-9223372036854775808", "u8[3]=255", "R5=staircase(2)", "R0=0x10", "P0=0x0000ffff", "0xffffffff",
          "c[0x0][0x30]=0x1000", "c[3][8]=-1", "kepler:push=3.5", "spill=1e12", "16", "unlimited", "staircase(31)", "uniform(7)",
          "list(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31)", "random(1,0,31)",
          "one_lane(3,1)", "halves(1,2)", "2147483648", "-2147483649", "1e999", "0.5"};
  // clang-format on
}

}  // namespace reconverge::fuzz
