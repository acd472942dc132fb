// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanes_512.hpp"
#include "emulator/opcodes/located_access.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/row_form.hpp"

/// Loads and stores. Their requirements on caches and other warps make no difference to one warp alone.
namespace reconverge::emulator {
namespace {

using core::LaneMask;
static_assert(std::endian::native == std::endian::little, "registers are copied to memory as they are");

/// The data that one lane moves: a part of a register, or several registers.
enum class Format : std::uint8_t { u8, s8, u16, s16, word, pair, quad };

constexpr std::uint8_t bytes_of(Format format) {
  constexpr std::array<std::uint8_t, 7> bytes = {1, 1, 2, 2, 4, 8, 16};
  return bytes[static_cast<std::size_t>(format)];
}
constexpr unsigned words_of(Format format) { return bytes_of(format) < 4 ? 1 : bytes_of(format) / 4; }

template <typename Part> std::uint32_t extended(const std::uint8_t* bytes) {
  Part part{};
  std::memcpy(&part, bytes, sizeof part);
  return static_cast<std::uint32_t>(part);
}

template <Format format> std::array<std::uint32_t, words_of(format)> read(const std::uint8_t* bytes) {
  if constexpr (format == Format::u8) return {extended<std::uint8_t>(bytes)};
  if constexpr (format == Format::s8) return {extended<std::int8_t>(bytes)};
  if constexpr (format == Format::u16) return {extended<std::uint16_t>(bytes)};
  if constexpr (format == Format::s16) return {extended<std::int16_t>(bytes)};
  std::array<std::uint32_t, words_of(format)> words;
  std::memcpy(words.data(), bytes, bytes_of(format));
  return words;
}

/// LDG d, [a].
template <AddressKind kind, Format format>
void load(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  ReadPlaces places;
  if (!locate_reads(warp, instruction, chosen, {kind, bytes_of(format)}, places)) return;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    const auto words = read<format>(places[lane]);
    for (unsigned word = 0; word < words.size(); ++word)
      warp.values[word_of_pair(instruction.destination[0], word)][lane] = words[word];
  }
}

/// Words of a block's view that lie in a row, as those of most accesses.
void load_global_word_512(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  note_global(warp, instruction, chosen, bytes_of(Format::word), false);
  MemoryView* const view = warp.global().view();
  const AddressRange range = address_range_512(warp.access.address, chosen);
  const std::uint8_t* const row = view != nullptr && range.in_a_row ? view->readable_row(range, chosen) : nullptr;
  if (row == nullptr) return load<AddressKind::global, Format::word>(warp, instruction, chosen);
  load_row_512(row, chosen, warp.values[instruction.destination[0]]);
}

/// LDS d, [a].
template <Format format> void load_shared(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const SharedPlaces places = locate_shared(warp, instruction, chosen, bytes_of(format), false);
  if (places.bytes == nullptr) return load<AddressKind::shared, format>(warp, instruction, chosen);
  std::array<LaneVector, words_of(format)> values;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto words = read<format>(places.bytes + places.offset[lane]);
    for (unsigned word = 0; word < words.size(); ++word) values[word][lane] = words[word];
  }
  for (unsigned word = 0; word < values.size(); ++word)
    assign(warp.values[word_of_pair(instruction.destination[0], word)], values[word], chosen);
}

/// Notes the access, and says where the words are. Nothing of them is known if the memory holds no word.
SharedWords words_of_shared(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, bool writes) {
  note_shared(warp.access, chosen, bytes_of(Format::word), writes);
  const MemoryAddress& address = instruction.address;
  SharedMemory& shared = warp.shared();
  return {.base = &warp.values[address.base],
          .shift = address.shift,
          .rest = warp.values[address.uniform][0] + static_cast<std::uint32_t>(address.offset),
          .first = static_cast<std::uint32_t>(shared.first()),
          .size = static_cast<std::uint32_t>(shared.end() - shared.first()),
          .bytes = shared.all()};
}

void load_shared_word_512(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const SharedWords from = words_of_shared(warp, instruction, chosen, false);
  LaneVector words;
  if (from.size < bytes_of(Format::word) || !load_words_512(from, chosen, warp.access.address, words))
    return load<AddressKind::shared, Format::word>(warp, instruction, chosen);
  write(warp, instruction, words, chosen);
}

