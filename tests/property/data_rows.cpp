// SPDX-License-Identifier: MIT
#include "property/data_rows.hpp"

#include <fmt/core.h>

namespace reconverge::property {
namespace {

std::string three(int d, int a, int b) { return fmt::format("R{}, R{}, R{}", d, a, b); }
std::string four(int d, int a, int b, int c) { return fmt::format("R{}, R{}, R{}, R{}", d, a, b, c); }
std::string immediate_of(const Data& data) { return fmt::format("R{}, 0x{:x}", data.d, data.immediate); }

/// Emits rows under one guard.
class Rows {
 public:
  Rows(Assembler& code, RowGuard guard, const char* suffix) : code_(code), guard_(guard), suffix_(suffix) {}

  void first(std::string mnemonic, std::string operands) {
    code_.row(guard_, std::move(mnemonic), std::move(operands));
  }
  void last(std::string mnemonic, std::string operands) {
    code_.row(guard_, std::move(mnemonic) + suffix_, std::move(operands));
  }

 private:
  Assembler& code_;
  RowGuard guard_;
  const char* suffix_;
};

void emit_before_volta(Rows rows, const Data& data) {
  switch (data.operation) {
    case Operation::add: return rows.last("IADD", three(data.d, data.a, data.b));
    case Operation::subtract: return rows.last("IADD", fmt::format("R{}, R{}, -R{}", data.d, data.a, data.b));
    case Operation::add_immediate:
      return rows.last("IADD32I", fmt::format("R{}, R{}, 0x{:x}", data.d, data.a, data.immediate));
    case Operation::multiply_add: return rows.last("IMAD", four(data.d, data.a, data.b, data.c));
    case Operation::multiply_high: return rows.last("IMAD.HI", four(data.d, data.a, data.b, data.c));
    case Operation::multiply_high_unsigned: return rows.last("IMAD.U32.U32.HI", four(data.d, data.a, data.b, data.c));
    case Operation::scaled_add:
      return rows.last("ISCADD", three(data.d, data.a, data.b) + fmt::format(", 0x{:x}", data.immediate % 32));
    case Operation::copy: return rows.last("MOV", fmt::format("R{}, R{}", data.d, data.a));
    case Operation::constant: return rows.last("MOV32I", immediate_of(data));
    case Operation::float_add: return rows.last("FADD", three(data.d, data.a, data.b));
    case Operation::float_multiply: return rows.last("FMUL", three(data.d, data.a, data.b));
    case Operation::select: return rows.last("ICMP.LT", four(data.d, data.a, data.b, data.c));
    case Operation::lane_id: return rows.last("S2R", fmt::format("R{}, SR_LANEID", data.d));
    case Operation::add_wide:
      rows.first("IADD", fmt::format("R{}.CC, R{}, R{}", data.d, data.a, data.b));
      return rows.last("IADD.X", three(data.d + 1, data.b, data.c));
  }
}

void emit_from_volta(Rows rows, const Data& data) {
  constexpr int scratch = scratch_register, predicate = scratch_predicate;
  const auto add_to_scratch = [&] { rows.last("IADD3", fmt::format("R{}, R{}, R{}, RZ", data.d, scratch, data.c)); };
  switch (data.operation) {
    case Operation::add: return rows.last("IADD3", three(data.d, data.a, data.b) + ", RZ");
    case Operation::subtract: return rows.last("IADD3", fmt::format("R{}, R{}, -R{}, RZ", data.d, data.a, data.b));
    case Operation::add_immediate:
      return rows.last("IADD3", fmt::format("R{}, R{}, 0x{:x}, RZ", data.d, data.a, data.immediate));
    case Operation::multiply_add: return rows.last("IMAD", four(data.d, data.a, data.b, data.c));
    case Operation::multiply_high:
      rows.first("IMAD.HI", three(scratch, data.a, data.b) + ", RZ");
      return add_to_scratch();
    case Operation::multiply_high_unsigned:
      rows.first("IMAD.HI.U32", three(scratch, data.a, data.b) + ", RZ");
      return add_to_scratch();
    case Operation::scaled_add:
      return rows.last("LEA", three(data.d, data.a, data.b) + fmt::format(", 0x{:x}", data.immediate % 32));
    case Operation::copy: return rows.last("MOV", fmt::format("R{}, R{}", data.d, data.a));
    case Operation::constant: return rows.last("MOV", immediate_of(data));
    case Operation::float_add: return rows.last("FADD", three(data.d, data.a, data.b));
    case Operation::float_multiply: return rows.last("FMUL", three(data.d, data.a, data.b));
    case Operation::select:
      rows.first("ISETP.LT.AND", fmt::format("P{}, PT, R{}, RZ, PT", predicate, data.c));
      return rows.last("SEL", three(data.d, data.a, data.b) + fmt::format(", P{}", predicate));
    case Operation::lane_id: return rows.last("S2R", fmt::format("R{}, SR_LANEID", data.d));
    case Operation::add_wide:
      rows.first("IADD3", fmt::format("R{}, P{}, R{}, R{}, RZ", data.d, predicate, data.a, data.b));
      return rows.last("IADD3.X", three(data.d + 1, data.b, data.c) + fmt::format(", RZ, P{}, !PT", predicate));
  }
}

}  // namespace

void emit(Assembler& code, Dialect dialect, const Data& data, RowGuard guard, const char* suffix) {
  const Rows rows(code, guard, suffix);
  dialect == Dialect::before_volta ? emit_before_volta(rows, data) : emit_from_volta(rows, data);
}

void emit_test(Assembler& code, const Condition& condition, RowGuard guard) {
  constexpr std::array<std::string_view, 4> relations = {"LT", "LE", "EQ", "NE"};
  constexpr std::array<std::string_view, 4> opposites = {"GE", "GT", "NE", "EQ"};
  const auto& names = guard.negated ? opposites : relations;
  const std::string immediate =
      fmt::format("{}0x{:x}", condition.immediate < 0 ? "-" : "", std::abs(condition.immediate));
  code.row({},
           fmt::format("ISETP.{}{}.AND", names[static_cast<std::size_t>(condition.relation)],
                       condition.is_unsigned ? ".U32" : ""),
           fmt::format("P{}, PT, R{}, {}, PT", guard.predicate, condition.a,
                       condition.b < 0 ? immediate : fmt::format("R{}", condition.b)));
}

Condition goes_on(const Statement& loop) {
  return {.relation = Relation::less, .is_unsigned = true, .a = loop.counter, .b = loop.bound};
}

}  // namespace reconverge::property
