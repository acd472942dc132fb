// SPDX-License-Identifier: MIT
#pragma once

#include <asmjit/x86.h>

#include <cstdint>
#include <vector>

#include "emulator/compiler/compiled_form.hpp"

namespace reconverge::emulator {

/// Instructions of AVX-512 for a group of consecutive rows, as a function `CompiledRows`. A register of the warp is two
/// of the machine, from the first row that names it to the end of the group; what is written is merged into it under
/// the active lanes and stored at the end, as a whole.
///
/// NaN: the machine keeps the bits of a NaN where the GPU has one for all. Whether a result is one is asked at the end,
/// before anything is stored, of those results only that no later row takes up; if one is, the group is executed once
/// more by instructions that look at every result. A group that accesses memory, or has rows under a guard, looks at
/// every result from the beginning: it cannot be executed twice.
///
/// Where an access cannot be made, the group ends in front of it.
class RowGroup {
 public:
  /// @param forms  by row; all outlive this
  RowGroup(asmjit::x86::Assembler& assembler, const Executable& executable, const std::vector<RowForm>& forms);

  /// How many rows from `first` on can be in one group: as many as there are registers of the machine for.
  std::uint32_t rows_from(std::uint32_t first) const;
  void compile(std::uint32_t first, std::uint32_t rows);
  /// Whether the rows of a group and the branch behind them are a loop that can be compiled.
  bool is_loop(std::uint32_t first, std::uint32_t rows) const;
  /// As a function `CompiledLoop`. From pass to pass registers stay in those of the machine; they are stored in each,
  /// so that a pass in which a NaN appears can be executed once more.
  void compile_loop(std::uint32_t first, std::uint32_t rows);
  /// What all groups read. Once, behind the last one.
  void write_constants();

 private:
  struct Numbers {
    asmjit::Label sign, all_but_sign, words_at_once, ascending, descending;
  };
  /// Of a group in front of an access.
  struct Exit {
    asmjit::Label label;
    std::uint32_t rows = 0;                                 ///< executed
    std::size_t written_slots = 0, written_predicates = 0;  ///< by them: so many of those of the group
  };

  /// Registers and predicates that rows name.
  struct Names {
    std::vector<Slot> slots;
    std::vector<std::uint8_t> predicates;
    std::uint32_t guarded = 0;  ///< rows
    bool fit() const;
  };

  void add_names(std::uint32_t index, Names& names) const;
  Names names_of_loop(std::uint32_t first, std::uint32_t rows) const;
  void compile(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result);
  void compile_loop(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result);
  void go_on(const DecodedInstruction& branch, const asmjit::Label& head, const asmjit::Label& ends);
  void read_active_lanes();
  void begin();
  bool add_rows(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result);
  void leave_if_nan(const asmjit::Label& fails);
  bool needs_context(std::uint32_t first, std::uint32_t rows) const;
  void store(std::size_t slots, std::size_t predicates);
  void leave();
  void end_group(std::uint32_t rows);
  bool passes_nan_on(std::uint32_t row, std::uint32_t end) const;

  std::size_t place_of(Slot slot) const;
  asmjit::x86::Zmm zmm(Slot slot, unsigned half) const;
  void hold(Slot slot, bool is_read);
  void note_written(Slot slot);
  asmjit::Operand operand(Slot slot, unsigned half) const;
  asmjit::x86::Zmm in_register(Slot slot, unsigned half, unsigned temporary);
  asmjit::Operand float_operand(const DecodedInstruction& row, std::size_t i, unsigned half, unsigned ignored = 0);
  asmjit::x86::Zmm float_in_register(const DecodedInstruction& row, std::size_t i, unsigned half, unsigned ignored = 0);
  void put(asmjit::x86::Inst::Id id, const DecodedInstruction& row, unsigned half, const auto&... operands);

  asmjit::x86::Gp predicate(std::uint8_t index);
  void read_predicate(const asmjit::x86::Gp& to, const PredicateSource& source);
  void write_predicate(const asmjit::x86::Gp& value, std::uint8_t index, bool is_uniform);

  asmjit::x86::KReg lanes_of_row(unsigned half) const;
  void begin_lanes(const DecodedInstruction& row);
  void note_lanes(std::uint32_t index);
  void add_row(const DecodedInstruction& row, RowForm form);
  void add_access(std::uint32_t index, std::uint32_t rows_before);
  void find_words(const DecodedInstruction& row, const asmjit::Label& fails);
  void read_first_word();
  void load_words(const DecodedInstruction& row);
  void store_words(const DecodedInstruction& row);
  void scatter_words(const DecodedInstruction& row);
  void go_if_any(const asmjit::Label& to);
  void add_data(const DecodedInstruction& row, RowForm form, unsigned half);
  void add_sum(const DecodedInstruction& row, unsigned half);
  void add_shifted_sum(const DecodedInstruction& row, unsigned half);
  void add_fused(const DecodedInstruction& row, unsigned half);
  void add_table(const DecodedInstruction& row, unsigned half);
  void add_comparison(const DecodedInstruction& row, RowForm form);
  void add_predicate_table(const DecodedInstruction& row);
  void look_at_nan(const DecodedInstruction& row, bool is_first);
  void replace_nan(const DecodedInstruction& row);

  asmjit::x86::Assembler& code_;
  const Executable& executable_;
  const std::vector<RowForm>& forms_;
  Numbers numbers_;
  std::vector<Slot> slots_, written_slots_;                    ///< of the group, in the order of the registers
  std::vector<std::uint8_t> predicates_, written_predicates_;  ///< the same
  std::vector<Exit> exits_;
  bool needs_context_ = false;
  bool is_guarded_ = false;  ///< the row that is being written
};

}  // namespace reconverge::emulator
