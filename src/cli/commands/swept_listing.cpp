// SPDX-License-Identifier: MIT
#include "cli/commands/swept_listing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "cli/input.hpp"
#include "sass/architecture.hpp"
#include "sass/reader.hpp"
#include "study/support/context.hpp"

namespace reconverge::cli {
namespace {

/// Place of the n of "staircase(n)" or "every(4,n)"; npos if there is none.
std::size_t place_of_n(std::string_view text) {
  const auto end = text.rfind("n)");
  const bool argument = end != std::string_view::npos && end > 0 && (text[end - 1] == '(' || text[end - 1] == ',');
  return argument ? end : std::string_view::npos;
}

std::string with_n(std::string text, int n) {
  const auto place = place_of_n(text);
  if (place != std::string::npos) text.replace(place, 1, fmt::format("{}", n));
  return text;
}

core::Result<sass::Function> read_listing(const std::string& input, const std::string& function,
                                          const std::string& arch) {
  const auto* kernel = study::find_paper_kernel(input);
  if (kernel != nullptr && !std::filesystem::exists(input))
    return sass::read_function(kernel->listing, input, {function, arch});
  const auto text = read_input(input);
  if (!text) return text.error();
  return sass::read_function(*text, input, {function, arch});
}

}  // namespace

core::Result<SweptListing> SweptListing::open(const std::string& input, const std::string& function,
                                              const std::string& arch, const LaunchOptions& launch,
                                              const Session& session) {
  SweptListing listing;
  listing.input_ = input;
  listing.launch_ = launch;
  auto read = read_listing(input, function, arch);
  if (!read) return read.error();
  if (sass::has_convergence_barriers(*read))
    return core::Diagnostic{
        .failure = core::Failure::input,
        .message = fmt::format("{} re-converges by convergence barriers, which are not executed here", read->arch),
        .hint = "a listing for sm_20 to sm_62",
        .where = {input}};
  const auto constants = parse_constants(launch);
  if (!constants) return constants.error();
  note_unread_constants(*constants, *read, session);
  const emulator::TokenStack mechanism;
  auto executable = emulator::decode(std::move(read).value(), mechanism, *constants, input);
  if (!executable) return executable.error();
  listing.executable_ = run::share(std::move(executable).value());
  listing.kernel_ = study::recognise(listing.executable_->function);
  if (listing.kernel_ != nullptr && launch.registers.empty())
    for (const int index : listing.kernel_->bound_registers)
      listing.launch_.registers.push_back(fmt::format("R{}=staircase(n)", index));
  return listing;
}

core::Result<run::SimulationSpec> SweptListing::specification(int n) const {
  LaunchOptions launch = launch_;
  for (std::string& text : launch.registers) text = with_n(text, n);
  run::SimulationSpec spec;
  auto start = parse_start(launch);
  if (!start) return start.error();
  spec.start = std::move(start).value();
  spec.limits = limits_of(launch);
  spec.executable = executable_;
  spec.source_name = input_;
  if (kernel_ != nullptr) spec.kernel = kernel_->name;
  return spec;
}

bool SweptListing::depends_on_n() const {
  return std::ranges::any_of(launch_.registers,
                             [](const std::string& text) { return place_of_n(text) != std::string::npos; });
}

}  // namespace reconverge::cli
