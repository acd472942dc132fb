// SPDX-License-Identifier: MIT
#include "emulator/launch/device_data.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/launch/argument_bytes.hpp"
#include "emulator/launch/captured_memory.hpp"
#include "emulator/launch/launch.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "sass/linking.hpp"

namespace reconverge::emulator {
namespace {

using sass::DeviceSymbol;

/// What a relocation writes of an address.
struct AddressForm {
  std::uint32_t type;       ///< of the relocation
  std::size_t bytes;        ///< how many it writes
  unsigned first_bit = 0;   ///< of the address
  std::uint32_t count = 1;  ///< so many types in a row, each for the next byte of the address
};

/// Whole addresses: R_CUDA_32, R_CUDA_64, R_CUDA_G64, and the unified address of a function, which nvdisasm prints as
/// `fun@unified(f)`. Code of 32 bits is that of sm_50 to sm_62. Compilers write pointers in packed structures byte by
/// byte: R_CUDA_8_0 to R_CUDA_8_56, R_CUDA_G8_0 to R_CUDA_G8_56, and those of unified addresses.
constexpr std::array address_forms = {AddressForm{1, 4},         AddressForm{2, 8},          AddressForm{4, 8},
                                      AddressForm{0x66, 8},      AddressForm{0x4C, 1, 0, 8}, AddressForm{0x54, 1, 0, 8},
                                      AddressForm{0x68, 1, 0, 8}};

/// Nothing if it is of another kind.
std::optional<AddressForm> form_of(const sass::Relocation& relocation) {
  for (AddressForm form : address_forms) {
    if (relocation.type - form.type >= form.count) continue;
    form.first_bit = 8 * (relocation.type - form.type);
    return form;
  }
  return std::nullopt;
}

std::size_t bytes_of(const sass::Relocation& relocation) {
  const auto form = form_of(relocation);
  return form ? form->bytes : 0;
}

/// Where pointers to functions go that are not linked, since no instruction calls through a register: nowhere near
/// code, and to no two of them the same.
constexpr std::uint64_t first_unlinked = 0x4000'0000;
constexpr std::uint64_t function_bytes = 128;
constexpr std::uint64_t alignment_of_dynamic_shared = 16;

constexpr std::string_view constant_prefix = ".nv.constant", code_prefix = ".text.";
constexpr std::string_view user_constants = ".nv.constant3";

bool is_code(const DeviceSymbol& symbol) { return symbol.is_function || symbol.section.starts_with(code_prefix); }

/// `.nv.constant3` is everybody's, `.nv.constant2.KERNEL` of one function.
struct BankSection {
  int bank = 0;
  std::string_view owner;  ///< empty: of all
};
std::optional<BankSection> bank_section(std::string_view section) {
  if (!section.starts_with(constant_prefix)) return std::nullopt;
  section.remove_prefix(constant_prefix.size());
  const auto dot = std::min(section.find('.'), section.size());
  BankSection found{.owner = section.substr(std::min(dot + 1, section.size()))};
  for (const char digit : section.substr(0, dot)) found.bank = 10 * found.bank + (digit - '0');
  return found;
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

std::vector<std::string> DeviceData::called() const {
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto& [name, address] : functions)
    if (name != kernel) sorted.emplace_back(address, name);
  std::ranges::sort(sorted);
  std::vector<std::string> names;
  for (auto& [address, name] : sorted) names.push_back(std::move(name));
  return names;
}

const DeviceSymbol* DeviceData::find_variable(std::string_view name) const {
  const auto found = std::ranges::find_if(image.symbols, [&](const DeviceSymbol& symbol) {
    const bool is_data = symbol.section.starts_with(".nv.global") || symbol.section.starts_with(constant_prefix);
    return symbol.name == name && is_data && symbol.name != symbol.section;
  });
  return found == image.symbols.end() ? nullptr : &*found;
}

core::Result<core::Done> check_device_data(const sass::DeviceImage& image, const std::string& source) {
  for (const sass::DataSection& section : image.sections)
    for (const sass::Relocation& relocation : section.relocations) {
      if (relocation.at <= section.bytes.size() && section.bytes.size() - relocation.at >= bytes_of(relocation))
        continue;
      return core::Diagnostic{
          .failure = core::Failure::input,
          .message = fmt::format("{} has an address of '{}' at byte {}, which is past its end", section.name,
                                 image.symbols[relocation.symbol].name, relocation.at),
          .hint = "the file may be cut short, or not be what a compiler wrote",
          .where = {source, 0, 0}};
    }
  return core::Done{};
}

std::vector<std::string> pointed_functions(const sass::DeviceImage& image) {
  std::vector<std::string> names;
  for (const sass::DataSection& section : image.sections)
    for (const sass::Relocation& relocation : section.relocations) {
      const DeviceSymbol& symbol = image.symbols[relocation.symbol];
      if (is_code(symbol) && std::ranges::find(names, symbol.name) == names.end()) names.push_back(symbol.name);
    }
  return names;
}

DeviceMemory::DeviceMemory(const Launch& launch, const Abi& abi)
    : launch_(launch), data_(*launch.device), abi_(abi), shared_end_(abi.shared_begin) {
  place_sections();
  set_symbols();
  set_captured_constants();
  fill_in_addresses();
  find_values_not_known();
}

/// Constants of the kernel begin their bank, as its code has them; those of functions that are linked with it follow.
void DeviceMemory::place_sections() {
  GlobalMemory scratch;
  allocate_buffers(launch_, scratch);
  if (launch_.captured) scratch.allocate_after(launch_.captured->free_from());
  std::map<int, std::uint64_t> ends;
  for (const bool of_linked : {false, true})
    for (const sass::DataSection& section : data_.image.sections) {
      if (section.bytes.empty()) continue;
      const auto bank = bank_section(section.name);
      const bool is_own = !bank || bank->owner.empty() || bank->owner == data_.kernel;
      if (is_own == of_linked || (!is_own && !data_.functions.contains(bank->owner))) continue;
      if (!bank) {
        placed_.push_back({section, scratch.allocate(section.name, section.bytes)});
        continue;
      }
      std::uint64_t& end = ends[bank->bank];
      const std::uint64_t place = is_own ? 0 : rounded_up(end, std::max<std::uint64_t>(section.alignment, 4));
      end = std::max(end, place + section.bytes.size());
      placed_.push_back({section, place, bank->bank});
    }
  for (std::size_t i = 0; i < placed_.size(); ++i)
    if (placed_[i].section.name == user_constants && abi_.constant_window >= 0) {
      Placed copy{.section = placed_[i].section, .is_copy = true};
      copy.address = scratch.allocate(copy.section.name, copy.section.bytes);
      placed_.push_back(std::move(copy));
      break;
    }
  heap_ = scratch.allocate("the heap of malloc", {});
}

/// The user's values take the place of the file's.
void DeviceMemory::set_symbols() {
  const ArgumentBytes arguments(launch_);
  for (const SymbolValue& given : launch_.symbols) {
    const DeviceSymbol* symbol = data_.find_variable(given.name);
    for (Placed& placed : placed_) {
      if (symbol == nullptr || placed.section.name != symbol->section) continue;
      const auto bytes = arguments.of(given.value);
      if (symbol->offset > placed.section.bytes.size() || bytes.size() > placed.section.bytes.size() - symbol->offset)
        continue;
      std::ranges::copy(bytes, placed.section.bytes.begin() + static_cast<std::ptrdiff_t>(symbol->offset));
      // Values from the user are kept: no address is written over them.
      std::erase_if(placed.section.relocations, [&](const sass::Relocation& relocation) {
        return relocation.at >= symbol->offset && relocation.at < symbol->offset + bytes.size();
      });
    }
  }
}

/// The constants on the card. Addresses of functions are ours.
void DeviceMemory::set_captured_constants() {
  if (!launch_.captured) return;
  for (const DeviceSymbol& symbol : data_.image.symbols) {
    const auto address = launch_.captured->variable(symbol.name);
    const auto bytes = address ? launch_.captured->bytes_at(*address, symbol.size) : std::nullopt;
    if (!bytes) continue;
    for (Placed& placed : placed_) {
      std::vector<std::uint8_t>& own = placed.section.bytes;
      if ((placed.bank < 0 && !placed.is_copy) || placed.section.name != symbol.section || symbol.offset > own.size() ||
          own.size() - symbol.offset < symbol.size)
        continue;
      const std::vector<std::uint8_t> of_file = own;
      std::ranges::copy(*bytes, own.begin() + static_cast<std::ptrdiff_t>(symbol.offset));
      for (const sass::Relocation& relocation : placed.section.relocations)
        std::copy_n(of_file.begin() + static_cast<std::ptrdiff_t>(relocation.at), bytes_of(relocation),
                    own.begin() + static_cast<std::ptrdiff_t>(relocation.at));
    }
  }
}

/// Where a variable was on the card; nothing if it is not known, or is a constant, which code finds in its bank.
std::optional<std::uint64_t> DeviceMemory::captured_address(const DeviceSymbol& symbol) const {
  if (!launch_.captured || symbol.section.starts_with(constant_prefix)) return std::nullopt;
  return launch_.captured->variable(symbol.name);
}

/// Without an addend of its own a relocation of a whole address adds to what stands there.
void DeviceMemory::fill_in_addresses() {
  for (Placed& placed : placed_)
    for (const sass::Relocation& relocation : placed.section.relocations) {
      const auto form = form_of(relocation);
      if (!form) continue;
      std::uint8_t* const at = placed.section.bytes.data() + relocation.at;
      std::uint64_t value = 0;
      if (form->count == 1) std::memcpy(&value, at, form->bytes);
      value += address_in_data(relocation.symbol) + static_cast<std::uint64_t>(relocation.addend);
      value >>= form->first_bit;
      std::memcpy(at, &value, form->bytes);
    }
}

/// Addresses in a form that is not known here, and those of variables, which lie above 4 GiB, in 32 bits: what holds
/// one has no value.
void DeviceMemory::find_values_not_known() {
  for (Placed& placed : placed_)
    for (const sass::Relocation& relocation : placed.section.relocations) {
      const DeviceSymbol& target = data_.image.symbols[relocation.symbol];
      const std::size_t bytes = bytes_of(relocation);
      if (bytes != 0 && (bytes != sizeof(std::uint32_t) || is_code(target))) continue;
      const auto variable = std::ranges::find_if(data_.image.symbols, [&](const DeviceSymbol& symbol) {
        return symbol.section == placed.section.name && symbol.name != symbol.section &&
               relocation.at >= symbol.offset && relocation.at - symbol.offset < symbol.size;
      });
      const bool has_name = variable != data_.image.symbols.end();
      const std::uint64_t begin = has_name ? variable->offset : relocation.at;
      const std::uint64_t most = placed.section.bytes.size() - begin;
      const std::uint64_t size = std::min(most, has_name ? variable->size : sizeof(std::uint64_t));
      const std::string name = has_name ? variable->name : fmt::format("{} at byte {}", placed.section.name, begin);
      placed.not_known.push_back(
          {.address = placed.address + begin,
           .bytes = size,
           .why = fmt::format("'{}' holds the address of '{}' in a form that is not known here (relocation {})", name,
                              target.name, relocation.type),
           .hint = has_name ? fmt::format("--symbol {}=VALUE gives it a value", name) : std::string()});
    }
}

std::uint64_t DeviceMemory::address_in_data(std::uint32_t symbol) const {
  if (const auto found = find(data_.image.symbols[symbol])) return found->address;
  return first_unlinked + symbol * function_bytes;
}

std::optional<sass::SymbolAddress> DeviceMemory::find(const DeviceSymbol& symbol) const {
  using sass::SymbolAddress;
  if (const auto found = data_.functions.find(symbol.name); found != data_.functions.end())
    return SymbolAddress{found->second};
  // The table of functions of several files, which links to one file alone here.
  if (!symbol.is_defined() && (symbol.name == "__UFT_OFFSET" || symbol.name == "__UDT_OFFSET")) return SymbolAddress{0};
  if (symbol.section.starts_with(code_prefix)) {
    const auto function = data_.functions.find(std::string_view(symbol.section).substr(code_prefix.size()));
    if (function == data_.functions.end()) return std::nullopt;
    return SymbolAddress{function->second + symbol.offset};
  }
  if (symbol.is_shared) {
    const auto found = shared_.find(symbol.name);
    return found == shared_.end() ? std::nullopt : std::optional(SymbolAddress{found->second});
  }
  if (const auto address = captured_address(symbol)) return SymbolAddress{*address};
  const auto placed = std::ranges::find_if(placed_, [&](const Placed& each) {
    return symbol.is_defined() && !each.is_copy && each.section.name == symbol.section;
  });
  if (placed == placed_.end()) return std::nullopt;
  return SymbolAddress{placed->address + (symbol.name == symbol.section ? 0 : symbol.offset), placed->bank};
}

std::optional<sass::SymbolAddress> DeviceMemory::find(std::string_view name) const {
  if (const auto found = data_.functions.find(name); found != data_.functions.end())
    return sass::SymbolAddress{found->second};
  for (const DeviceSymbol& symbol : data_.image.symbols)
    if (symbol.name == name)
      if (const auto address = find(symbol)) return address;
  return std::nullopt;
}

std::optional<std::uint64_t> DeviceMemory::address_of(std::string_view name) const {
  const auto found = find(name);
  return found ? std::optional(found->address) : std::nullopt;
}

Constants DeviceMemory::constants() const {
  Constants constants;
  for (const Placed& placed : placed_) {
    if (placed.is_copy) {
      constants[{0, abi_.constant_window}] = static_cast<std::uint32_t>(placed.address);
      constants[{0, abi_.constant_window + 4}] = static_cast<std::uint32_t>(placed.address >> 32);
    }
    if (placed.bank < 0) continue;
    const std::vector<std::uint8_t>& bytes = placed.section.bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto word = static_cast<std::int64_t>(placed.address + i / 4 * 4);
      const bool is_known = std::ranges::none_of(placed.not_known, [&](const GlobalMemory::Withheld& part) {
        return part.overlaps(placed.address + i / 4 * 4, sizeof(std::uint32_t));
      });
      if (is_known) constants[{placed.bank, word}] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
    }
  }
  return constants;
}

void DeviceMemory::load(GlobalMemory& memory, bool bounded) const {
  load_variables(memory, bounded);
  if (launch_.captured) load_code_addresses(memory);
  memory.runtime = launch_.runtime;
  if (!launch_.runtime) return;
  launch_.runtime->begin(heap_);
  const bool has_heap = data_.functions.contains("malloc");
  if (bounded && has_heap)
    memory.allocate("the heap of malloc", std::vector<std::uint8_t>(launch_.runtime->heap_bytes()));
}

void DeviceMemory::load_variables(GlobalMemory& memory, bool bounded) const {
  for (const Placed& placed : placed_) {
    if (placed.bank >= 0) continue;
    for (const GlobalMemory::Withheld& part : placed.not_known) memory.withhold(part);
    if (bounded) {
      memory.allocate(placed.section.name, placed.section.bytes);
      continue;
    }
    for (std::size_t i = 0; i < placed.section.bytes.size(); ++i)
      if (placed.section.bytes[i] != 0)  // what is not written reads as 0
        if (std::uint8_t* const at = memory.writable(placed.address + i, 1)) *at = placed.section.bytes[i];
  }
}

/// Code lies elsewhere than on the card: pointers to functions that the file puts into captured variables are ours.
void DeviceMemory::load_code_addresses(GlobalMemory& memory) const {
  for (const sass::DataSection& section : data_.image.sections)
    for (const sass::Relocation& relocation : section.relocations) {
      if (!is_code(data_.image.symbols[relocation.symbol])) continue;
      for (const DeviceSymbol& symbol : data_.image.symbols) {
        const auto address = captured_address(symbol);
        if (!address || symbol.section != section.name || relocation.at < symbol.offset ||
            relocation.at - symbol.offset >= symbol.size)
          continue;
        const auto form = form_of(relocation);
        if (!form) continue;
        const std::uint64_t value = address_in_data(relocation.symbol) + static_cast<std::uint64_t>(relocation.addend);
        const std::uint64_t at = *address + relocation.at - symbol.offset;
        for (std::size_t i = 0; i < form->bytes; ++i)
          if (std::uint8_t* const byte = memory.writable(at + i, 1))
            *byte = static_cast<std::uint8_t>(value >> (form->first_bit + 8 * i));
      }
    }
}

void DeviceMemory::place_shared(const sass::Function& function, bool is_defined) {
  for (const sass::Instruction& row : function.instructions)
    for (const sass::Operand& operand : row.operands) {
      const auto use = sass::symbol_in(operand);
      if (!use) continue;
      const auto symbol = std::ranges::find_if(data_.image.symbols, [&](const DeviceSymbol& each) {
        return each.is_shared && each.name == use->name && each.is_defined() == is_defined;
      });
      if (symbol == data_.image.symbols.end() || shared_.contains(symbol->name)) continue;
      const std::uint64_t alignment =
          is_defined ? std::max<std::uint64_t>(1, symbol->offset) : alignment_of_dynamic_shared;
      const std::uint64_t place = rounded_up(shared_end_, alignment);
      shared_.emplace(symbol->name, place);
      if (is_defined) shared_end_ = place + symbol->size;  // all of those without a size begin at one place
    }
}

void DeviceMemory::settle(sass::Function& function) {
  place_shared(function, true);
  place_shared(function, false);
  sass::settle_symbols(function, [&](std::string_view name) { return find(name); });
}

}  // namespace reconverge::emulator
