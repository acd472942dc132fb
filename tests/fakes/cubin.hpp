// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Cubins that hold no code: header, symbols and their names, as NVIDIA's compilers lay them out.
namespace reconverge::fakes {

struct CubinShape {
  unsigned architecture = 90;
  std::vector<std::string> kernels = {"kernel"};
  std::vector<std::string> functions = {};  ///< that kernels call
  bool of_cuda_12 = false;                  ///< the architecture stands elsewhere then
  /// Bytes of static shared memory of each kernel, with what the driver keeps; nothing: sections have no names.
  std::optional<std::uint64_t> shared = {};
};

/// Little-endian; what is wider than the value is filled with zeroes.
inline void append(std::string& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes += static_cast<char>(i < 8 ? value >> (8 * i) & 0xff : 0);
}

inline std::string cubin(const CubinShape& shape) {
  std::string names(1, '\0'), symbols(24, '\0');
  const auto add = [&](const std::string& name, unsigned other) {
    append(symbols, names.size(), 4);
    append(symbols, 0x12, 1);  // global, a function
    append(symbols, other, 1);
    append(symbols, 4, 2);  // any section
    append(symbols, 0, 8);
    append(symbols, 16, 8);
    names += name + '\0';
  };
  for (const std::string& name : shape.functions) add(name, 0);
  for (const std::string& name : shape.kernels) add(name, 0x10);
  constexpr std::uint64_t header = 64;
  std::string bytes(
      "\x7F"
      "ELF\x02\x01\x01",
      7);
  append(bytes, shape.of_cuda_12 ? 0x33 : 0x41, 1);
  append(bytes, shape.of_cuda_12 ? 7 : 8, 8);  // the version of the ABI, then padding
  append(bytes, 2, 2);
  append(bytes, 190, 2);
  append(bytes, 1, 4);
  append(bytes, 0, 16);
  append(bytes, header + names.size() + symbols.size(), 8);  // the table of sections
  append(bytes, shape.of_cuda_12 ? 0x500u | shape.architecture : shape.architecture << 8 | 0x4u, 4);
  const std::size_t named = shape.shared ? 1 + 2 * shape.kernels.size() : 0;
  for (const std::size_t value : {std::size_t{64}, std::size_t{0}, std::size_t{0}, std::size_t{64}, 3 + named,
                                  std::size_t{shape.shared ? 3u : 0u}})
    append(bytes, value, 2);
  bytes += names + symbols;
  const auto section = [&](std::uint64_t type, std::uint64_t at, std::uint64_t size, std::uint64_t link,
                           std::uint64_t name = 0) {
    append(bytes, name, 4);
    append(bytes, type, 4);
    append(bytes, 0, 16);
    append(bytes, at, 8);
    append(bytes, size, 8);
    append(bytes, link, 4);
    append(bytes, 0, 20);
  };
  section(0, 0, 0, 0);
  section(3, header, names.size(), 0);
  section(2, header + names.size(), symbols.size(), 1);
  if (!shape.shared) return bytes;
  std::string section_names(1, '\0');
  for (const std::string& kernel : shape.kernels)
    section_names += ".text." + kernel + '\0' + ".nv.shared." + kernel + '\0';
  section(3, header + names.size() + symbols.size() + 64 * (3 + named), section_names.size(), 0);
  constexpr std::uint64_t without_content = 8;
  std::size_t name = 1;
  for (const std::string& kernel : shape.kernels) {
    section(without_content, header, 16, 0, name);
    name += kernel.size() + 7;
    section(without_content, header, *shape.shared, 0, name);
    name += kernel.size() + 12;
  }
  bytes += section_names;
  return bytes;
}

}  // namespace reconverge::fakes
