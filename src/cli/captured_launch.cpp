// SPDX-License-Identifier: MIT
#include "cli/captured_launch.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "capture/capture.hpp"
#include "cli/output.hpp"
#include "core/usage_error.hpp"
#include "toolchain/line_table.hpp"

namespace reconverge::cli {
namespace {

/// The sizes of code and the driver's own rules for parameters are those of the card.
emulator::Structure parameter_of(const capture::Capture& capture, const capture::Parameter& parameter) {
  const std::string bytes = capture.parameter_bytes.substr(parameter.offset, parameter.bytes);
  return {.bytes = {bytes.begin(), bytes.end()}};
}

/// A larger one is not read and written again for its listing alone.
constexpr std::uintmax_t largest_rewritten = 256u << 20;

core::Result<core::Done> rewrite_with_listing(const std::string& path) {
  std::error_code error;
  if (const auto bytes = std::filesystem::file_size(path, error); error || bytes > largest_rewritten)
    return core::Diagnostic{.message = fmt::format("it is larger than {} MiB", largest_rewritten >> 20)};
  std::ifstream file(path, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  const auto capture = capture::read_capture(content, path);
  if (!capture) return capture.error();
  const auto listing = listing_of(path, capture->cubin, "", {}, capture->kernel);
  if (!listing) return listing.error();
  auto output = OutputFile::open(path);
  if (!output) return output.error();
  return output->commit(capture::with_listing(content, listing->text));
}

}  // namespace

core::Result<toolchain::Disassembly> listing_of_capture(const std::string& input, const capture::Capture& capture) {
  if (capture.listing.empty()) return listing_of(input, capture.cubin, "", {}, capture.kernel);
  toolchain::Disassembly listing{
      .text = capture.listing, .steps = {"the listing in the capture"}, .cubin = capture.cubin};
  if (auto lines = toolchain::read_line_table(capture.cubin, input)) listing.lines = std::move(lines).value();
  return listing;
}

std::string add_listing(const std::string& path) {
  const auto done = rewrite_with_listing(path);
  if (done) return {};
  return fmt::format("the capture has no listing, so nvdisasm or cuobjdump is needed to run it: {}",
                     done.error().message);
}

core::Result<core::Done> take_capture(const Program& program, const LaunchOptions& options, emulator::Launch& launch) {
  if (!program.capture) return core::Done{};
  const capture::Capture& capture = *program.capture;
  const bool gives_size = options.shared.has_value() || options.stack != emulator::Launch{}.stack_bytes;
  if (options.shape.launches() || !options.arguments.empty() || !options.symbols.empty() || gives_size)
    return core::usage_error("a capture contains its launch: shape, arguments, variables and sizes",
                             "leave out --grid, --block, --arg, --symbol, --shared and --stack");
  launch.grid = {capture.grid[0], capture.grid[1], capture.grid[2]};
  launch.block = {capture.block[0], capture.block[1], capture.block[2]};
  launch.shared_bytes = capture.shared_bytes;
  launch.stack_bytes = capture.stack_bytes;
  launch.captured = capture.memory;
  for (const capture::Parameter& parameter : capture.parameters) {
    launch.arguments.emplace_back(parameter_of(capture, parameter));
    launch.places.push_back(static_cast<std::uint32_t>(parameter.offset));
  }
  return core::Done{};
}

void note_capture(const Program& program, const Session& session) {
  if (!program.capture) return;
  for (const std::string& note : program.capture->notes) session.note("note: the capture: " + note);
  if (!program.capture->not_completed_because.empty())
    session.note(fmt::format("note: the launch failed on the card: {}", program.capture->not_completed_because));
}

}  // namespace reconverge::cli
