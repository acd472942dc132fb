// SPDX-License-Identifier: MIT
#include "toolchain/fat_binary.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "sass/names.hpp"
#include "sass/program.hpp"
#include "toolchain/cubin.hpp"
#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

using core::Result;

// A fat binary: magic, version 1 and the size of this header, 16 bytes, in the order in which they are searched for;
// then the size of what follows. That is one entry after another, each a header and its data. As nvcc 13 writes it,
// and as cuobjdump lists it.
constexpr std::string_view fat_binary_begin("\x50\xED\x55\xBA\x01\x00\x10\x00", 8);
constexpr std::uint64_t header_size = 16, entry_header_least = 64;
constexpr std::uint64_t cubin_kind = 2;
constexpr std::string_view elf_magic =
    "\x7F"
    "ELF";
constexpr std::uint64_t elf_type_at = 16, elf_executable = 2;
constexpr std::string_view code_prefix = ".text.";

/// The fat binary at a place of a file, whole; nothing if it does not lie in the file.
std::optional<std::string_view> fat_binary_at(const ElfBytes& file, std::uint64_t at) {
  const auto size = file.number(at + 8, 8);
  if (!size || *size > ~std::uint64_t{0} - header_size) return std::nullopt;
  return file.part(at, header_size + *size);
}

/// The data of each cubin of a fat binary, compressed or not; nothing if its entries do not fill it.
std::optional<std::vector<std::string_view>> packed_cubins(std::string_view fat_binary) {
  const ElfBytes bytes(fat_binary);
  std::vector<std::string_view> cubins;
  for (std::uint64_t at = header_size; at < fat_binary.size();) {
    const auto kind = bytes.number(at, 2), head = bytes.number(at + 4, 4), size = bytes.number(at + 8, 8);
    if (!size || *head < entry_header_least || !bytes.part(at, *head)) return std::nullopt;
    const auto data = bytes.part(at + *head, *size);
    if (!data) return std::nullopt;
    if (*kind == cubin_kind) cubins.push_back(*data);
    at += *head + *size;
  }
  return cubins;
}

/// The symbols of the functions that a cubin defines.
std::vector<std::string> functions_of(std::string_view cubin) {
  const std::string nameless;
  if (!check_cubin(cubin, nameless)) return {};
  const ElfBytes bytes(cubin);
  const auto sections = elf_sections(bytes, nameless);
  const auto names =
      sections ? elf_section_names(bytes, *sections, nameless) : Result<std::vector<std::string>>(sections.error());
  std::vector<std::string> functions;
  if (names)
    for (const std::string& name : *names)
      if (name.starts_with(code_prefix)) functions.push_back(name.substr(code_prefix.size()));
  return functions;
}

bool is_linked(const std::string& cubin) { return ElfBytes(cubin).number(elf_type_at, 2) == elf_executable; }

}  // namespace

Result<std::vector<std::string>> cubins_in(std::string_view content, const Unpack& unpack) {
  const ElfBytes file(content);
  std::vector<std::string> cubins;
  for (std::size_t at = content.find(fat_binary_begin); at != std::string_view::npos;
       at = content.find(fat_binary_begin, at)) {
    const auto whole = fat_binary_at(file, at);
    const auto packed = whole ? packed_cubins(*whole) : std::nullopt;
    at += packed ? whole->size() : fat_binary_begin.size();
    if (!packed) continue;
    if (std::ranges::all_of(*packed, [](std::string_view data) { return data.starts_with(elf_magic); })) {
      cubins.insert(cubins.end(), packed->begin(), packed->end());
      continue;
    }
    auto unpacked = unpack(*whole);
    if (!unpacked) return unpacked.error();
    std::ranges::move(*unpacked, std::back_inserter(cubins));
  }
  std::erase_if(cubins, [](const std::string& cubin) { return functions_of(cubin).empty(); });
  return cubins;
}

std::vector<std::string> cubins_with(std::vector<std::string> cubins, const std::string& arch,
                                     const std::string& function) {
  if (!arch.empty())
    std::erase_if(cubins, [&](const std::string& cubin) {
      return sass::arch_number(architecture_of_cubin(cubin)) != sass::arch_number(arch);
    });
  if (!function.empty()) {
    std::vector<std::string> all;
    for (const std::string& cubin : cubins) std::ranges::move(functions_of(cubin), std::back_inserter(all));
    const auto meant = sass::symbols_named(function, all);
    std::erase_if(cubins, [&](const std::string& cubin) {
      return std::ranges::none_of(functions_of(cubin),
                                  [&](const std::string& name) { return std::ranges::count(meant, name) != 0; });
    });
  }
  if (std::ranges::any_of(cubins, is_linked))
    std::erase_if(cubins, [](const auto& cubin) { return !is_linked(cubin); });
  return cubins;
}

}  // namespace reconverge::toolchain
