// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "timing/cycles/code_cache.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/issue_port.hpp"
#include "timing/cycles/line_lookups.hpp"
#include "timing/cycles/mio.hpp"
#include "timing/cycles/number_set.hpp"
#include "timing/cycles/operand_reads.hpp"

namespace reconverge::timing {

/// When a warp may issue next, before it waits for anything of its own.
struct WarpReady {
  Cycle next = 0;
  Cycle clock_read = 0;  ///< the same for CS2R, which does not wait for a second issue
};

/// State shared by the warps of one sub-partition: units, MIO, ports of the register file, nearest instruction cache.
/// The record must outlive it.
struct SubPartition {
  explicit SubPartition(const CycleRecord& record, CodeAtStart code_at_start = CodeAtStart::warm)
      : unit_free(record.units.size()),
        code(record.fetch, code_at_start),
        mio(record),
        reads(record.operand),
        port(record),
        lookups(record.fetch) {}

  /// Ends the first issue stall: nothing issued in it, so stall counts and units were frozen.
  void end_issue_stall() {
    const IssueStall stop = reads.issue_stalls().front();
    for (Cycle& cycle : unit_free) cycle = after(stop, cycle);
    for (WarpReady* warp : warps) {
      warp->next = after(stop, warp->next);
      warp->clock_read = after(stop, warp->clock_read);
    }
    reads.end_issue_stall();
  }
  static Cycle after(const IssueStall& stop, Cycle cycle) { return cycle + (cycle >= stop.from ? stop.cycles : 0); }

  /// A warp issues here.
  void add(WarpReady& warp) {
    warps.push_back(&warp);
    if (warps.size() == 1) return;
    mio.leave_banks();
    code.leave_port();
  }

  bool fetches_alone() const { return warps.size() == 1; }

  /// When its MIO last asked for the same.
  Cycle& last(const Mio::Request& request) { return request.is_of_shared_memory ? memory_asked : mio_asked; }

  std::vector<WarpReady*> warps;  ///< that issue here
  std::vector<Cycle> unit_free;   ///< by unit of the record
  CodeCache code;
  Mio mio;
  OperandReads reads;
  IssuePort port;                 ///< not used by a warp that is alone
  LineLookups lookups;            ///< likewise
  Cycle mio_asked = 0;            ///< when its MIO last asked for another part: Multiprocessor::advance()
  Cycle memory_asked = 0;         ///< when it last asked for shared memory
  Cycle delaying_issued = 0;      ///< last operation whose result delays others
  std::int32_t delays_after = 0;  ///< Unit::delays_result of it
};

/// The lines of the first level that warps of one multiprocessor have used.
class FirstLevelLines {
 public:
  void use(std::uint64_t line) {
    if (line == last_) return;
    last_ = line;
    used_.insert(line);
  }
  std::uint64_t count() const { return used_.size(); }

 private:
  NumberSet used_;
  std::uint64_t last_ = ~std::uint64_t{0};
};

}  // namespace reconverge::timing
