// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/capture.hpp"
#include "core/result.hpp"
#include "emulator/launch/device_data.hpp"
#include "emulator/memory/constant_banks.hpp"
#include "sass/parameter_table.hpp"
#include "sass/program.hpp"
#include "timing/generation.hpp"
#include "toolchain/disassembly.hpp"
#include "toolchain/resources.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// Adds --arch, which takes only known architectures.
void add_architecture(CLI::App& app, std::string& arch);
/// The error in a value of --arch; empty if valid.
std::string check_architecture_name(const std::string& arch);

/// The options for the compiler of a .cu input.
struct CompileOptions {
  std::vector<std::string> folders;  ///< -I
  std::vector<std::string> defines;  ///< -D
  std::vector<std::string> others;   ///< as the compiler takes them

  void add_to(CLI::App& app);
  /// All of them, as the compiler takes them.
  std::vector<std::string> words() const;
};

/// The listing of an input with this content: itself, or that of the vendor's tools.
/// @param function  the one that is needed; empty: all. The listing may have more.
core::Result<toolchain::Disassembly> listing_of(const std::string& input, std::string content, const std::string& arch,
                                                const CompileOptions& compile, const std::string& function = {});

/// The options that choose the emulated code, and its generations.
struct ProgramOptions {
  std::string input;  ///< a file, "-", or the name of a built-in kernel if there is no such file
  std::string function;
  std::string arch;
  std::vector<std::string> generations;  ///< empty: all
  CompileOptions compile = {};

  void add_to(CLI::App& app);
};

/// The program to run.
struct Program {
  sass::Function function;
  emulator::Constants
      constants;  ///< of a listing: tables of jumps and other words that the compiler put into constant banks
  std::optional<std::vector<sass::Parameter>> parameters = {};  ///< of the kernel, if the text has them
  std::vector<std::string> notes = {};                          ///< for the user, about how the listing was made
  bool is_listing = true;                                       ///< the input is the listing: rows have its lines
  /// The data of its file, and the code linked with it; null: neither.
  std::shared_ptr<emulator::DeviceData> device = {};
  std::optional<toolchain::Resources> resources = {};  ///< of the function; nothing: no cubin has them
  /// The launch that the input holds; null: it is not a capture.
  std::shared_ptr<const capture::Capture> capture = {};
};

/// The function of the listing, or of the vendor's listing of another kind of input.
core::Result<Program> read_program(const ProgramOptions& options);

/// Whether code of its architecture, sm_70 and later, re-converges by barriers.
bool uses_convergence_barriers(const sass::Function& function);

/// The chosen ones of `all`. Fails with Failure::usage.
core::Result<std::vector<timing::Generation>> chosen_generations(const ProgramOptions& options,
                                                                 std::vector<timing::Generation> all);

}  // namespace reconverge::cli
