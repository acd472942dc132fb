// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace reconverge::observers {

/// How much a finding says: a note, a result that is probably not meant, one that is certainly wrong.
enum class Severity : std::uint8_t { note, warning, error };

/// Meaning of a kind of finding, or of fault.
struct FindingKind {
  std::string_view name;  ///< Finding::kind, or the name of an emulator::Fault
  Severity severity = Severity::warning;
  std::string_view summary;  ///< one sentence
  std::string_view help;     ///< what it comes from and what to do
};

/// Every kind that a run can have, faults after findings.
std::span<const FindingKind> finding_kinds();

/// The kind of a name; null: none has it.
const FindingKind* find_finding_kind(std::string_view name);

/// The severity of a kind; of a name that none has a warning.
Severity severity_of(std::string_view name);

}  // namespace reconverge::observers
