// SPDX-License-Identifier: MIT
#include "cli/linked_program.hpp"

#include <algorithm>

#include "emulator/launch/runtime_functions.hpp"
#include "sass/linking.hpp"
#include "sass/reader.hpp"
#include "toolchain/device_image.hpp"

namespace reconverge::cli {

core::Result<LinkedProgram> LinkedProgram::read(const std::string& listing, const std::string& cubin,
                                                const std::string& input) {
  LinkedProgram program(listing, input);
  if (cubin.empty()) return program;
  auto image = toolchain::read_device_image(cubin, input);
  if (!image) return image.error();
  if (auto checked = emulator::check_device_data(*image, input); !checked) return checked.error();
  program.image_ = std::move(image).value();
  return program;
}

std::shared_ptr<emulator::DeviceData> LinkedProgram::link(sass::Function& function) {
  auto device = std::make_shared<emulator::DeviceData>();
  device->kernel = function.name;
  if (image_) device->image = *image_;
  const std::string arch = function.arch;
  const auto parts = sass::link_functions(
      function, [&](std::string_view name) { return find(name, arch); }, emulator::pointed_functions(device->image));
  if (!image_ && parts.empty()) return nullptr;
  device->functions.emplace(device->kernel, 0);
  for (const sass::FunctionPart& part : parts) {
    device->functions.emplace(part.name, part.address);
    device->has_linked_code = device->has_linked_code || names_.contains(part.name);
  }
  return device;
}

std::optional<sass::Function> LinkedProgram::find(std::string_view name, const std::string& arch) {
  if (names_.empty() || names_arch_ != arch) {
    names_.clear();
    names_arch_ = arch;
    if (const auto entries = sass::list_functions(*listing_, input_, {"", arch}))
      for (const sass::FunctionEntry& entry : *entries) names_.insert(entry.name);
  }
  if (names_.contains(name)) {
    auto function = sass::read_function(*listing_, input_, {std::string(name), arch});
    return function ? std::optional(std::move(function).value()) : std::nullopt;
  }
  if (auto function = emulator::runtime_function(name, arch)) return function;
  const bool is_called = image_ && std::ranges::any_of(image_->symbols, [&](const sass::DeviceSymbol& symbol) {
                           return symbol.name == name && symbol.is_function && !symbol.is_defined();
                         });
  return is_called ? std::optional(emulator::missing_function(name, arch)) : std::nullopt;
}

}  // namespace reconverge::cli
