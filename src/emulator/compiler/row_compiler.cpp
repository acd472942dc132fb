// SPDX-License-Identifier: MIT
#include "emulator/compiler/row_compiler.hpp"

#include <asmjit/x86.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "emulator/compiler/row_group.hpp"
#include "emulator/vectors.hpp"

namespace reconverge::emulator {
namespace {

/// Memory for compiled rows, for as long as the process lives: executables may outlive all that is local.
asmjit::JitRuntime& memory() {
  static auto* const runtime = new asmjit::JitRuntime;  // NOLINT(*-owning-memory)
  return *runtime;
}

class Errors : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { any_ = true; }
  bool any() const { return any_; }

 private:
  bool any_ = false;
};

/// Rows at which control may arrive, other than from the straight row above.
std::vector<bool> entries(const std::vector<DecodedInstruction>& code) {
  std::vector<bool> are_entries(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i == 0 || code[i - 1].straight == 0 || code[i - 1].next != i) are_entries[i] = true;
    if (code[i].control.target < code.size()) are_entries[code[i].control.target] = true;
  }
  return are_entries;
}

struct Group {
  std::uint32_t first = 0, rows = 0;
};

/// Groups from each entry on to the end of its straight rows, or to where those of another entry begin. Some rows are
/// in several.
std::vector<Group> groups_of(const std::vector<DecodedInstruction>& code, const RowGroup& compiler) {
  std::vector<Group> groups;
  std::vector<bool> begins(code.size());
  const std::vector<bool> are_entries = entries(code);
  for (std::uint32_t entry = 0; entry < code.size(); ++entry) {
    if (!are_entries[entry]) continue;
    const std::uint32_t end = entry + code[entry].straight;
    for (std::uint32_t first = entry; first < end && !begins[first];) {
      const std::uint32_t rows = compiler.rows_from(first);
      if (rows > 0) groups.push_back({first, rows});
      begins[first] = rows > 0;
      first += std::max(rows, 1u);
    }
  }
  return groups;
}

/// Where its functions are.
struct FunctionPlaces {
  Group group;
  std::size_t rows = 0;
  std::optional<std::size_t> loop = {};
};

/// Where it begins.
std::size_t begin_function(asmjit::x86::Assembler& assembler) {
  constexpr std::uint32_t fetched_at_once = 32;
  assembler.align(asmjit::AlignMode::kCode, fetched_at_once);
  return assembler.offset();
}

/// The groups of one way, as functions.
std::vector<FunctionPlaces> add_functions(asmjit::x86::Assembler& assembler, RowGroup& compiler,
                                          const std::vector<DecodedInstruction>& code) {
  std::vector<FunctionPlaces> places;
  for (const Group& group : groups_of(code, compiler)) {
    places.push_back({group, begin_function(assembler)});
    compiler.compile(group.first, group.rows);
    if (!compiler.is_loop(group.first, group.rows)) continue;
    places.back().loop = begin_function(assembler);
    compiler.compile_loop(group.first, group.rows);
  }
  if (!places.empty()) compiler.write_constants();
  return places;
}

}  // namespace

bool can_compile_rows() { return vectors_here().back() == Vectors::avx512; }

void compile_rows(Executable& executable) {
  auto& code = executable.instructions;
  if (!can_compile_rows()) return;
  BySharedAccesses<std::vector<RowForm>> forms;
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const RowForm form = code[i].straight > 0 ? compiled_form(executable, i) : RowForm::other;
    forms[by(SharedAccesses::heard)].push_back(accesses_shared(form) ? RowForm::other : form);
    forms[by(SharedAccesses::unheard)].push_back(form);
  }
  executable.compiles_accesses = std::ranges::any_of(forms[by(SharedAccesses::unheard)], accesses_shared);
  const std::size_t ways = executable.compiles_accesses ? ways_of_shared_accesses : 1;
  asmjit::CodeHolder holder;
  Errors errors;
  holder.init(memory().environment());
  holder.setErrorHandler(&errors);
  asmjit::x86::Assembler assembler(&holder);
  BySharedAccesses<std::vector<FunctionPlaces>> places;
  bool any = false;
  for (std::size_t way = 0; way < ways; ++way) {
    RowGroup compiler(assembler, executable, forms[way]);
    places[way] = add_functions(assembler, compiler, code);
    any |= !places[way].empty();
  }
  if (ways == 1) places.back() = places.front();
  char* begin = nullptr;
  if (!any || errors.any() || memory().add(&begin, &holder) != asmjit::kErrorOk) return;
  executable.compiled_code = std::shared_ptr<const void>(begin, [](void* made) { memory().release(made); });
  for (std::size_t way = 0; way < places.size(); ++way)
    for (const FunctionPlaces& one : places[way]) {
      DecodedInstruction& first = code[one.group.first];
      first.compiled[way] = {reinterpret_cast<CompiledRows>(begin + one.rows),  // NOLINT(*-reinterpret-cast)
                             one.group.rows};
      if (one.loop) first.loop = reinterpret_cast<CompiledLoop>(begin + *one.loop);  // NOLINT(*-reinterpret-cast)
    }
}

}  // namespace reconverge::emulator
