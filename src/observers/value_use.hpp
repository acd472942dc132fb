// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/executable.hpp"

namespace reconverge::observers {

/// Which memory a row accesses, as far as it matters for what has been written.
enum class MemoryKind : std::uint8_t { none, elsewhere, shared, local, generic };

/// The reads and writes of one row of an executable. Literals, RZ and PT are left out: they always have a value.
struct ValueUse {
  std::vector<emulator::Slot> reads;        ///< sources; of a store or atomic its data
  std::vector<emulator::Slot> addresses;    ///< registers of the address, if memory is accessed
  std::vector<emulator::Slot> descriptors;  ///< registers that describe how memory is cached: `desc[UR4]`
  std::vector<emulator::Slot> writes;
  std::uint16_t predicate_reads = 0;   ///< bit k: Warp::predicates[k]; the guard apart
  std::uint16_t predicate_writes = 0;  ///< likewise
  /// The row hands values on or moves their bits about: it may do so with what nothing has written.
  bool copies = false;
  /// A sum or product: no bit of the result depends on higher ones, so that it may have operands of which the upper
  /// part was never written.
  bool carries = false;
  bool controls = false;  ///< the mechanism uses what it reads
  MemoryKind memory = MemoryKind::none;
  bool loads = false;
  bool stores = false;
  bool exchanges = false;  ///< an atomic that only hands out what was in memory
  std::uint8_t bytes = 0;  ///< of a lane's access
};

ValueUse value_use(const emulator::Executable& executable, std::uint32_t index);

/// "R4", "UR4" of a slot.
std::string name_of_slot(emulator::Slot slot);
/// "P0", "UP0" of an index into Warp::predicates.
std::string name_of_predicate(std::uint8_t index);

}  // namespace reconverge::observers
