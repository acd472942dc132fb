// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reconverge::sass {

/// An address that loading writes into data.
struct Relocation {
  std::uint64_t at = 0;      ///< byte of the section
  std::uint32_t type = 0;    ///< R_CUDA_...
  std::uint32_t symbol = 0;  ///< index into DeviceImage::symbols
  std::int64_t addend = 0;
};

/// A section of data: `.nv.global`, `.nv.global.init`, `.nv.constant3`, `.nv.constant2.KERNEL`.
struct DataSection {
  std::string name;
  std::uint64_t alignment = 1;
  std::vector<std::uint8_t> bytes = {};  ///< zeroes if the file holds none
  std::vector<Relocation> relocations = {};
};

/// The kinds of named symbols of code and data.
struct DeviceSymbol {
  std::string name;
  std::string section = {};  ///< where it is; empty: the file does not define it
  std::uint64_t offset = 0;  ///< in its section; in shared memory that is not linked yet, its alignment
  std::uint64_t size = 0;
  bool is_function = false;
  bool is_shared = false;  ///< a variable of shared memory

  bool is_defined() const { return !section.empty(); }
};

/// The data of a compiled file beside its code.
struct DeviceImage {
  std::vector<DataSection> sections = {};
  std::vector<DeviceSymbol> symbols = {};
};

}  // namespace reconverge::sass
