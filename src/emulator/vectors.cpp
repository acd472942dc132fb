// SPDX-License-Identifier: MIT
#include "emulator/vectors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <unordered_map>

#include "emulator/opcodes/compiled.hpp"

namespace reconverge::emulator {
namespace {

constexpr std::array<std::string_view, vectors_count> names = {"base", "avx2", "avx512"};

/// The compiled forms of an operation, by any of these.
const std::unordered_map<DataOperation, Compiled>& compiled_operations() {
  static const auto operations = [] {
    std::unordered_map<DataOperation, Compiled> all;
    for (const auto family : compiled_families())
      for (const Compiled& compiled : family)
        for (const DataOperation operation : compiled) all.emplace(operation, compiled);
    return all;
  }();
  return operations;
}

}  // namespace

std::vector<Vectors> vectors_here() {
  std::vector<Vectors> here = {Vectors::base};
#ifdef RECONVERGE_COMPILES_VECTORS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) here.push_back(Vectors::avx2);
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (here.size() == 2 && has_512) here.push_back(Vectors::avx512);
#endif
  return here;
}

core::Result<Vectors> preferred_vectors() {
  const auto here = vectors_here();
  const char* const asked = std::getenv("RECONVERGE_VECTORS");  // NOLINT(concurrency-mt-unsafe)
  if (asked == nullptr) return here.back();
  std::string known;
  for (const Vectors vectors : here) {
    const std::string_view name = names[static_cast<std::size_t>(vectors)];
    if (name == asked) return vectors;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = fmt::format("this machine has no vector extension '{}'", asked),
                          .hint = fmt::format("RECONVERGE_VECTORS can be {}, or not set", known)};
}

DataOperation in_vectors(DataOperation operation, Vectors vectors) {
  const auto found = compiled_operations().find(operation);
  return found == compiled_operations().end() ? operation : found->second[static_cast<std::size_t>(vectors)];
}

void use_vectors(Executable& executable, Vectors vectors) {
  for (DecodedInstruction& instruction : executable.instructions)
    instruction.execute = in_vectors(instruction.execute, vectors);
}

}  // namespace reconverge::emulator