/// The lanes in an order in which the last one that stores to an address is the one whose value stays. sm_90 lets
/// the lowest lane win in each part of the warp that it stores at once, and the later of those parts: up to 4 bytes
/// a lane that is the whole warp, of 8 bytes each half. Of 16 bytes it was not measured; quarters would be the same
/// pattern.
template <Format format> constexpr std::array<std::uint8_t, lanes> order_of_stores() {
  constexpr std::size_t at_once = lanes * 4 / std::max<std::size_t>(4, bytes_of(format));
  std::array<std::uint8_t, lanes> order{};
  for (std::size_t i = 0; i < lanes; ++i)
    order[i] = static_cast<std::uint8_t>(i / at_once * at_once + (at_once - 1 - i % at_once));
  return order;
}

/// Puts the words of the chosen lanes where `place_of` says.
template <Format format, typename PlaceOf>
void store_words(const Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, PlaceOf place_of) {
  std::array<const LaneVector*, words_of(format)> values;
  for (unsigned word = 0; word < values.size(); ++word)
    values[word] = &warp.values[word_of_pair(instruction.source[0], word)];
  static constexpr auto order = order_of_stores<format>();
  for (const std::size_t lane : order) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    std::array<std::uint32_t, words_of(format)> words;
    for (unsigned word = 0; word < words.size(); ++word) words[word] = (*values[word])[lane];
    std::memcpy(place_of(lane), words.data(), bytes_of(format));
  }
}

/// STG [a], b.
template <AddressKind kind, Format format>
void store(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  WritePlaces places;
  if (!locate_writes(warp, instruction, chosen, {kind, bytes_of(format)}, false, places)) return;
  store_words<format>(warp, instruction, chosen, [&](std::size_t lane) { return places[lane]; });
}

void store_global_word_512(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  note_global(warp, instruction, chosen, bytes_of(Format::word), true);
  MemoryView* const view = warp.global().view();
  const AddressRange range = address_range_512(warp.access.address, chosen);
  std::uint8_t* const row = view != nullptr && range.in_a_row ? view->writable_row(range, chosen) : nullptr;
  if (row == nullptr) return store<AddressKind::global, Format::word>(warp, instruction, chosen);
  store_row_512(row, chosen, plain_source(warp, instruction, 0));
}

/// STS [a], b.
template <Format format> void store_shared(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const SharedPlaces places = locate_shared(warp, instruction, chosen, bytes_of(format), true);
  if (places.bytes == nullptr) return store<AddressKind::shared, format>(warp, instruction, chosen);
  store_words<format>(warp, instruction, chosen, [&](std::size_t lane) { return places.bytes + places.offset[lane]; });
}

void store_shared_word_512(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const SharedWords to = words_of_shared(warp, instruction, chosen, true);
  const LaneVector& words = plain_source(warp, instruction, 0);
  if (to.size < bytes_of(Format::word) || !store_words_512(to, chosen, warp.access.address, words))
    store<AddressKind::shared, Format::word>(warp, instruction, chosen);
}

template <AddressKind kind>
constexpr std::array<DataOperation, 7> loads = {
    load<kind, Format::u8>,   load<kind, Format::s8>,   load<kind, Format::u16>, load<kind, Format::s16>,
    load<kind, Format::word>, load<kind, Format::pair>, load<kind, Format::quad>};
template <AddressKind kind>
constexpr std::array<DataOperation, 7> stores = {
    store<kind, Format::u8>,   store<kind, Format::s8>,   store<kind, Format::u16>, store<kind, Format::s16>,
    store<kind, Format::word>, store<kind, Format::pair>, store<kind, Format::quad>};

constexpr std::array<DataOperation, 7> shared_loads = {
    load_shared<Format::u8>,   load_shared<Format::s8>,   load_shared<Format::u16>, load_shared<Format::s16>,
    load_shared<Format::word>, load_shared<Format::pair>, load_shared<Format::quad>};
constexpr std::array<DataOperation, 7> shared_stores = {
    store_shared<Format::u8>,   store_shared<Format::s8>,   store_shared<Format::u16>, store_shared<Format::s16>,
    store_shared<Format::word>, store_shared<Format::pair>, store_shared<Format::quad>};

/// By AddressKind, then Format.
constexpr std::array load_table = {loads<AddressKind::global>, shared_loads, loads<AddressKind::local>,
                                   loads<AddressKind::generic>};
constexpr std::array store_table = {stores<AddressKind::global>, shared_stores, stores<AddressKind::local>,
                                    stores<AddressKind::generic>};

