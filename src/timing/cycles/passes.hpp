// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "emulator/memory/access.hpp"
#include "timing/cycles/mio.hpp"

/// Passes of an access through its unit: rules 23 and 26 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// Wavefronts of a load or store: the number of different words in the bank that has most. Wide ones go in halves (64
/// bits) or quarters (128 bits) of the warp, one after the other.
/// @param together  parts that are served together
int wavefronts_of(const emulator::Access& access, const MioTiming& rule, int together = 1);

/// Of an atomic: lanes with the same word do not share it.
int atomic_wavefronts_of(const emulator::Access& access, const MioTiming& rule);

/// Of any access of shared memory. A wide load serves two parts of the warp together, and writes two registers at once,
/// where each lane reads the address of its neighbour, or each that of the lane two further.
Wavefronts shared_wavefronts_of(const emulator::Access& access, const OperationTiming& operation,
                                const MioTiming& rule);

/// The number of lines in the tag bank that has most. Nothing if they are further apart than the hash of the banks is
/// known for.
std::optional<int> tags_of(const emulator::Access& access, const LevelOneTiming& rule);
/// Whether another place of the buffer changes that number: the driver aligns buffers to 4 lines.
bool tags_depend_on_place(const emulator::Access& access, const LevelOneTiming& rule);
/// The same for local memory, where the same word of all lanes is in one line. Nothing also for wider accesses at
/// different addresses: they take two to three times as long as hits, and vary.
std::optional<int> local_tags_of(const emulator::Access& access, const LevelOneTiming& rule, std::uint64_t word_bytes);

/// The lanes of a generic access that are in global memory, where others are in a window of 32 bits.
emulator::Access global_part(const emulator::Access& access);

/// Of any access of global or local memory, or of a generic address, where rule beyond-first-level times it. The tag
/// banks of lines far from each other depend on where the driver puts a buffer: the least, those of the addresses as
/// they are, or the most. 0 tags: not known.
Passes passes_beyond(const emulator::Access& access, const OperationTiming& operation, const CycleRecord& record,
                     Assumption assumption);

/// Sectors of such lines that the lanes access.
int local_sectors_of(const emulator::Access& access, const LevelOneTiming& rule, const MioTiming& mio);

/// How many different blocks of `bytes` bytes the lanes access.
std::size_t blocks_of(const emulator::Access& access, std::uint64_t bytes);

}  // namespace reconverge::timing
