// SPDX-License-Identifier: MIT
#include "cli/launch_request.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cli/captured_launch.hpp"
#include "cli/device_variables.hpp"
#include "cli/parameter_check.hpp"
#include "study/support/context.hpp"

namespace reconverge::cli {

namespace {

/// Some object that is not linked yet has shared memory too, whose place and size are still open.
bool has_open_shared(const Program& program) {
  return program.device && std::ranges::any_of(program.device->image.symbols, [](const sass::DeviceSymbol& symbol) {
           return symbol.is_shared && !symbol.section.starts_with(".nv.shared");
         });
}

/// What the option gives, or what the kernel's file says. A capture has what the card gave.
void declare_shared_of(const Program& program, const LaunchOptions& options, emulator::Launch& launch) {
  const auto abi = emulator::abi_of(sass::arch_number(program.function.arch).value_or(0));
  if (program.capture || !abi) return;
  if (options.shared) return emulator::declare_shared(*options.shared, *abi, launch);
  if (!program.resources || !program.resources->shared_bytes || has_open_shared(program)) return;
  const std::uint64_t bytes = *program.resources->shared_bytes;
  emulator::declare_shared(bytes - std::min<std::uint64_t>(bytes, abi->shared_begin), *abi, launch);
}

}  // namespace

core::Result<LaunchRequest> parse_request(const LaunchOptions& options) {
  LaunchRequest request;
  auto constants = parse_constants(options);
  if (!constants) return constants.error();
  request.constants = std::move(constants).value();
  auto launch = parse_launch(options);
  if (!launch) return launch.error();
  request.launch = std::move(launch).value();
  auto start = parse_start(options);
  if (!start) return start.error();
  request.start = std::move(start).value();
  request.limits = limits_of(options);
  return request;
}

core::Result<ModelRequest> parse_request(const ProgramOptions& program, const ModelOptions& model,
                                         const LaunchOptions& options) {
  ModelRequest request;
  auto resolved = resolve(model);
  if (!resolved) return resolved.error();
  request.model = std::move(resolved).value();
  auto generations = chosen_generations(program, request.model.generations);
  if (!generations) return generations.error();
  request.generations = std::move(generations).value();
  auto launch = parse_request(options);
  if (!launch) return launch.error();
  static_cast<LaunchRequest&>(request) = std::move(launch).value();
  return request;
}

core::Result<Program> read_program(const ProgramOptions& program, const LaunchOptions& options, const Session& session,
                                   LaunchRequest& request) {
  auto read = read_program(program);
  if (!read) return read;
  note_unread_constants(request.constants, read->function, session);
  for (const std::string& note : read->notes) session.note(note);
  if (auto taken = take_capture(*read, options, request.launch); !taken) return taken.error();
  note_capture(*read, session);
  return read;
}

core::Result<core::Done> add_program(const Program& program, const LaunchOptions& options,
                                     const std::vector<std::string>& saved, const Session& session,
                                     LaunchRequest& request, std::vector<std::string>* said) {
  if (auto checked = fit_arguments(request.launch, program.parameters, program.function.name); !checked) {
    if (!program.capture) return checked;
    return core::Diagnostic{
        .failure = core::Failure::input,
        .message = fmt::format("the parameters of the capture are not the kernel's: {}", checked.error().message),
        .hint = "the file is broken, or the code has other parameters than what was captured"};
  }
  if (!program.capture)
    for (std::string& warning : type_warnings(request.launch.arguments, options.arguments, program.function.name)) {
      if (said != nullptr && std::ranges::find(*said, warning) != said->end()) continue;
      session.note(warning);
      if (said != nullptr) said->push_back(std::move(warning));
    }
  note_missing_arguments(program, request.launch, request.constants, session);
  request.constants.merge(emulator::Constants(program.constants));  // those that are there stay
  declare_shared_of(program, options, request.launch);
  add_device_data(options, program.device, request.launch);
  return add_variables(options.symbols, saved, request.launch);
}

core::Result<run::KernelSpec> kernel_spec(sass::Function function, const LaunchRequest& request,
                                          const LaunchOptions& options, const RecordOptions& record,
                                          const std::string& input) {
  auto executable = run::decode_kernel(std::move(function), request.launch, request.constants, input);
  if (!executable) return executable.error();
  auto numbers = resolve(record, (*executable)->function.arch);
  if (!numbers) return numbers.error();
  return run::KernelSpec{.executable = std::move(executable).value(),
                         .source_name = input,
                         .launch = request.launch,
                         .bounded = options.launches(),
                         .start = request.start,
                         .limits = request.limits,
                         .record = std::move(numbers).value()};
}

core::Result<run::SimulationSpec> stack_spec(sass::Function function, const LaunchRequest& request,
                                             const LaunchOptions& options, const emulator::CarrierOrder* order,
                                             const std::string& input) {
  run::SimulationSpec spec;
  spec.source_name = input;
  spec.start = request.start;
  spec.limits = request.limits;
  spec.carrier_order = order;
  emulator::Constants constants = request.constants;
  if (auto applied = launch_on_stack(options, request.launch, function, input, constants, spec); !applied)
    return applied.error();
  auto executable = emulator::decode(std::move(function), emulator::TokenStack({}, order), constants, input);
  if (!executable) return executable.error();
  const auto* kernel = study::recognise(executable->function);
  spec.kernel = kernel == nullptr ? "" : std::string(kernel->name);
  spec.executable = run::share(std::move(executable).value());
  return spec;
}

}  // namespace reconverge::cli
