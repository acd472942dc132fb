// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "emulator/memory/access.hpp"
#include "timing/cycles/mio.hpp"

/// How often an access goes through its unit: rules 23 and 26 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// Wavefronts of a load or store: how many different words lie in the bank that has most. Wide ones go in
/// halves (64 bits) or quarters (128 bits) of the warp, one after the other.
/// @param together  parts that are served together
int wavefronts_of(const emulator::Access& access, const MioTiming& rule, int together = 1);

/// Of an atomic: lanes that meet in one word do not share it.
int atomic_wavefronts_of(const emulator::Access& access, const MioTiming& rule);

/// Of any access of shared memory. A wide load serves two parts of the warp together, and writes two registers at once,
/// where each lane reads the address of its neighbour, or each that of the lane two further.
Passes shared_passes_of(const emulator::Access& access, const OperationTiming& operation, const MioTiming& rule);

/// How many lines lie in the bank of tags that has most. Nothing if they are further apart
/// than the banks are known for.
std::optional<int> tags_of(const emulator::Access& access, const LevelOneTiming& rule);
/// The same of local memory, in which a word lies in one line with that of all other lanes. Nothing also for wider
/// ones that lanes access at different addresses: they take two to three times as long as hits, and differ.
std::optional<int> local_tags_of(const emulator::Access& access, const LevelOneTiming& rule, std::uint64_t word_bytes);

/// The lanes of a generic access that are in global memory, where others are in a window of 32 bits.
emulator::Access global_part(const emulator::Access& access);

/// Of any access of global or local memory, or of a generic address, where rule beyond-first-level times it. The banks
/// of tags in which lines lie that are far from each other depend on where the driver puts a buffer: the least, those
/// of the addresses as they are, or the most. No tags: that is not known.
Passes passes_beyond(const emulator::Access& access, const OperationTiming& operation, const CycleRecord& record,
                     Assumption assumption);

/// Sectors of such lines that the lanes access.
int local_sectors_of(const emulator::Access& access, const LevelOneTiming& rule, const MioTiming& mio);

/// How many different blocks of so many bytes the lanes access.
std::size_t blocks_of(const emulator::Access& access, std::uint64_t bytes);

}  // namespace reconverge::timing
