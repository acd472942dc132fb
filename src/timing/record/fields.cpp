// SPDX-License-Identifier: MIT
#include "timing/record/fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace reconverge::timing {
namespace {

using Place = std::int32_t& (*)(CycleRecord&);

constexpr RecordField cycles(std::string_view name, Place place) { return {name, place, 0, most_cycles}; }
/// A divisor, or a count of at least 1.
constexpr RecordField positive(std::string_view name, Place place) { return {name, place, 1, most_cycles}; }
/// CodeCache and LineLookups hold no more of a warp's path.
constexpr RecordField lines_ahead(std::string_view name, Place place) { return {name, place, 1, 2}; }
constexpr RecordField mask(std::string_view name, Place place) { return {name, place, 0, 0x7FFF'FFFF}; }

constexpr std::array fields = {
    cycles("issue.longest_stall_with_yield_bit_set",
           [](CycleRecord& r) -> std::int32_t& { return r.issue.longest_stall_with_yield_bit_set; }),
    cycles("issue.shortest_stall_with_yield_bit_clear",
           [](CycleRecord& r) -> std::int32_t& { return r.issue.shortest_stall_with_yield_bit_clear; }),
    cycles("issue.yield_without_stall", [](CycleRecord& r) -> std::int32_t& { return r.issue.yield_without_stall; }),
    cycles("issue.unseen_scoreboard", [](CycleRecord& r) -> std::int32_t& { return r.issue.unseen_scoreboard; }),
    cycles("issue.late_scoreboard", [](CycleRecord& r) -> std::int32_t& { return r.issue.late_scoreboard; }),
    cycles("issue.load_seen_later", [](CycleRecord& r) -> std::int32_t& { return r.issue.load_seen_later; }),
    positive("fetch.instruction_bytes", [](CycleRecord& r) -> std::int32_t& { return r.fetch.instruction_bytes; }),
    positive("fetch.line_bytes", [](CycleRecord& r) -> std::int32_t& { return r.fetch.line_bytes; }),
    cycles("fetch.next_line", [](CycleRecord& r) -> std::int32_t& { return r.fetch.next_line; }),
    cycles("fetch.late_branch", [](CycleRecord& r) -> std::int32_t& { return r.fetch.late_branch; }),
    cycles("fetch.late_within", [](CycleRecord& r) -> std::int32_t& { return r.fetch.late_within; }),
    positive("fetch.cached_lines", [](CycleRecord& r) -> std::int32_t& { return r.fetch.cached_lines; }),
    positive("fetch.known_lines", [](CycleRecord& r) -> std::int32_t& { return r.fetch.known_lines; }),
    cycles("fetch.line_request", [](CycleRecord& r) -> std::int32_t& { return r.fetch.line_request; }),
    lines_ahead("fetch.lines_ahead", [](CycleRecord& r) -> std::int32_t& { return r.fetch.lines_ahead; }),
    cycles("fetch.lookup_ahead", [](CycleRecord& r) -> std::int32_t& { return r.fetch.lookup_ahead; }),
    cycles("fetch.held_lookup", [](CycleRecord& r) -> std::int32_t& { return r.fetch.held_lookup; }),
    cycles("fetch.missed_lookup", [](CycleRecord& r) -> std::int32_t& { return r.fetch.missed_lookup; }),
    cycles("fetch.fourth_miss", [](CycleRecord& r) -> std::int32_t& { return r.fetch.fourth_miss; }),
    cycles("fetch.held_behind_miss", [](CycleRecord& r) -> std::int32_t& { return r.fetch.held_behind_miss; }),
    cycles("fetch.line_arrives", [](CycleRecord& r) -> std::int32_t& { return r.fetch.line_arrives; }),
    cycles("fetch.landing_in_flight", [](CycleRecord& r) -> std::int32_t& { return r.fetch.landing_in_flight; }),
    cycles("fetch.interrupted_lookup", [](CycleRecord& r) -> std::int32_t& { return r.fetch.interrupted_lookup; }),
    cycles("fetch.replaced_line", [](CycleRecord& r) -> std::int32_t& { return r.fetch.replaced_line; }),
    cycles("fetch.branch_seen", [](CycleRecord& r) -> std::int32_t& { return r.fetch.branch_seen; }),
    cycles("fetch.branch_followed", [](CycleRecord& r) -> std::int32_t& { return r.fetch.branch_followed; }),
    cycles("fetch.given_up_returns", [](CycleRecord& r) -> std::int32_t& { return r.fetch.given_up_returns; }),
    cycles("fetch.asked_again", [](CycleRecord& r) -> std::int32_t& { return r.fetch.asked_again; }),
    positive("fetch.poll_interval", [](CycleRecord& r) -> std::int32_t& { return r.fetch.poll_interval; }),
    cycles("fetch.missed_target", [](CycleRecord& r) -> std::int32_t& { return r.fetch.missed_target; }),
    cycles("fetch.stops_after", [](CycleRecord& r) -> std::int32_t& { return r.fetch.stops_after; }),
    positive("fetch.slots_a_cycle", [](CycleRecord& r) -> std::int32_t& { return r.fetch.slots_a_cycle; }),
    cycles("exit.first_barrier", [](CycleRecord& r) -> std::int32_t& { return r.exit.first_barrier; }),
    cycles("exit.further_barrier", [](CycleRecord& r) -> std::int32_t& { return r.exit.further_barrier; }),
    cycles("warpsync.long_stall", [](CycleRecord& r) -> std::int32_t& { return r.warpsync.long_stall; }),
    cycles("warpsync.short_stall", [](CycleRecord& r) -> std::int32_t& { return r.warpsync.short_stall; }),
    cycles("warpsync.yield_bit_clear", [](CycleRecord& r) -> std::int32_t& { return r.warpsync.yield_bit_clear; }),
    positive("warpsync.known_origins", [](CycleRecord& r) -> std::int32_t& { return r.warpsync.known_origins; }),
    cycles("block_barrier.from", [](CycleRecord& r) -> std::int32_t& { return r.block_barrier.from; }),
    cycles("block_barrier.until", [](CycleRecord& r) -> std::int32_t& { return r.block_barrier.until; }),
    cycles("block_barrier.back_to_back", [](CycleRecord& r) -> std::int32_t& { return r.block_barrier.back_to_back; }),
    cycles("block_barrier.load", [](CycleRecord& r) -> std::int32_t& { return r.block_barrier.load; }),
    cycles("operand.multiplicand", [](CycleRecord& r) -> std::int32_t& { return r.operand.multiplicand; }),
    positive("operand.window", [](CycleRecord& r) -> std::int32_t& { return r.operand.window; }),
    cycles("operand.readable", [](CycleRecord& r) -> std::int32_t& { return r.operand.readable; }),
    cycles("operand.not_kept", [](CycleRecord& r) -> std::int32_t& { return r.operand.not_kept; }),
    cycles("operand.stall_after", [](CycleRecord& r) -> std::int32_t& { return r.operand.stall_after; }),
    cycles("operand.stalled_release", [](CycleRecord& r) -> std::int32_t& { return r.operand.stalled_release; }),
    cycles("operand.after_port", [](CycleRecord& r) -> std::int32_t& { return r.operand.after_port; }),
    cycles("operand.predicate_later", [](CycleRecord& r) -> std::int32_t& { return r.operand.predicate_later; }),
    cycles("operand.result_slot", [](CycleRecord& r) -> std::int32_t& { return r.operand.result_slot; }),
    positive("operand.banks", [](CycleRecord& r) -> std::int32_t& { return r.operand.banks; }),
    positive("mio.register_read", [](CycleRecord& r) -> std::int32_t& { return r.mio.register_read; }),
    cycles("mio.data_ready", [](CycleRecord& r) -> std::int32_t& { return r.mio.data_ready; }),
    cycles("mio.xu_ready", [](CycleRecord& r) -> std::int32_t& { return r.mio.xu_ready; }),
    cycles("mio.xu_without_registers", [](CycleRecord& r) -> std::int32_t& { return r.mio.xu_without_registers; }),
    cycles("mio.xu_pair_overlap", [](CycleRecord& r) -> std::int32_t& { return r.mio.xu_pair_overlap; }),
    cycles("mio.address_ready", [](CycleRecord& r) -> std::int32_t& { return r.mio.address_ready; }),
    cycles("mio.address_without_registers",
           [](CycleRecord& r) -> std::int32_t& { return r.mio.address_without_registers; }),
    cycles("mio.port_turnaround", [](CycleRecord& r) -> std::int32_t& { return r.mio.port_turnaround; }),
    cycles("mio.read_without_registers", [](CycleRecord& r) -> std::int32_t& { return r.mio.read_without_registers; }),
    cycles("mio.release_without_registers",
           [](CycleRecord& r) -> std::int32_t& { return r.mio.release_without_registers; }),
    positive("mio.load_store_entries", [](CycleRecord& r) -> std::int32_t& { return r.mio.load_store_entries; }),
    positive("mio.xu_entries", [](CycleRecord& r) -> std::int32_t& { return r.mio.xu_entries; }),
    positive("mio.address_entries", [](CycleRecord& r) -> std::int32_t& { return r.mio.address_entries; }),
    cycles("mio.constant_line", [](CycleRecord& r) -> std::int32_t& { return r.mio.constant_line; }),
    positive("mio.constant_line_bytes", [](CycleRecord& r) -> std::int32_t& { return r.mio.constant_line_bytes; }),
    positive("mio.constant_block_bytes", [](CycleRecord& r) -> std::int32_t& { return r.mio.constant_block_bytes; }),
    cycles("mio.constant_entry", [](CycleRecord& r) -> std::int32_t& { return r.mio.constant_entry; }),
    cycles("mio.address_entry", [](CycleRecord& r) -> std::int32_t& { return r.mio.address_entry; }),
    cycles("mio.xu_entry", [](CycleRecord& r) -> std::int32_t& { return r.mio.xu_entry; }),
    cycles("mio.l1_entry", [](CycleRecord& r) -> std::int32_t& { return r.mio.l1_entry; }),
    cycles("mio.l1_passes_shared", [](CycleRecord& r) -> std::int32_t& { return r.mio.l1_passes_shared; }),
    cycles("mio.shared_store_write", [](CycleRecord& r) -> std::int32_t& { return r.mio.shared_store_write; }),
    cycles("mio.shared_wavefront", [](CycleRecord& r) -> std::int32_t& { return r.mio.shared_wavefront; }),
    cycles("mio.load_meets_shared", [](CycleRecord& r) -> std::int32_t& { return r.mio.load_meets_shared; }),
    cycles("mio.store_write", [](CycleRecord& r) -> std::int32_t& { return r.mio.store_write; }),
    cycles("mio.store_meets", [](CycleRecord& r) -> std::int32_t& { return r.mio.store_meets; }),
    cycles("mio.store_ahead", [](CycleRecord& r) -> std::int32_t& { return r.mio.store_ahead; }),
    cycles("mio.store_ahead_lines", [](CycleRecord& r) -> std::int32_t& { return r.mio.store_ahead_lines; }),
    cycles("mio.store_part", [](CycleRecord& r) -> std::int32_t& { return r.mio.store_part; }),
    cycles("mio.store_delay", [](CycleRecord& r) -> std::int32_t& { return r.mio.store_delay; }),
    cycles("mio.constant_interval", [](CycleRecord& r) -> std::int32_t& { return r.mio.constant_interval; }),
    cycles("mio.address_value", [](CycleRecord& r) -> std::int32_t& { return r.mio.address_value; }),
    positive("mio.shared_banks", [](CycleRecord& r) -> std::int32_t& { return r.mio.shared_banks; }),
    positive("mio.bank_bytes", [](CycleRecord& r) -> std::int32_t& { return r.mio.bank_bytes; }),
    cycles("mio.no_lanes.result", [](CycleRecord& r) -> std::int32_t& { return r.mio.no_lanes_result; }),
    cycles("mio.no_lanes.xu_result", [](CycleRecord& r) -> std::int32_t& { return r.mio.no_lanes_xu_result; }),
    cycles("mio.no_lanes.address_release",
           [](CycleRecord& r) -> std::int32_t& { return r.mio.no_lanes_address_release; }),
    cycles("mio.no_lanes.barrier", [](CycleRecord& r) -> std::int32_t& { return r.mio.no_lanes_barrier; }),
    positive("l1.line_bytes", [](CycleRecord& r) -> std::int32_t& { return r.l1.line_bytes; }),
    positive("l1.sector_bytes", [](CycleRecord& r) -> std::int32_t& { return r.l1.sector_bytes; }),
    positive("l1.known_lines", [](CycleRecord& r) -> std::int32_t& { return r.l1.known_lines; }),
    positive("l1.folded_lines", [](CycleRecord& r) -> std::int32_t& { return r.l1.folded_lines; }),
    cycles("l1.held_lines", [](CycleRecord& r) -> std::int32_t& { return r.l1.held_lines; }),
    cycles("l1.held_lines_beside_shared",
           [](CycleRecord& r) -> std::int32_t& { return r.l1.held_lines_beside_shared; }),
    cycles("l1.loses_from", [](CycleRecord& r) -> std::int32_t& { return r.l1.loses_from; }),
    cycles("l1.loses_earlier", [](CycleRecord& r) -> std::int32_t& { return r.l1.loses_earlier; }),
    cycles("l1.loses_until", [](CycleRecord& r) -> std::int32_t& { return r.l1.loses_until; }),
    mask("l1.tag_bank_bit_0", [](CycleRecord& r) -> std::int32_t& { return r.l1.tag_bank_bit_0; }),
    mask("l1.tag_bank_bit_1", [](CycleRecord& r) -> std::int32_t& { return r.l1.tag_bank_bit_1; }),
    positive("multiprocessor.sub_partitions",
             [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.sub_partitions; }),
    positive("multiprocessor.shared_unit_operation",
             [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.shared_unit_operation; }),
    cycles("multiprocessor.tag_lookup", [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.tag_lookup; }),
    positive("multiprocessor.predicate_after",
             [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.predicate_after; }),
    positive("multiprocessor.shared_memory_wavefront",
             [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.shared_memory_wavefront; }),
    cycles("multiprocessor.lookup_after",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.lookup_after; }),
    cycles("multiprocessor.bar_arrival", [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.bar_arrival; }),
    cycles("multiprocessor.launch_interval",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.launch_interval; }),
    cycles("multiprocessor.first_credits",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.first_credits; }),
    cycles("multiprocessor.round_credits",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.round_credits; }),
    cycles("multiprocessor.credit_paid_after",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.credit_paid_after; }),
    cycles("multiprocessor.fetched_line",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.fetched_line; }),
    cycles("multiprocessor.fetched_line_of_way",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.fetched_line_of_way; }),
    cycles("multiprocessor.mean_error_apart",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.mean_error_apart; }),
    cycles("multiprocessor.worst_error_apart",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.worst_error_apart; }),
    cycles("multiprocessor.mean_error", [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.mean_error; }),
    cycles("multiprocessor.worst_error", [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.worst_error; }),
    cycles("multiprocessor.mean_error_crowded",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.mean_error_crowded; }),
    cycles("multiprocessor.worst_error_crowded",
           [](CycleRecord& r) -> std::int32_t& { return r.multiprocessor.worst_error_crowded; }),
    cycles("l1.tag_overlap", [](CycleRecord& r) -> std::int32_t& { return r.l1.tag_overlap; }),
};

}  // namespace

std::span<const RecordField> record_fields() { return fields; }

const RecordField* find_record_field(std::string_view name) {
  const auto found = std::ranges::find(fields, name, &RecordField::name);
  return found == fields.end() ? nullptr : &*found;
}

std::optional<std::string> why_not_computable(const CycleRecord& record) {
  const std::int32_t banks = record.operand.banks;
  if (banks == 1 || banks == 2 || banks == 4) return std::nullopt;
  return fmt::format("operand.banks is {}; the rules are written for 1, 2 or 4", banks);
}

}  // namespace reconverge::timing