Format take_format(Modifiers& modifiers) {
  constexpr std::array<std::pair<std::string_view, Format>, 7> formats = {{{"U8", Format::u8},
                                                                           {"S8", Format::s8},
                                                                           {"U16", Format::u16},
                                                                           {"S16", Format::s16},
                                                                           {"32", Format::word},
                                                                           {"64", Format::pair},
                                                                           {"128", Format::quad}}};
  for (const auto& [name, format] : formats)
    if (modifiers.take(name)) return format;
  return Format::word;
}

/// An operation of a table. Without .E global addresses have 32 bits, which ends with sm_70.
template <bool may_be_narrow>
DataOperation select_from(const std::array<std::array<DataOperation, 7>, 4>& table, Modifiers& modifiers,
                          const sass::Instruction& instruction) {
  const AddressKind kind = kind_of_opcode(instruction.opcode());
  const bool can_be_wide = kind == AddressKind::global || kind == AddressKind::generic;
  const bool wide = modifiers.take("E");
  if (wide ? !can_be_wide : can_be_wide && !may_be_narrow) return nullptr;
  take_cache_modifiers(modifiers);
  return table[static_cast<std::size_t>(kind)][static_cast<std::size_t>(take_format(modifiers))];
}

template <bool may_be_narrow> DataOperation select_load(Modifiers& modifiers, const sass::Instruction& instruction) {
  return select_from<may_be_narrow>(load_table, modifiers, instruction);
}

template <bool may_be_narrow> DataOperation select_store(Modifiers& modifiers, const sass::Instruction& instruction) {
  return select_from<may_be_narrow>(store_table, modifiers, instruction);
}

constexpr std::array rows = {
    // The last operand of Maxwell says that the address is a global one, as LEA.HI.X has found. We check.
    Opcode{"LD", "dmq", select_load<false>, plain, before_volta},
    Opcode{"ST", "msq", select_store<false>, plain, before_volta},
    Opcode{"LD", "dm", select_load<true>, plain, before_volta},
    Opcode{"LD", "dm", select_load<false>, plain, from_volta},
    Opcode{"LDG", "dm", select_load<true>, plain, before_volta},
    Opcode{"LDG", "dm", select_load<false>, plain, from_volta},
    // LDU promises that all lanes read one address.
    Opcode{"LDU", "dm", select_load<true>, plain, before_volta},
    Opcode{"LDS", "dm", select_load<false>},
    Opcode{"LDL", "dm", select_load<false>},
    Opcode{"ST", "ms", select_store<true>, plain, before_volta},
    Opcode{"ST", "ms", select_store<false>, plain, from_volta},
    Opcode{"STG", "ms", select_store<true>, plain, before_volta},
    Opcode{"STG", "ms", select_store<false>, plain, from_volta},
    Opcode{"STS", "ms", select_store<false>},
    Opcode{"STL", "ms", select_store<false>},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled_wide<load<AddressKind::global, Format::word>, load_global_word_512>,
                                   compiled_wide<store<AddressKind::global, Format::word>, store_global_word_512>,
                                   compiled_wide<load_shared<Format::word>, load_shared_word_512>,
                                   compiled<load_shared<Format::pair>>,
                                   compiled<load_shared<Format::quad>>,
                                   compiled_wide<store_shared<Format::word>, store_shared_word_512>,
                                   compiled<store_shared<Format::pair>>,
                                   compiled<store_shared<Format::quad>>};

}  // namespace

std::span<const Opcode> memory_opcodes() { return rows; }

std::span<const Compiled> compiled_accesses() { return vectorised; }

std::span<const FormOfOperation> forms_of_accesses() {
  static constexpr FormOfOperation forms[] = {{load_shared<Format::word>, RowForm::load_shared_word},
                                              {store_shared<Format::word>, RowForm::store_shared_word}};
  return forms;
}

void take_cache_modifiers(Modifiers& modifiers) {
  constexpr std::array<std::string_view, 26> names = {
      "CONSTANT", "STRONG", "WEAK", "GPU", "SYS", "SM", "CTA", "VC", "PRIVATE", "U",  "EF",     "EL",      "EU",
      "EN",       "LU",     "NA",   "CA",  "CG",  "CI", "CV",  "CS", "WB",      "WT", "LTC64B", "LTC128B", "LTC256B"};
  for (const std::string_view name : names) modifiers.take(name);
}

}  // namespace reconverge::emulator
