// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "timing/cycles/cycle_record.hpp"

/// How many stored measurements show the numbers of the record that is built in: data/records/sm_90_measured.csv, which
/// tools/measured-intervals counts.
namespace reconverge::timing {

/// Times of an operation that fewer intervals show are named beside a prediction.
inline constexpr std::uint64_t few_measured_intervals = 20;
/// As UntimedRow::what.
inline constexpr std::string_view few_measured = " (fewer than 20 stored measurements)";

/// Intervals between clock reads that a card measured and that are stored with their code, of kernels with such an
/// operation in it. Nothing if none is stored: it was measured in another way.
/// @param operation  of the record of sm_90
std::optional<std::uint64_t> measured_intervals(const OperationTiming& operation);

}  // namespace reconverge::timing
