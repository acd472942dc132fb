// SPDX-License-Identifier: MIT
#include "property/altered_rows.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "emulator/compiler/row_compiler.hpp"
#include "emulator/decoding/data_operands.hpp"
#include "emulator/opcodes/located_access.hpp"
#include "sass/operands/operand_forms.hpp"
#include "sass/reader.hpp"

namespace reconverge::property {
namespace {

using core::LaneMask;
using emulator::LaneVector;
using sass::Operand;
using sass::OperandKind;

// ---- the stored rows ----------------------------------------------------------------------------

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Listings stand in measurements as texts of kernels.
void add_texts(const nlohmann::json& value, std::vector<std::string>& texts) {
  if (value.is_structured())
    for (const auto& part : value) add_texts(part, texts);
  if (value.is_string() && value.get_ref<const std::string&>().find("Function : ") != std::string::npos)
    texts.push_back(value);
}

std::vector<std::string> stored_listings() {
  std::vector<std::string> texts;
  for (const char* folder : {RECONVERGE_DATA, RECONVERGE_PROGRAM_LISTINGS})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".sass") texts.push_back(read_file(entry.path()));
      if (entry.path().extension() == ".json") add_texts(nlohmann::json::parse(read_file(entry.path())), texts);
    }
  std::ranges::sort(texts);
  return texts;
}

std::string shape_of(const Operand& operand) {
  std::string shape = std::to_string(static_cast<int>(operand.kind));
  shape += operand.negated ? "-" : "";
  shape += operand.absolute ? "|" : "";
  shape += operand.inverted ? "~" : "";
  if (operand.index == sass::zero_register) shape += "Z";
  if (operand.kind != OperandKind::memory) return shape + "." + operand.suffix;
  for (const char c : operand.text)
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) shape += c;
  return shape;
}

/// A row without its encoding, which would say what its immediates are, and without marks of the reuse cache.
sass::Instruction altered_freely(sass::Instruction row) {
  row.word_count = 0;
  for (Operand& operand : row.operands)
    if (const auto at = operand.text.find(".reuse"); at != std::string::npos)
      operand = sass::parse_operand(operand.text.erase(at, 6));
  return row;
}

// ---- states -------------------------------------------------------------------------------------

/// A sequence of words that is the same everywhere.
class Words {
 public:
  explicit Words(std::uint64_t seed) : random_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(random_() >> 32); }

 private:
  std::mt19937_64 random_;
};

/// Every word that the rows name, and many around it.
const emulator::Constants& constants() {
  static const emulator::Constants all = [] {
    emulator::Constants made;
    Words random(99);
    for (int bank = 0; bank < 6; ++bank)
      for (std::int64_t offset = 0; offset < 0x800; offset += 4) made[{bank, offset}] = random() | 0x8000'0000;
    return made;
  }();
  return all;
}

/// What registers hold: any bits; floats of common size; few different numbers, those of the row among them, which
/// decide comparisons, in words, or in the low or high words of pairs alone; 0 or 1; one number in all lanes; all ones
/// in most of them.
enum class Numbers : std::uint8_t { bits, floats, few, low_words, high_words, two, same, ones };

constexpr std::ptrdiff_t general_numbers = 13;  // of a pool, before those of the row

/// The numbers of a row in all formats, and their neighbours.
std::vector<std::uint32_t> pool_of(const sass::Instruction& row) {
  std::vector<std::uint32_t> pool = {0,           1,           2,           0xFFFF'FFFF, 0x8000'0000,
                                     0x7FC0'0000, 0x3F80'0000, 0xBF80'0000, 0x3C00'BC00, 0x3C00'3C00,
                                     0x7E00'3C00, 0x3F80'3F80, 0x7FF8'0000};
  for (const Operand& operand : row.operands) {
    if (operand.kind == OperandKind::constant)
      if (const auto known = constants().find({operand.index, operand.value}); known != constants().end())
        pool.insert(pool.end(), {known->second - 1, known->second, known->second + 1});
    if (operand.kind != OperandKind::integer_immediate && operand.kind != OperandKind::float_immediate) continue;
    const auto integer = static_cast<std::uint32_t>(operand.value);
    const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(operand.real));
    const auto high = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(operand.real) >> 32);
    for (const std::uint32_t word : {integer, single, high, integer, single, high})
      pool.insert(pool.end(),
                  {word - 1, word, word + 1, 0u - word, 1u - word, word ^ 0x8000'0000, (word ^ 0x8000'0000) + 1});
    for (const std::uint32_t by : {1u, 0x100u, 0x1'0000u}) pool.push_back(integer + by);
  }
  return pool;
}

