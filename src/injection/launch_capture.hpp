// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "injection/capture_file.hpp"
#include "injection/driver_api.hpp"
#include "injection/launch_call.hpp"
#include "injection/memory_calls.hpp"
#include "injection/settings.hpp"
#include "injection/terminal.hpp"
#include "injection/writer.hpp"

namespace reconverge::injection {

/// Stores one launch with all the memory that its kernel may reach, before and after it, so that it can be run again
/// elsewhere.
class LaunchCapture {
 public:
  LaunchCapture(const Settings& settings, const DriverApi& driver, const Terminal& terminal, Writer& writer)
      : settings_(settings), driver_(driver), terminal_(terminal), writer_(writer) {}

  MemoryCalls& memory() { return memory_; }
  bool wants(const std::string& symbol, std::uint64_t index) const;
  /// Has the driver load the kernel's module, if it has not yet.
  void load(const LaunchCall& call) const;
  /// The device is idle, and the kernel's module is loaded.
  ///
  /// @param cubins  that this process has loaded
  /// @return whether after() is to be called
  bool before(const Launch& launch, const LaunchCall& call, const std::set<std::uint32_t>& cubins);
  /// The launch has ended, and the device is idle.
  ///
  /// @param failure  why the launch did not end well; empty if it did
  /// @param counted  whether the launch has its counts
  void after(const Launch& launch, const std::string& failure, bool counted);
  /// Gives it up, and writes why.
  ///
  /// @return false
  bool fail(const Launch& launch, const std::string& why);

 private:
  /// A parameter: its bytes lie at an offset of the kernel's parameters.
  struct Parameter {
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  /// A range of memory and what it held before the launch.
  struct Piece {
    Allocation range;
    std::vector<char> bytes;
  };

  bool claim() const;
  std::string clusters_of_code(const LaunchCall& call) const;
  std::optional<std::string> read_parameters(const LaunchCall& call);
  void find_code(const Launch& launch, const LaunchCall& call, const std::set<std::uint32_t>& cubins);
  void list_variables(const LaunchCall& call, const std::vector<std::string>& names);
  void copy_pieces(const std::vector<Allocation>& ranges);
  bool copy(const Allocation& range, std::uint64_t offset, char* to, std::size_t bytes) const;
  std::string head(const Launch& launch, const LaunchCall& call) const;
  void add_changes();
  bool add_code(const Launch& launch, bool counted);

  const Settings& settings_;
  const DriverApi& driver_;
  const Terminal& terminal_;
  Writer& writer_;
  MemoryCalls memory_;
  std::atomic<bool> is_done_ = false;  ///< one launch is captured, or could not be

  std::unique_ptr<CaptureFile> file_;
  std::vector<Parameter> parameters_;
  std::string parameter_bytes_;
  std::vector<std::uint32_t> candidates_;  ///< cubins that have a kernel of this name
  std::vector<Allocation> variables_;
  std::vector<Piece> pieces_;
  std::vector<std::string> notes_;
  std::uint64_t memory_bytes_ = 0;
  double seconds_ = 0;
};

}  // namespace reconverge::injection
