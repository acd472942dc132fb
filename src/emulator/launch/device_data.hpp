// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/abi.hpp"
#include "emulator/memory/constant_banks.hpp"
#include "emulator/memory/global_memory.hpp"
#include "sass/device_image.hpp"
#include "sass/linking.hpp"
#include "sass/program.hpp"

namespace reconverge::emulator {

struct Launch;

/// Data in the file of a kernel beside the kernel's code.
struct DeviceData {
  sass::DeviceImage image;
  std::string kernel = {};  ///< its own constant banks are those that are named after it
  /// Addresses of functions: the kernel's, and those of what is linked with it.
  std::map<std::string, std::uint64_t, std::less<>> functions = {};
  bool has_linked_code = false;  ///< some of them are of the file, and not of the driver

  /// The functions that are linked with the kernel, in the order of their addresses.
  std::vector<std::string> called() const;
  /// A variable or constant that the file defines; null if there is none of this name.
  const sass::DeviceSymbol* find_variable(std::string_view name) const;
};

/// Whether the addresses in the data lie in it. Fails with Failure::input.
core::Result<core::Done> check_device_data(const sass::DeviceImage& image, const std::string& source);

/// Functions whose addresses are in the data.
std::vector<std::string> pointed_functions(const sass::DeviceImage& image);

/// The data of a file in the memory of one launch: sections of variables follow the buffers of the arguments.
class DeviceMemory {
 public:
  /// @param launch  with its DeviceData
  DeviceMemory(const Launch& launch, const Abi& abi);

  /// The address of a variable in its memory, of a function in the code; nothing if the file does not say.
  std::optional<std::uint64_t> address_of(std::string_view name) const;
  /// The constant banks that the file fills, and the generic address of its __constant__ variables in bank 0.
  Constants constants() const;
  /// Puts the variables into the memory of the launch, after the buffers of the arguments, and begins the run of the
  /// device's runtime.
  ///
  /// @param bounded  whether global memory is made of allocations
  void load(GlobalMemory& memory, bool bounded) const;
  /// Gives the names in operands their values. Variables of shared memory that are not placed yet get their place
  /// in the order in which code names them, those whose size the launch chooses last.
  void settle(sass::Function& function);

 private:
  struct Placed {
    sass::DataSection section;  ///< with the addresses filled in
    std::uint64_t address = 0;  ///< of its first byte; of constants: in their bank
    int bank = -1;              ///< of constants
    bool is_copy = false;       ///< of constants, in global memory: what generic pointers to them find
    std::vector<GlobalMemory::Withheld> not_known = {};  ///< values that the file gives in a form not known here
  };

  void load_variables(GlobalMemory& memory, bool bounded) const;
  void load_code_addresses(GlobalMemory& memory) const;
  void place_sections();
  void set_symbols();
  void set_captured_constants();
  std::optional<std::uint64_t> captured_address(const sass::DeviceSymbol& symbol) const;
  void fill_in_addresses();
  void find_values_not_known();
  std::optional<sass::SymbolAddress> find(std::string_view name) const;
  std::optional<sass::SymbolAddress> find(const sass::DeviceSymbol& symbol) const;
  std::uint64_t address_in_data(std::uint32_t symbol) const;
  void place_shared(const sass::Function& function, bool is_defined);

  const Launch& launch_;
  const DeviceData& data_;
  const Abi& abi_;
  std::vector<Placed> placed_;
  std::map<std::string, std::uint64_t, std::less<>> shared_;
  std::uint64_t shared_end_;
  std::uint64_t heap_ = 0;  ///< address of what malloc gives
};

}  // namespace reconverge::emulator
