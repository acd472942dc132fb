// SPDX-License-Identifier: MIT
#include "cli/launch_request.hpp"

#include "cli/device_variables.hpp"
#include "cli/parameter_check.hpp"

namespace reconverge::cli {

core::Result<LaunchRequest> parse_request(const LaunchOptions& options) {
  LaunchRequest request;
  auto constants = parse_constants(options);
  if (!constants) return constants.error();
  request.constants = std::move(constants).value();
  auto launch = parse_launch(options);
  if (!launch) return launch.error();
  request.launch = std::move(launch).value();
  if (auto applied = apply_launch(options, request.spec); !applied) return applied.error();
  return request;
}

core::Result<core::Done> add_program(const Program& program, const LaunchOptions& options,
                                     const std::vector<std::string>& saved, const Session& session,
                                     LaunchRequest& request) {
  if (auto checked = fit_arguments(request.launch, program.parameters); !checked) return checked;
  note_missing_arguments(program, request.launch, request.constants, session);
  request.constants.merge(emulator::Constants(program.constants));  // those that are there stay
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
                         .registers = request.spec.registers,
                         .predicates = request.spec.predicates,
                         .limits = request.spec.limits,
                         .live = request.spec.live,
                         .record = std::move(numbers).value()};
}

}  // namespace reconverge::cli
