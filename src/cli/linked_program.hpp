// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "emulator/launch/device_data.hpp"
#include "sass/program.hpp"

namespace reconverge::cli {

/// The functions of a listing and the data of its cubin, by which kernels are linked.
class LinkedProgram {
 public:
  /// @param listing  must outlive this
  /// @param cubin    its bytes; empty: the listing is all there is
  /// Fails with Failure::input.
  static core::Result<LinkedProgram> read(const std::string& listing, const std::string& cubin,
                                          const std::string& input);

  /// Adds to a function those that it calls. Returns the data of the file; null: none, and nothing is called.
  std::shared_ptr<emulator::DeviceData> link(sass::Function& function);

 private:
  LinkedProgram(const std::string& listing, std::string input) : listing_(&listing), input_(std::move(input)) {}

  std::optional<sass::Function> find(std::string_view name, const std::string& arch);

  const std::string* listing_;
  std::string input_;
  std::optional<sass::DeviceImage> image_ = {};
  std::string names_arch_ = {};
  std::set<std::string, std::less<>> names_ = {};  ///< of functions for names_arch_, once one was looked for
};

}  // namespace reconverge::cli
