// SPDX-License-Identifier: MIT
#include "run/register_files.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "emulator/warp.hpp"

namespace reconverge::run {
namespace {

/// No destination of an instruction is more consecutive registers.
constexpr std::size_t most_words = 16;

}  // namespace

RegisterFiles::RegisterFiles(const emulator::Executable& executable)
    : size_(emulator::first_literal + executable.literals.size()) {
  std::size_t general = 0, uniform = emulator::discard_slot;
  for (const emulator::DecodedInstruction& instruction : executable.instructions)
    for (const std::size_t slot : instruction.destination) {
      std::size_t& last = slot < emulator::discard_slot ? general : uniform;
      last = std::max(last, slot);
    }
  const auto range_up_to = [](std::size_t first, std::size_t last, std::size_t end) {
    return Range{first, std::min(last + most_words, end) - first};
  };
  written_ = {range_up_to(0, general, emulator::discard_slot),
              range_up_to(emulator::discard_slot, uniform, emulator::first_literal)};
}

std::vector<emulator::LaneVector> RegisterFiles::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::vector<emulator::LaneVector>(size_);
  std::vector<emulator::LaneVector> values = std::move(free_.back());
  free_.pop_back();
  return values;
}

void RegisterFiles::clear(std::vector<emulator::LaneVector>& values) const {
  for (const Range& range : written_)
    std::memset(values.data() + range.first, 0, range.count * sizeof(emulator::LaneVector));
}

void RegisterFiles::give_back(std::vector<emulator::LaneVector> values) {
  if (values.size() != size_) return;
  clear(values);
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(values));
}

}  // namespace reconverge::run
