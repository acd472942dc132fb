// SPDX-License-Identifier: MIT
#include "gpu/device.hpp"
#include "core/usage_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace reconverge::gpu {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

/// An attribute, or 0 if this driver does not know it.
int attribute(const driver::Api& api, driver::Attribute which, driver::Device device) {
  int value = 0;
  if (api.device_attribute(&value, static_cast<int>(which), device) != driver::success) return 0;
  return value;
}

Result<DeviceInfo> describe(const Driver& driver, int id) {
  const driver::Api& api = driver.api();
  driver::Device device = 0;
  if (const auto status = api.device_get(&device, id); status != driver::success)
    return driver.failure(fmt::format("reach GPU {}", id), status);
  DeviceInfo info;
  info.id = id;
  std::array<char, 256> name{};
  if (api.device_name(name.data(), static_cast<int>(name.size()) - 1, device) == driver::success)
    info.name = name.data();
  info.compute_major = attribute(api, driver::Attribute::compute_major, device);
  info.compute_minor = attribute(api, driver::Attribute::compute_minor, device);
  info.multiprocessors = attribute(api, driver::Attribute::multiprocessors, device);
  info.clock_kilohertz = attribute(api, driver::Attribute::clock_rate_kilohertz, device);
  info.pci = fmt::format("{:02x}:{:02x}", attribute(api, driver::Attribute::pci_bus, device),
                         attribute(api, driver::Attribute::pci_device, device));
  api.device_memory(&info.memory_bytes, device);
  unsigned char uuid[16] = {};
  if (api.device_uuid(&uuid, device) == driver::success)
    for (const unsigned char byte : uuid) info.uuid += fmt::format("{:02x}", byte);
  return info;
}

std::string names_of(const std::vector<DeviceInfo>& devices) {
  std::string names;
  for (const DeviceInfo& device : devices)
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", device.id, device.name);
  return names;
}

}  // namespace

std::string DeviceInfo::arch() const { return fmt::format("sm_{}{}", compute_major, compute_minor); }

Result<std::vector<DeviceInfo>> list_devices(const Driver& driver) {
  std::vector<DeviceInfo> devices;
  for (int id = 0; id < driver.device_count(); ++id) {
    auto device = describe(driver, id);
    if (!device) return device.error();
    devices.push_back(std::move(device).value());
  }
  return devices;
}

Result<std::vector<DeviceInfo>> select_devices(const std::vector<DeviceInfo>& devices, const std::string& selection) {
  if (selection == "all") return devices;
  std::vector<DeviceInfo> selected;
  std::size_t begin = 0;
  while (begin <= selection.size()) {
    const std::size_t end = std::min(selection.find(',', begin), selection.size());
    int id = -1;
    const auto [rest, error] = std::from_chars(selection.data() + begin, selection.data() + end, id);
    if (error != std::errc{} || rest != selection.data() + end)
      return core::usage_error(fmt::format("'{}' selects no device", selection),
                               "ids with commas between them, or all");
    const auto found = std::ranges::find(devices, id, &DeviceInfo::id);
    if (found == devices.end())
      return Diagnostic{
          Failure::environment, fmt::format("there is no GPU {}", id), "this machine has " + names_of(devices), {}};
    if (std::ranges::find(selected, id, &DeviceInfo::id) == selected.end()) selected.push_back(*found);
    begin = end + 1;
  }
  return selected;
}

Result<std::unique_ptr<Device>> Device::open(std::shared_ptr<const Driver> driver, const DeviceInfo& info) {
  std::unique_ptr<Device> device(new Device(std::move(driver), info));
  const driver::Api& api = device->api();
  const std::string what = fmt::format("use GPU {} ({})", info.id, info.name);
  auto status = api.device_get(&device->handle_, info.id);
  if (status == driver::success) status = api.primary_context(&device->context_, device->handle_);
  if (status == driver::success) status = api.set_context(device->context_);
  if (status != driver::success) return device->driver().failure(what, status);
  return device;
}

Device::~Device() {
  if (context_ != nullptr && lost_.empty()) api().release_context(handle_);
}

}  // namespace reconverge::gpu
