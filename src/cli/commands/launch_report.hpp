// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/launch/launch.hpp"
#include "observers/finding.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// Buffers after a run: one row a buffer, values in runs of equal ones.
report::Table buffers_table(const std::vector<emulator::BufferAfter>& buffers);
/// All of it: [{index, type, values}]. A value that JSON has no number for is "nan", "inf" or "-inf", and
/// `nan_bits` has the bits of each NaN.
nlohmann::ordered_json buffers_json(const std::vector<emulator::BufferAfter>& buffers);

/// One element as text; "unknown" if it depends on a value that is not known.
std::string element_text(const emulator::BufferAfter& buffer, std::size_t index);

/// How far two elements of one type are apart.
struct ElementDistance {
  double absolute = 0;
  std::optional<double> relative = {};  ///< to the first; nothing if that is 0
};
/// Nothing if one of them is not finite.
std::optional<ElementDistance> element_distance(const emulator::Buffer& from, const emulator::Buffer& to,
                                                std::size_t index);

/// Findings of a run, one row each.
report::Table findings_table(std::span<const observers::Finding> findings, const sass::Function& function);

/// What to do about findings, for below their table: a paragraph for each kind, in the order of the findings, for three
/// at most; then which others `explain` tells. Empty without findings.
std::string findings_cures(std::span<const observers::Finding> findings, int width);

/// Why races in shared memory may be missing among the findings: "not followed from MEMBAR at 0x110 (a.cu:7) to the
/// next block barrier". Empty if they were followed throughout.
/// @param rows  of Sums::races_unfollowed
std::string why_races_not_followed(const std::set<std::uint32_t>& rows, const sass::Function& function);

/// "file.cu:7" of a row, if the listing notes it.
std::optional<std::string> source_of(const sass::Function& function, std::uint32_t index);

}  // namespace reconverge::cli
