#include "toolchain/cubin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

// Offsets and values of the System V ABI's ELF64 that are looked at.
constexpr std::size_t class_at = 4, order_at = 5, abi_version_at = 8;
constexpr char class_64 = 2, little_endian = 1;
constexpr std::size_t header_size = 64, sections_at = 40, flags_at = 48, section_size_at = 58, section_count_at = 60;
constexpr std::uint64_t section_row = 64, symbol_row = 24;
constexpr std::uint64_t null_section = 0, symbol_table = 2, empty_section = 8, function_symbol = 2;
/// Of a symbol's `st_other`: a function that the host can start (STO_CUDA_ENTRY in NVIDIA's listings).
constexpr std::uint64_t entry_bit = 0x10;

Diagnostic broken(const std::string& source, std::string why) {
  return {Failure::input, "broken cubin: " + std::move(why), "compile it anew with nvcc -cubin", {source, 0, 0}};
}

/// The bytes of a file, of which nothing is believed.
class Bytes {
 public:
  explicit Bytes(std::string_view content) : content_(content) {}

  /// A little-endian number; nothing if it does not lie in the file.
  std::optional<std::uint64_t> number(std::uint64_t at, std::size_t width) const {
    const auto text = part(at, width);
    if (!text) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{static_cast<unsigned char>((*text)[i])} << (8 * i);
    return value;
  }
  std::optional<std::string_view> part(std::uint64_t at, std::uint64_t size) const {
    if (at > content_.size() || size > content_.size() - at) return std::nullopt;
    return content_.substr(at, size);
  }

 private:
  std::string_view content_;
};

/// One row of the table of sections.
struct Section {
  std::uint64_t type = 0, at = 0, size = 0, link = 0;
};

/// Nothing if it does not lie in the file.
std::optional<Section> section_at(const Bytes& bytes, std::uint64_t at) {
  if (!bytes.part(at, section_row)) return std::nullopt;
  return Section{*bytes.number(at + 4, 4), *bytes.number(at + 24, 8), *bytes.number(at + 32, 8),
                 *bytes.number(at + 40, 4)};
}

Result<std::vector<Section>> sections_of(const Bytes& bytes, const std::string& source) {
  const std::uint64_t table = *bytes.number(sections_at, 8);
  if (*bytes.number(section_size_at, 2) != section_row)
    return broken(source, "its table of sections is of another kind");
  std::uint64_t count = *bytes.number(section_count_at, 2);
  if (count == 0)  // too many for the header: the first section's size tells
    if (const auto first = section_at(bytes, table)) count = first->size;
  std::vector<Section> sections;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto section =
        table <= ~std::uint64_t{0} - i * section_row ? section_at(bytes, table + i * section_row) : std::nullopt;
    if (!section) return broken(source, "its table of sections does not lie in the file");
    sections.push_back(*section);
  }
  return sections;
}

/// Adds the kernels of one table of symbols. What is wrong with it; else nothing.
std::string add_kernels(const Bytes& bytes, const Section& symbols, const Section& names,
                        std::vector<std::string>& kernels) {
  const auto texts = bytes.part(names.at, names.size);
  if (!bytes.part(symbols.at, symbols.size) || !texts) return "its symbols do not lie in the file";
  for (std::uint64_t row = 0; row + symbol_row <= symbols.size; row += symbol_row) {
    const std::uint64_t at = symbols.at + row;
    const bool is_function = (*bytes.number(at + 4, 1) & 0xf) == function_symbol;
    const bool is_entry = (*bytes.number(at + 5, 1) & entry_bit) != 0;
    const bool is_defined = *bytes.number(at + 6, 2) != 0;
    if (!is_function || !is_entry || !is_defined) continue;
    const std::uint64_t name = *bytes.number(at, 4);
    const std::size_t end = name < texts->size() ? texts->find('\0', name) : std::string_view::npos;
    if (end == std::string_view::npos || end == name) return "a kernel has no name";
    kernels.emplace_back(texts->substr(name, end - name));
  }
  return {};
}

/// The number of the architecture stands in the low byte of the flags up to CUDA 12, whose files are of
/// ABI version 7, and in the next one from CUDA 13 on, whose files are of version 8 (LLVM,
/// BinaryFormat/ELF.h: EF_CUDA_SM and EF_CUDA_SM_MASK).
std::optional<unsigned> architecture_of(unsigned char abi_version, std::uint64_t flags) {
  if (abi_version == 7) return static_cast<unsigned>(flags & 0xff);
  if (abi_version == 8) return static_cast<unsigned>(flags >> 8 & 0xff);
  return std::nullopt;
}

}  // namespace

Result<core::Done> check_cubin(std::string_view content, const std::string& source) {
  const Bytes bytes(content);
  if (content.size() < header_size) return broken(source, "it ends within its header");
  if (content[class_at] != class_64 || content[order_at] != little_endian)
    return broken(source, "it is not a little-endian ELF file of 64 bits");
  if (*bytes.number(sections_at, 8) == 0) return core::Done{};  // it says of itself that it has none
  const auto sections = sections_of(bytes, source);
  if (!sections) return sections.error();
  for (std::size_t i = 0; i < sections->size(); ++i) {
    const Section& section = (*sections)[i];
    if (section.type != null_section && section.type != empty_section && !bytes.part(section.at, section.size))
      return broken(
          source, fmt::format("section {}, {} bytes at 0x{:x}, does not lie in the file of {} bytes; is it cut off?", i,
                              section.size, section.at, content.size()));
  }
  return core::Done{};
}

Result<CubinFacts> read_cubin(std::string_view content, const std::string& source) {
  if (auto whole = check_cubin(content, source); !whole) return whole.error();
  const Bytes bytes(content);
  const auto abi_version = static_cast<unsigned char>(content[abi_version_at]);
  const auto architecture = architecture_of(abi_version, *bytes.number(flags_at, 4));
  if (!architecture)
    return Diagnostic{Failure::input,
                      fmt::format("a cubin of ABI version {} is not known here", abi_version),
                      "versions 7 and 8 are, which CUDA 13 and earlier ones write",
                      {source, 0, 0}};
  const auto sections = sections_of(bytes, source);
  if (!sections) return sections.error();
  CubinFacts facts{.arch = fmt::format("sm_{}", *architecture), .kernels = {}};
  const auto symbols = std::ranges::find(*sections, symbol_table, &Section::type);  // there is one at most
  if (symbols != sections->end()) {
    if (symbols->link >= sections->size()) return broken(source, "its symbols have no names");
    if (const std::string wrong = add_kernels(bytes, *symbols, (*sections)[symbols->link], facts.kernels);
        !wrong.empty())
      return broken(source, wrong);
  }
  if (facts.kernels.empty())
    return Diagnostic{Failure::input,
                      "there is no kernel in this cubin",
                      "a __global__ function that the file itself defines",
                      {source, 0, 0}};
  return facts;
}

}  // namespace reconverge::toolchain
