// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/listener.hpp"
#include "observers/dependence.hpp"
#include "observers/finding.hpp"
#include "observers/undefined_values.hpp"
#include "observers/value_use.hpp"
#include "observers/written_memory.hpp"

namespace reconverge::observers {

/// Instructions that use values that nothing has written: registers, predicates, shared and local memory.
///
/// A use is an operation whose result depends on such a value, a guard, an address, a value that is stored, or a
/// target, mask or number that the mechanism needs. Compilers copy, save and select registers that were never written,
/// and never use the copy: that is not a use, and the copy is unwritten too. So is a value loaded from shared or local
/// memory where nothing was written; the finding is then at the load. Unwritten bytes loaded together with written ones
/// may be the gap of a structure: storing them is a copy, not a use.
class UninitialisedReads final : public emulator::Listener {
 public:
  /// Values that the user has set.
  struct Given {
    std::vector<int> registers = {};
    std::vector<int> predicates = {};
  };

  /// Properties of the rows of a function, computed once for all warps that run it.
  struct Code;
  static std::shared_ptr<const Code> code_of(const emulator::Executable& executable);

  /// @param warp    the one that runs, which is read
  /// @param live    its lanes that take part
  /// @param shared  of all warps of the block
  /// @param code    of the executable
  UninitialisedReads(const emulator::Executable& executable, const emulator::Warp& warp, core::LaneMask live,
                     WrittenShared& shared, const Given& given, std::shared_ptr<const Code> code);
  ~UninitialisedReads() override;

  bool wants_issued() const override { return true; }
  /// Rows that read nothing undefined.
  std::uint32_t rows_at_once(std::uint32_t first, core::LaneMask active) override;
  emulator::EventKinds hears() const override { return emulator::heard_by<UninitialisedReads>(); }
  bool wants_runs() const override { return true; }
  void issued(const emulator::Issued& event) override;
  void issued_run(const emulator::IssuedRun& run) override;
  void accessed(const emulator::Accessed& event) override;
  void lanes_exited(const emulator::LanesExited& event) override { undefined_.leave(event.mask); }

  /// One for each row and register or predicate, in the order of the rows; and one for each load that a
  /// value comes from which is used.
  std::vector<Finding> findings() const;

 private:
  /// A load of bytes that nothing has written.
  struct Loaded {
    core::LaneMask lanes;  ///< the first time
    std::uint64_t count = 0;
    bool shared = false;
    bool used = false;
  };
  struct Row;
  using Event = emulator::Issued;

  bool is_suspicious(const Row& row, const Event& event) const;
  void define_results(const Row& row, core::LaneMask executing);
  void look_closer(const Event& event);
  void look_at_data(const Event& event, const ValueUse& use);
  void look_at_access(const Event& event, const ValueUse& use);
  void report_sources(const Event& event, const ValueUse& use, core::LaneMask lanes);

  bool changes_nothing(const Event& event, const ValueUse& use) const;
  bool are_written(const ValueUse& use, core::LaneMask lanes, std::uint64_t first, std::uint64_t last) const;
  void access_memory(const Event& event);
  void load(const Event& event, const ValueUse& use, core::LaneMask in_shared,
            const std::array<std::uint64_t, emulator::lanes>& address);
  void store(const Event& event, const ValueUse& use, core::LaneMask in_shared,
             const std::array<std::uint64_t, emulator::lanes>& address);

  bool are_partly_written(const ValueUse& use, core::LaneMask lanes) const;
  std::vector<emulator::Slot> undefined_slots(const std::vector<emulator::Slot>& slots, core::LaneMask lanes) const;
  Origin origin_of(const ValueUse& use, core::LaneMask lanes) const;
  void use_slot(std::uint32_t row, emulator::Slot slot, core::LaneMask lanes);
  void use_predicate(std::uint32_t row, std::uint8_t index, core::LaneMask lanes);
  void report(std::uint32_t row, std::uint16_t number, core::LaneMask lanes, std::string_view kind,
              const std::string& name, const Origin& origin);

  const emulator::Executable& executable_;
  const emulator::Warp& warp_;
  WrittenShared& shared_;
  WrittenLocal local_;
  std::shared_ptr<const Code> code_;
  UndefinedValues undefined_;
  Dependence dependence_;
  std::uint64_t told_ = 0;                ///< step that was told by itself last
  std::optional<emulator::Access> load_;  ///< of the run that executes, of what may be undefined: by its last row
  std::map<std::pair<std::uint32_t, std::uint16_t>, Finding> found_;
  std::map<std::uint32_t, Loaded> loaded_;
};

}  // namespace reconverge::observers