std::uint32_t random_word(Numbers numbers, const std::vector<std::uint32_t>& pool, bool is_high, Words& random) {
  const std::uint32_t bits = random();
  if (numbers == Numbers::bits) return bits;
  if (numbers == (is_high ? Numbers::low_words : Numbers::high_words)) return 0;
  if (numbers == Numbers::few || numbers == Numbers::low_words || numbers == Numbers::high_words)
    return pool[bits % pool.size()];
  if (numbers == Numbers::two) return bits >> 31;
  if (numbers == Numbers::ones) return bits % 64 != 0 ? 0xFFFF'FFFF : random();
  const float value = (static_cast<float>(bits % 0x1'0000) - 0x8000) / 0x1000;
  return std::bit_cast<std::uint32_t>(value) | (bits >> 28);
}

struct State {
  std::vector<LaneVector> values;
  std::array<LaneMask, 16> predicates{};
  emulator::ConditionCode code;
};

/// Registers that a row takes for an address hold one of 14 bits, a multiple of 16.
void place_addresses(const emulator::DecodedInstruction& decoded, State& state) {
  if (decoded.address.base == emulator::zero_slot && decoded.address.uniform == emulator::zero_slot) return;
  for (const auto& [slot, wide] : {std::pair(decoded.address.base, decoded.address.wide),
                                   std::pair(decoded.address.uniform, decoded.address.uniform_wide)}) {
    if (slot == emulator::zero_slot) continue;
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
      state.values[slot][lane] =
          slot >= emulator::first_uniform ? 0x800u : 0x1000u + static_cast<std::uint32_t>(lane * 7 % 32) * 16;
    if (wide) state.values[slot + 1u] = LaneVector{};
  }
}

State random_state(Numbers numbers, const std::vector<std::uint32_t>& pool, Words& random) {
  State state{std::vector<LaneVector>(emulator::first_literal), {}, {}};
  for (std::size_t slot = 0; slot < state.values.size(); ++slot) {
    const bool is_high = (slot >= emulator::first_uniform ? slot - emulator::first_uniform : slot) % 2 != 0;
    const std::uint32_t common = random_word(numbers, pool, is_high, random);
    const bool uniform = slot >= emulator::first_uniform || (numbers == Numbers::same && random() % 2 == 0);
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
      state.values[slot][lane] = slot == emulator::zero_slot ? 0
                                 : uniform                   ? common
                                                             : random_word(numbers, pool, is_high, random);
  }
  for (std::size_t p = 0; p < state.predicates.size(); ++p) {
    const bool uniform = p >= emulator::first_uniform_predicate || random() % 4 == 0;
    const LaneMask all = (random() & 1) != 0 ? LaneMask::all() : LaneMask::none();
    state.predicates[p] = uniform ? all : LaneMask(random());
  }
  state.predicates[sass::true_predicate] = state.predicates[emulator::first_uniform_predicate + sass::true_predicate] =
      LaneMask::all();
  state.code = {LaneMask(random()), LaneMask(random()), LaneMask(random()), LaneMask(random())};
  return state;
}

LaneVector as_vector(LaneMask mask) { return emulator::broadcast(mask.bits()); }

/// What a load finds depends on where it looks.
void fill_memory(const sass::Instruction& row, const emulator::DecodedInstruction& decoded, emulator::Warp& warp) {
  const auto addresses = emulator::addresses_of(warp, decoded.address);
  const auto kind = emulator::kind_of_opcode(row.opcode());
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
    for (std::uint64_t at = addresses[lane]; at < addresses[lane] + 16; at += 4) {
      const auto word = static_cast<std::uint32_t>(lane % 2 == 0 ? at * 0x9E37'79B9 >> 4 : 0);
      std::uint8_t* bytes = kind == emulator::AddressKind::shared  ? warp.shared().find(at & 0xFFFF'FFFF, 4)
                            : kind == emulator::AddressKind::local ? warp.local.find(lane, at & 0xFFFF'FFFF, 4)
                                                                   : nullptr;
      if (bytes != nullptr) std::memcpy(bytes, &word, 4);
      else if (kind == emulator::AddressKind::global || kind == emulator::AddressKind::generic)
        warp.global().store(at, word);
    }
}

void add_memory(emulator::Warp& warp, std::vector<LaneVector>& effects) {
  const emulator::Access& access = warp.access;
  LaneVector low{}, high{}, data{};
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    if (!access.lanes.contains(static_cast<int>(lane))) continue;
    low[lane] = static_cast<std::uint32_t>(access.address[lane]);
    high[lane] = static_cast<std::uint32_t>(access.address[lane] >> 32);
    if (access.fault != emulator::AccessFault::none) continue;
    for (unsigned byte = 0; byte < access.bytes; ++byte) {
      const std::uint64_t at = access.address[lane] + byte;
      const std::uint8_t* stored = access.space == emulator::Space::shared  ? warp.shared().find(at, 1)
                                   : access.space == emulator::Space::local ? warp.local.find(lane, at, 1)
                                                                            : warp.global().readable(at, 1);
      data[lane] = data[lane] * 31 + (stored != nullptr ? *stored : 0u);
    }
  }
  effects.insert(effects.end(),
                 {low, high, data, as_vector(access.lanes), as_vector(access.faulting),
                  emulator::broadcast(access.bytes), emulator::broadcast(static_cast<std::uint32_t>(access.space))});
}

void add_effects(const State& state, emulator::Warp& warp, std::vector<LaneVector>& effects) {
  // Which registers changed, and to what: few do.
  for (std::size_t slot = 0; slot < state.values.size(); ++slot) {
    if (slot == emulator::discard_slot || warp.values[slot] == state.values[slot]) continue;
    effects.push_back(emulator::broadcast(static_cast<std::uint32_t>(slot)));
    effects.push_back(warp.values[slot]);
  }
  for (const LaneMask predicate : warp.predicates) effects.push_back(as_vector(predicate));
  for (const LaneMask flag : {warp.code.zero, warp.code.sign, warp.code.carry, warp.code.overflow})
    effects.push_back(as_vector(flag));
  effects.push_back(emulator::broadcast(warp.reduction.holding));
  if (warp.access.lanes.any()) add_memory(warp, effects);
}

std::optional<emulator::DecodedInstruction> decoded_row(const sass::Instruction& row, int architecture,
                                                        std::vector<LaneVector>& literals) {
  emulator::DecodedInstruction decoded;
  emulator::LiteralPool pool(literals);
  if (emulator::decode_data_part(row, row.has_modifier("S"), {constants(), pool, architecture}, decoded))
    return std::nullopt;
  return decoded;
}

bool is_executed(const StoredRow& stored) {
  std::vector<LaneVector> literals;
  return decoded_row(stored.row, stored.architecture, literals).has_value();
}

}  // namespace

std::vector<StoredRow> stored_row_forms() {
  std::map<std::string, StoredRow> forms;
  for (const std::string& text : stored_listings()) {
    const auto functions = sass::read_listing(text, "stored");
    if (!functions) continue;
    for (const sass::Function& function : *functions) {
      const int architecture = sass::arch_number(function.arch).value_or(0);
      for (const sass::Instruction& row : function.instructions) {
        // The tables tell generations apart no further.
        std::string form = (architecture >= 70 ? "new " : "old ") + row.mnemonic;
        for (const Operand& operand : row.operands) form += " " + shape_of(operand);
        if (!forms.contains(form)) forms.emplace(form, StoredRow{altered_freely(row), architecture});
      }
    }
  }
  std::vector<StoredRow> rows;
  for (auto& [form, stored] : forms)
    if (is_executed(stored)) rows.push_back(std::move(stored));
  return rows;
}

struct States {
  std::vector<State> all;
};

std::shared_ptr<const States> states_for(const StoredRow& stored) {
  std::vector<LaneVector> literals;
  const auto decoded = decoded_row(stored.row, stored.architecture, literals);
  const auto pool = pool_of(stored.row);
  auto states = std::make_shared<States>();
  Words random(7);
  std::vector<Numbers> all = {Numbers::bits,       Numbers::floats, Numbers::few,       Numbers::few,
                              Numbers::few,        Numbers::few,    Numbers::low_words, Numbers::low_words,
                              Numbers::high_words, Numbers::two,    Numbers::two,       Numbers::same,
                              Numbers::same,       Numbers::same,   Numbers::ones};
  for (const Numbers numbers : all) {
    states->all.push_back(random_state(numbers, pool, random));
    if (decoded) place_addresses(*decoded, states->all.back());
  }
  // A state tells of one value of a uniform register where it tells of 32 of another.
  const bool uniform = std::ranges::any_of(
      stored.row.operands, [](const Operand& operand) { return operand.kind == OperandKind::uniform_register; });
  const std::vector<std::uint32_t> own(pool.begin() + (std::ssize(pool) > general_numbers ? general_numbers : 0),
                                       pool.end());
  for (int i = 0; uniform && i < 96; ++i)
    states->all.push_back(random_state(i % 4 == 0 ? Numbers::two : Numbers::few, own, random));
  return states;
}

std::optional<std::vector<LaneVector>> effects_of(const sass::Instruction& row, int architecture, const States& states,
                                                  emulator::Vectors vectors) {
  static const emulator::ConstantBanks banks(constants());
  std::vector<LaneVector> literals, effects;
  const auto decoded = decoded_row(row, architecture, literals);
  if (!decoded) return std::nullopt;
  for (const State& state : states.all) {
    emulator::Warp warp;
    warp.values = state.values;
    warp.values.insert(warp.values.end(), literals.begin(), literals.end());
    warp.predicates = state.predicates;
    warp.code = state.code;
    warp.constants = &banks;
    warp.clock = 0x1'2345'6789;
    if (decoded->accesses_memory) fill_memory(row, *decoded, warp);
    const emulator::DataOperation execute = emulator::in_vectors(decoded->execute, vectors);
    execute(warp, *decoded, decoded->uniform ? LaneMask::all() : LaneMask(0xFFFB'7FFD));
    add_effects(state, warp, effects);
  }
  return effects;
}

// ---- compiled rows ------------------------------------------------------------------------------

namespace {

/// Registers and predicates of each state after `execute`.
template <typename Execute>
CompiledRows::Left left_by(const emulator::Executable& executable, unsigned seed, Execute execute) {
  std::vector<std::uint32_t> pool = {0x7F80'0000, 0xFF80'0000, 0x7F80'0001, 0x0000'0001, 0x8000'0001};
  const std::vector<std::uint32_t> more = pool_of({});
  pool.insert(pool.end(), more.begin(), more.end());
  Words random(seed);
  CompiledRows::Left left;
  for (const Numbers numbers : {Numbers::bits, Numbers::floats, Numbers::floats, Numbers::few, Numbers::two}) {
    State state = random_state(numbers, pool, random);
    emulator::Warp warp(std::move(state.values));
    warp.values.insert(warp.values.end(), executable.literals.begin(), executable.literals.end());
    warp.predicates = state.predicates;
    execute(warp);
    warp.values[emulator::discard_slot] = {};
    left.values.push_back(std::move(warp.values));
    left.predicates.push_back(warp.predicates);
  }
  return left;
}

}  // namespace

emulator::Executable CompiledRows::executable_of(const std::vector<std::size_t>& chosen) const {
  emulator::Executable executable;
  emulator::LiteralPool pool(executable.literals);
  for (const std::size_t i : chosen) {
    const sass::Instruction& row = rows_[i];
    auto& decoded = executable.instructions.emplace_back();
    emulator::decode_data_part(row, row.has_modifier("S"), {constants(), pool, architecture_}, decoded);
    decoded.straight = static_cast<std::uint32_t>(chosen.size() - executable.instructions.size() + 1);
    decoded.next = static_cast<std::uint32_t>(executable.instructions.size());
  }
  return executable;
}

bool CompiledRows::add(const sass::Instruction& row) {
  std::vector<LaneVector> literals;
  const auto decoded = decoded_row(row, architecture_, literals);
  if (!decoded || decoded->accesses_memory) return false;
  rows_.push_back(row);
  emulator::Executable alone = executable_of({rows_.size() - 1});
  emulator::compile_rows(alone);
  const bool is_compiled = alone.instructions[0].compiled[by(emulator::SharedAccesses::heard)].rows > 0;
  if (!is_compiled) rows_.pop_back();
  return is_compiled;
}

CompiledRows::Left CompiledRows::one_by_one(const std::vector<std::size_t>& chosen, LaneMask active,
                                            unsigned seed) const {
  const emulator::Executable executable = executable_of(chosen);
  return left_by(executable, seed, [&](emulator::Warp& warp) {
    for (const auto& row : executable.instructions) row.execute(warp, row, row.uniform ? LaneMask::all() : active);
  });
}

CompiledRows::Left CompiledRows::compiled(const std::vector<std::size_t>& chosen, LaneMask active,
                                          unsigned seed) const {
  emulator::Executable executable = executable_of(chosen);
  emulator::compile_rows(executable);
  const auto& code = executable.instructions;
  return left_by(executable, seed, [&](emulator::Warp& warp) {
    emulator::RowContext context;
    for (std::size_t i = 0; i < code.size();)
      i += code[i].compiled[by(emulator::SharedAccesses::heard)].execute(warp.values.data(), warp.predicates.data(),
                                                                         active.bits(), &context);
  });
}

// ---- alterations --------------------------------------------------------------------------------

namespace {

/// An operand with its number changed: the first one after any letters of a register's name.
std::optional<std::string> renumbered(const std::string& text, std::string_view name, int number) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t digits = at + name.size();
    const bool begins = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
    std::size_t end = digits;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (begins && end > digits) return text.substr(0, digits) + std::to_string(number) + text.substr(end);
  }
  return std::nullopt;
}

bool names_value(OperandKind kind) {
  return kind == OperandKind::general_register || kind == OperandKind::uniform_register ||
         kind == OperandKind::predicate || kind == OperandKind::uniform_predicate || kind == OperandKind::constant;
}

struct Written {
  std::string what;
  std::string text;
};

void add_signs(const Operand& operand, std::vector<Written>& all) {
  for (const char* sign : {"-", "~", "!"}) {
    const bool has = operand.text.starts_with(sign);
    all.push_back({std::string("sign ") + sign, has ? operand.text.substr(1) : sign + operand.text});
  }
  if (!operand.absolute) all.push_back({"bars", "|" + operand.text + "|"});
}

void add_suffixes(const Operand& operand, std::vector<Written>& all) {
  if (operand.absolute) return;
  const std::string whole = operand.suffix.empty() ? operand.text : operand.text.substr(0, operand.text.rfind('.'));
  for (const char* suffix :
       {"", "64", "CC", "H0", "H1", "H0_H0", "H1_H1", "H0_NH1", "B0", "B1", "B2", "B3", "F32", "SIGN", "FOO"})
    if (operand.suffix != suffix)
      all.push_back({std::string("suffix ") + suffix, *suffix != 0 ? whole + "." + suffix : whole});
}

void add_numbers(const Operand& operand, std::vector<Written>& all) {
  for (const char* name : {"R", "UR", "P", "UP"})
    for (const int by : {1, 2, 4}) {
      const int number = operand.index >= 0 && operand.index < 200 ? operand.index + by : 8 + by;
      if (const auto text = renumbered(operand.text, name, number % (name[name[0] == 'U'] == 'P' ? 7 : 256)))
        all.push_back({"register", *text});
    }
  for (const char* name : {"R", "UR"})
    for (const int number : {63, 253, 254})
      if (const auto text = renumbered(operand.text, name, number)) all.push_back({"last register", *text});
  if (operand.kind == OperandKind::integer_immediate)
    for (const std::int64_t by : {std::int64_t{1}, std::int64_t{0x100}, std::int64_t{0x1'0000}, std::int64_t{1} << 32})
      all.push_back({"number", std::to_string(operand.value + by)});
  if (operand.kind == OperandKind::constant && operand.index >= 0)
    for (const auto& [bank, offset] : {std::pair(0, 4), std::pair(0, 0x1'0000), std::pair(1, 0), std::pair(32, 0)})
      all.push_back({"constant", "c[" + std::to_string(operand.index + bank) + "][" +
                                     std::to_string(operand.value + offset) + "]" +
                                     (operand.suffix.empty() ? "" : "." + operand.suffix)});
}

}  // namespace

std::vector<Alteration> alterations_of(const sass::Instruction& row) {
  std::vector<Alteration> alterations;
  for (std::size_t i = 0; i < row.operands.size(); ++i) {
    const Operand& operand = row.operands[i];
    std::vector<Written> all;
    if (operand.kind != OperandKind::other && operand.kind != OperandKind::special_register) add_signs(operand, all);
    if (names_value(operand.kind)) add_suffixes(operand, all);
    add_numbers(operand, all);
    for (Written& written : all) {
      Alteration alteration{row, i, std::move(written.what), std::move(written.text)};
      alteration.row.operands[i] = sass::parse_operand(alteration.text);
      if (alteration.row.operands[i] != operand) alterations.push_back(std::move(alteration));
    }
  }
  return alterations;
}

std::string text_of(const sass::Instruction& row) {
  std::string text = row.mnemonic;
  for (std::size_t i = 0; i < row.operands.size(); ++i) text += (i == 0 ? " " : ", ") + row.operands[i].text;
  return text;
}

}  // namespace reconverge::property
