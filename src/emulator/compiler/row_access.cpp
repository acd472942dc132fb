// SPDX-License-Identifier: MIT
// Words of shared memory within compiled rows. As opcodes/lanes_512 does it, but that no access is noted.
#include <cstddef>

#include "emulator/compiler/row_group.hpp"
#include "emulator/compiler/row_registers.hpp"

namespace reconverge::emulator {
namespace {

using asmjit::Label;
namespace x86 = asmjit::x86;
namespace Inst = asmjit::x86::Inst;

constexpr std::uint8_t not_equal = 4, not_below = 5;
constexpr unsigned word_shift = 2;
constexpr x86::Gp shared = x86::rcx;

x86::Zmm number_of_word(unsigned half) { return temporary(0, half); }

}  // namespace

/// Where a mask has lanes of the row.
void RowGroup::go_if_any(const Label& to) {
  code_.kortestw(mask[0], mask[1]);
  code_.jnz(to);
}

void RowGroup::add_access(std::uint32_t index, std::uint32_t rows_before) {
  const DecodedInstruction& row = executable_.instructions[index];
  const bool loads = forms_[index] == RowForm::load_shared_word;
  const Label done = code_.newLabel();
  const Exit& exit =
      exits_.emplace_back(Exit{code_.newLabel(), rows_before, written_slots_.size(), written_predicates_.size()});
  for (const Slot slot : {row.address.base, row.address.uniform, loads ? row.destination[0] : row.source[0]})
    hold(slot, true);
  if (is_guarded_) {
    code_.test(guarded_lanes, guarded_lanes);
    code_.jz(done);
  }
  find_words(row, exit.label);
  read_first_word();
  if (loads) load_words(row);
  else store_words(row);
  code_.bind(done);
  if (loads) note_written(row.destination[0]);
}

/// The numbers of the lanes' words. One that is misaligned becomes too large a number.
void RowGroup::find_words(const DecodedInstruction& row, const Label& fails) {
  const MemoryAddress& address = row.address;
  const x86::Zmm rest = temporary(1, 0);
  code_.mov(x86::eax, address.offset);
  code_.sub(x86::eax, word_of_context(offsetof(RowContext, shared_first)));
  code_.vpbroadcastd(rest, x86::eax);
  for (const unsigned half : both_halves) {
    const x86::Zmm word = number_of_word(half);
    const x86::Zmm base = in_register(address.base, half, 0);
    if (address.shift != 0) code_.vpslld(word, base, address.shift);
    code_.vpaddd(word, address.shift != 0 ? word : base, rest);
    if (address.uniform != zero_slot) code_.emit(Inst::kIdVpaddd, word, word, operand(address.uniform, half));
    code_.vprord(word, word, word_shift);
    code_.k(lanes_of_row(half))
        .vpcmpud(mask[half], word, word_of_context(offsetof(RowContext, shared_words))._1to16(), not_below);
  }
  go_if_any(fails);
  code_.mov(shared, x86::qword_ptr(context, static_cast<int>(offsetof(RowContext, shared))));
}

/// The number of the lowest lane's word to eax, of the lane to r11d.
void RowGroup::read_first_word() {
  constexpr auto words = static_cast<int>(offsetof(RowContext, word));
  for (const unsigned half : both_halves)
    code_.vmovdqu32(x86::ptr(context, words + static_cast<int>(half) * half_bytes), number_of_word(half));
  code_.tzcnt(x86::r11d, is_guarded_ ? guarded_lanes : active_lanes);
  code_.mov(x86::eax, x86::dword_ptr(context, x86::r11, word_shift, words));
}

/// Where all lie in one line of 32 words, by a permutation of that.
void RowGroup::load_words(const DecodedInstruction& row) {
  const Label apart = code_.newLabel(), loaded = code_.newLabel();
  const Slot to = row.destination[0];
  const x86::Zmm line = temporary(1, 0), distance = temporary(1, 1);
  code_.and_(x86::eax, -static_cast<std::int32_t>(lanes));
  code_.vpbroadcastd(line, x86::eax);
  for (const unsigned half : both_halves) {
    code_.vpxord(distance, number_of_word(half), line);
    code_.k(lanes_of_row(half)).vpcmpud(mask[half], distance, x86::ptr(numbers_.words_at_once)._1to16(), not_below);
  }
  go_if_any(apart);
  for (const unsigned half : both_halves)
    code_.vmovdqu32(temporary(1, half), x86::ptr(shared, x86::rax, word_shift, static_cast<int>(half) * half_bytes));
  for (const unsigned half : both_halves) {
    code_.vpermi2d(number_of_word(half), temporary(1, 0), temporary(1, 1));
    code_.k(lanes_of_row(half)).vmovdqa32(zmm(to, half), number_of_word(half));
  }
  code_.jmp(loaded);
  code_.bind(apart);
  for (const unsigned half : both_halves) {
    code_.kmovw(mask[half], lanes_of_row(half));
    code_.k(mask[half]).vpgatherdd(zmm(to, half), x86::ptr(shared, number_of_word(half), word_shift));
  }
  code_.bind(loaded);
}

/// Consecutive words are stored as they are.
void RowGroup::store_words(const DecodedInstruction& row) {
  const Label apart = code_.newLabel(), stored = code_.newLabel();
  const x86::Zmm begin = temporary(1, 0), consecutive = temporary(1, 1);
  code_.sub(x86::eax, x86::r11d);
  code_.vpbroadcastd(begin, x86::eax);
  for (const unsigned half : both_halves) {
    code_.vpaddd(consecutive, begin, x86::ptr(numbers_.ascending, static_cast<int>(half) * half_bytes));
    code_.k(lanes_of_row(half)).vpcmpud(mask[half], consecutive, number_of_word(half), not_equal);
  }
  go_if_any(apart);
  code_.movsxd(x86::rax, x86::eax);
  for (const unsigned half : both_halves) {
    const x86::Zmm words = in_register(row.source[0], half, 1);  // may be an instruction by itself
    const x86::Mem to = x86::ptr(shared, x86::rax, word_shift, static_cast<int>(half) * half_bytes);
    code_.k(lanes_of_row(half)).vmovdqu32(to, words);
  }
  code_.jmp(stored);
  code_.bind(apart);
  scatter_words(row);
  code_.bind(stored);
}

/// A scatter stores its elements in order: of lanes with one address the lowest comes last.
void RowGroup::scatter_words(const DecodedInstruction& row) {
  const x86::Zmm turned = temporary(1, 0), moved = temporary(1, 1);
  code_.vmovdqa32(turned, x86::ptr(numbers_.descending));
  for (const unsigned half : {1u, 0u}) {
    code_.vpmovm2d(moved, lanes_of_row(half));
    code_.vpermd(moved, turned, moved);
    code_.vpmovd2m(mask[half], moved);
    code_.vpermd(number_of_word(half), turned, number_of_word(half));
    code_.emit(Inst::kIdVpermd, moved, turned, operand(row.source[0], half));
    code_.k(mask[half]).vpscatterdd(x86::ptr(shared, number_of_word(half), word_shift), moved);
  }
}

}  // namespace reconverge::emulator
