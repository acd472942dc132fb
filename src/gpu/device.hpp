// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/driver/driver.hpp"

namespace reconverge::gpu {

/// Facts about a card that are known without using it.
struct DeviceInfo {
  int id = 0;  ///< the driver's number
  std::string name;
  int compute_major = 0;
  int compute_minor = 0;
  int multiprocessors = 0;
  int clock_kilohertz = 0;  ///< 0 if the driver does not say
  std::size_t memory_bytes = 0;
  std::string pci;   ///< "bus:device", hexadecimal
  std::string uuid;  ///< identifies the card; 32 hexadecimal digits

  /// "sm_90".
  std::string arch() const;
};

/// Every card of the machine, in the driver's order.
core::Result<std::vector<DeviceInfo>> list_devices(const Driver& driver);

/// The cards that a selection names: "all", or ids with commas between them. Fails with
/// Failure::usage for a text that is not a selection, Failure::environment for a card that is not there.
core::Result<std::vector<DeviceInfo>> select_devices(const std::vector<DeviceInfo>& devices,
                                                     const std::string& selection);

/// A card in use: its primary context, made current on the calling thread.
class Device {
 public:
  static core::Result<std::unique_ptr<Device>> open(std::shared_ptr<const Driver> driver, const DeviceInfo& info);
  ~Device();  ///< releases the context, unless a launch hangs in it
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceInfo& info() const { return info_; }
  const Driver& driver() const { return *driver_; }
  const driver::Api& api() const { return driver_->api(); }
  driver::Handle context() const { return context_; }

  /// Why the card can no longer be used: a launch hangs, or an error that stays with the context.
  const std::string& lost() const { return lost_; }
  void lose(std::string why) { lost_ = std::move(why); }

 private:
  Device(std::shared_ptr<const Driver> driver, DeviceInfo info) : driver_(std::move(driver)), info_(std::move(info)) {}

  std::shared_ptr<const Driver> driver_;
  DeviceInfo info_;
  driver::Device handle_ = 0;
  driver::Handle context_ = nullptr;
  std::string lost_;
};

}  // namespace reconverge::gpu
