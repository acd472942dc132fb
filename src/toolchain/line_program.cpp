// SPDX-License-Identifier: MIT
#include "toolchain/line_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/elf.hpp"

namespace reconverge::toolchain {
namespace {

core::Diagnostic broken(std::string why) { return {core::Failure::input, std::move(why), "", {}}; }

/// Reads on from a place; after the first thing that does not lie in the section nothing more is read.
class Reader {
 public:
  explicit Reader(std::string_view section) : section_(section), bytes_(section), end_(section.size()) {}

  std::uint64_t at() const { return at_; }
  bool is_at_end() const { return at_ >= end_; }
  bool failed() const { return failed_; }
  /// Reading on from there, up to `end`.
  void confine(std::uint64_t at, std::uint64_t end) {
    failed_ = failed_ || end > end_ || at > end;
    at_ = at;
    end_ = end;
  }

  void skip_to(std::uint64_t at) {
    failed_ = failed_ || at > end_;
    at_ = at;
  }

  std::uint64_t number(std::size_t width) {
    const auto value = at_ + width <= end_ ? bytes_.number(at_, width) : std::nullopt;
    failed_ = failed_ || !value;
    at_ += width;
    return value.value_or(0);
  }
  std::uint64_t leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = number(1);
      if (failed_) return 0;
      if (shift < 64) value |= (byte & 0x7f) << shift;
      sign_shift_ = shift + 7;
      if ((byte & 0x80) == 0) return value;
    }
  }
  std::int64_t signed_leb() {
    std::uint64_t value = leb();
    const bool is_negative = sign_shift_ <= 64 && ((value >> (sign_shift_ - 1)) & 1) != 0;
    if (is_negative && sign_shift_ < 64) value |= ~std::uint64_t{0} << sign_shift_;
    return static_cast<std::int64_t>(value);
  }
  std::string text() {
    const auto found = ElfBytes::name_in(section_, at_);
    failed_ = failed_ || !found || at_ + found->size() >= end_;
    if (failed_) return {};
    at_ += found->size() + 1;
    return std::string(*found);
  }

 private:
  std::string_view section_;
  ElfBytes bytes_;
  std::uint64_t at_ = 0, end_ = 0;
  unsigned sign_shift_ = 0;
  bool failed_ = false;
};

/// Opcodes of the DWARF standard, and NVIDIA's one.
enum Standard : std::uint8_t {
  extended,
  copy,
  advance_pc,
  advance_line,
  set_file,
  set_column,
  negate_statement,
  basic_block,
  const_add_pc,
  fixed_advance_pc
};
enum Extended : std::uint8_t { end_sequence = 1, set_address = 2, inlined_call = 0x90 };

struct Header {
  std::uint64_t instruction_bytes = 1, line_range = 1, opcode_base = 1;
  std::int64_t line_base = 0;
  std::vector<std::uint64_t> lengths;  ///< operands of each standard opcode
};

std::vector<std::string> read_files(Reader& reader) {
  std::vector<std::string> folders{""}, files{""};
  while (!reader.failed()) {
    std::string folder = reader.text();
    if (folder.empty()) break;
    folders.push_back(std::move(folder));
  }
  while (!reader.failed()) {
    std::string file = reader.text();
    if (file.empty()) break;
    const std::uint64_t folder = reader.leb();
    reader.leb();  // time
    reader.leb();  // size
    const bool is_under = file[0] != '/' && folder > 0 && folder < folders.size();
    files.push_back(is_under ? folders[folder] + "/" + file : file);
  }
  return files;
}

/// One program, from after its header to its end.
class Machine {
 public:
  Machine(Reader& reader, const Header& header, std::size_t program, LinePrograms& out)
      : reader_(reader), header_(header), program_(program), out_(out) {}

  void run() {
    while (!reader_.is_at_end() && !reader_.failed()) step();
  }

 private:
  void step() {
    const std::uint64_t opcode = reader_.number(1);
    if (opcode >= header_.opcode_base) return special(opcode - header_.opcode_base);
    switch (opcode) {
      case extended: return extended_step();
      case copy: return emit();
      case advance_pc: row_.address += reader_.leb() * header_.instruction_bytes; return;
      case advance_line: row_.line += static_cast<std::uint64_t>(reader_.signed_leb()); return;
      case set_file: row_.file = reader_.leb(); return;
      case const_add_pc:
        row_.address += (255 - header_.opcode_base) / header_.line_range * header_.instruction_bytes;
        return;
      case fixed_advance_pc: row_.address += reader_.number(2); return;
      default:
        for (std::uint64_t i = 0; i < header_.lengths[opcode - 1]; ++i) reader_.leb();
    }
  }
  void special(std::uint64_t adjusted) {
    row_.address += adjusted / header_.line_range * header_.instruction_bytes;
    row_.line +=
        static_cast<std::uint64_t>(header_.line_base + static_cast<std::int64_t>(adjusted % header_.line_range));
    emit();
  }
  void extended_step() {
    const std::uint64_t size = reader_.leb(), begin = reader_.at();
    if (size == 0 || reader_.failed()) return;
    switch (reader_.number(1)) {
      case end_sequence:
        if (!sequence_.rows.empty()) out_.sequences.push_back(std::move(sequence_));
        sequence_ = {};
        row_ = {};
        break;
      case set_address:
        sequence_.program = program_;
        sequence_.address_at = reader_.at();
        sequence_.address = reader_.number(static_cast<std::size_t>(std::min<std::uint64_t>(size - 1, 8)));
        row_.address = 0;
        break;
      case inlined_call:
        row_.context = reader_.leb();
        row_.function = reader_.leb();
        break;
      default: break;
    }
    reader_.skip_to(begin + size);
  }
  void emit() { sequence_.rows.push_back(row_); }

  Reader& reader_;
  const Header& header_;
  std::size_t program_;
  LinePrograms& out_;
  LineSequence sequence_;
  ProgramRow row_;
};

}  // namespace

core::Result<LinePrograms> run_line_programs(std::string_view section) {
  constexpr std::uint64_t escape_64 = 0xffffffff;
  LinePrograms out;
  for (std::uint64_t begin = 0; begin < section.size();) {
    Reader reader(section);
    reader.confine(begin, section.size());
    const std::uint64_t size = reader.number(4), end = reader.at() + size;
    if (size == escape_64) return broken("it is in the form of DWARF for 64 bits");
    reader.confine(reader.at(), end);
    const std::uint64_t version = reader.number(2);
    if (!reader.failed() && (version < 2 || version > 4)) return broken(fmt::format("it is of version {}", version));
    const std::uint64_t header_size = reader.number(4), code = reader.at() + header_size;
    Header header;
    header.instruction_bytes = reader.number(1);
    if (version >= 4) reader.number(1);  // operations of one instruction
    reader.number(1);                    // whether rows are statements at first
    header.line_base = static_cast<std::int8_t>(reader.number(1));
    header.line_range = reader.number(1);
    header.opcode_base = reader.number(1);
    for (std::uint64_t i = 1; i < header.opcode_base; ++i) header.lengths.push_back(reader.number(1));
    out.files.push_back(read_files(reader));
    if (header.line_range == 0 || header.opcode_base == 0) return broken("its header divides by 0");
    reader.confine(code, end);
    Machine(reader, header, out.files.size() - 1, out).run();
    if (reader.failed()) return broken(fmt::format("the program at 0x{:x} does not lie in it", begin));
    begin = end;
  }
  return out;
}

}  // namespace reconverge::toolchain
