#include <array>

#include "timing/cycles/cycle_record.hpp"

/// The cycles of Hopper (sm_90), as measured on H100 and H200, which agree. One warp, warm code.
namespace reconverge::timing {
namespace {

using core::Grade;
using emulator::Passage;

constexpr RuleSource measured(std::uint8_t rule) { return {rule, Grade::measured}; }
constexpr RuleSource fitted(std::uint8_t rule) { return {rule, Grade::fitted}; }

/// Rules 3 and 4.
constexpr std::array operations = {
    // Integer, logic, comparison: the ALU takes one every 2 cycles.
    OperationTiming{"IADD3", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"ISETP", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FSETP", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"LOP3", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"SHF", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"LEA", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"MOV", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"SEL", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FSEL", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"P2R", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"IABS", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VIMNMX", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VIMNMX3", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VIADDMNMX", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"PRMT", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"PLOP3", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"SGXT", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"BMSK", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FMNMX", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FSET", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VABSDIFF", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VABSDIFF4", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"F2FP", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VOTE", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"I2FP", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"CS2R", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    // Multiplication.
    OperationTiming{"IMAD", "", Pipe::fma_heavy, 2, 0, 0, 0, measured(3)},
    OperationTiming{"IMAD", "WIDE", Pipe::fma_heavy, 4, 0, 0, 2, measured(21)},
    OperationTiming{"IMAD", "HI", Pipe::fma_heavy, 4, 0, 0, 2, measured(21)},
    OperationTiming{"IDP", "", Pipe::fma_heavy, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VIADD", "", Pipe::fma_heavy, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FADD", "", Pipe::fma_lite, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FMUL", "", Pipe::fma_lite, 2, 0, 0, 0, measured(3)},
    OperationTiming{"FFMA", "", Pipe::fma_lite, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HADD2", "", Pipe::fma_heavy, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HMUL2", "", Pipe::fma_heavy, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HFMA2", "", Pipe::fma_heavy, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HSET2", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HSETP2", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HMNMX2", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VHMNMX", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"DADD", "", Pipe::wide, 2, 0, 0, 0, measured(3)},
    OperationTiming{"DMUL", "", Pipe::wide, 2, 0, 0, 0, measured(3)},
    OperationTiming{"DFMA", "", Pipe::wide, 2, 0, 0, 0, measured(3)},
    OperationTiming{"DSETP", "", Pipe::wide, 2, 0, 0, 0, measured(3)},
    OperationTiming{"HFMA2", "MMA", Pipe::half, 2, 0, 0, 0, measured(3)},
    // The uniform datapath.
    OperationTiming{"UIADD3", "", Pipe::uniform, 2, 0, 0, 0, measured(3)},
    OperationTiming{"ULEA", "", Pipe::uniform, 2, 0, 0, 0, measured(3)},
    OperationTiming{"UPLOP3", "", Pipe::uniform, 2, 0, 0, 0, measured(3)},
    OperationTiming{"VOTEU", "", Pipe::uniform, 2, 0, 0, 0, measured(3)},
    OperationTiming{"ELECT", "", Pipe::alu, 2, 0, 0, 0, measured(3)},
    OperationTiming{"ULDC", "", Pipe::none, 1, 0, 0, 0, measured(3)},
    OperationTiming{"UISETP", "", Pipe::uniform, 2, 0, 0, 0, fitted(3)},
    OperationTiming{"UP2UR", "", Pipe::uniform, 2, 0, 0, 0, fitted(3)},
    OperationTiming{"UMOV", "", Pipe::uniform, 1, 0, 0, 0, measured(3)},
    // Shared memory, exchanges between lanes, special registers. Cycles a wavefront; from when it is served.
    OperationTiming{"LDS", "", Pipe::shared, 2, 21, 6, 0, measured(23)},
    OperationTiming{"STS", "", Pipe::shared, 2, 0, 6, 0, measured(23)},
    OperationTiming{"ATOMS", "", Pipe::shared, 2, 21, 6, 0, measured(23)},
    OperationTiming{"ATOMS", "CAS", Pipe::shared, 4, 23, 6, 0, measured(23)},
    OperationTiming{"ATOMS", "CAST", Pipe::shared, 4, 23, 6, 0, measured(23)},
    OperationTiming{"SHFL", "", Pipe::shared, 2, 21, 6, 0, measured(23)},
    OperationTiming{"SHFL", "", Pipe::shared, 2, 27, 6, 0, measured(23), Form::writes_predicate},
    OperationTiming{"S2R", "", Pipe::shared, 2, 22, 0, 0, measured(23)},
    // Global and local memory, in the first level of the cache.
    OperationTiming{"LDG", "", Pipe::global, 2, 27, 6, 0, measured(26)},
    OperationTiming{"STG", "", Pipe::global, 2, 0, 6, 0, measured(26)},
    OperationTiming{"LDL", "", Pipe::local, 2, 27, 6, 0, measured(26)},
    OperationTiming{"STL", "", Pipe::local, 2, 0, 6, 0, measured(26)},
    // The address unit and constants.
    OperationTiming{"LDC", "", Pipe::constant, 2, 24, 0, 0, measured(27), Form::any, 3},
    OperationTiming{"LDC", "", Pipe::address, 4, 26, 26, 0, measured(27), Form::by_register, 3},
    OperationTiming{"S2UR", "", Pipe::constant, 2, 34, 0, 0, measured(27), Form::any, 3},
    OperationTiming{"REDUX", "", Pipe::address, 4, 36, 8, 0, measured(27), Form::any, 13},
    OperationTiming{"MATCH", "", Pipe::address, 4, 26, 8, 0, measured(27), Form::any, 3},
    OperationTiming{"MATCH", "", Pipe::address, 4, 31, 8, 0, measured(27), Form::writes_predicate, 3},
    // Convergence barriers in registers, fences.
    OperationTiming{"BMOV", "", Pipe::barrier, 4, 18, 10, 0, measured(4), Form::any, 10},
    OperationTiming{"MEMBAR", "CTA", Pipe::barrier, 2, 0, 8, 0, measured(4)},
    OperationTiming{"B2R", "RESULT", Pipe::barrier, 2, 36, 0, 0, measured(4)},
    // The special unit: cycles from when the sources are read.
    OperationTiming{"POPC", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"FLO", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"BREV", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"MUFU", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"I2F", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"F2I", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"F2F", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"FRND", "", Pipe::special, 8, 14, 11, 0, measured(24)},
    OperationTiming{"FCHK", "", Pipe::special, 8, 21, 11, 0, measured(24)},
    // Control and nothing.
    OperationTiming{"NOP", "", Pipe::none, 1, 0, 0, 0, measured(3)},
    OperationTiming{"BSSY", "", Pipe::none, 1, 0, 0, 0, measured(3)},
    OperationTiming{"BSYNC", "", Pipe::none, 1, 0, 0, 0, measured(13)},
    OperationTiming{"BREAK", "", Pipe::none, 1, 0, 0, 0, measured(16)},
    OperationTiming{"BRA", "", Pipe::none, 1, 0, 0, 0, measured(10)},
    OperationTiming{"CALL", "", Pipe::none, 1, 0, 0, 0, measured(10)},
    OperationTiming{"BRX", "", Pipe::none, 1, 0, 0, 0, measured(17)},
    OperationTiming{"RET", "", Pipe::none, 1, 0, 0, 0, measured(17)},
    OperationTiming{"EXIT", "", Pipe::none, 1, 0, 0, 0, measured(18)},
    OperationTiming{"YIELD", "", Pipe::none, 1, 0, 0, 0, measured(19)},
    OperationTiming{"ENDCOLLECTIVE", "", Pipe::none, 1, 0, 0, 0, measured(19)},
    OperationTiming{"WARPSYNC", "", Pipe::none, 1, 0, 0, 0, measured(19)},
    OperationTiming{"BAR", "", Pipe::none, 1, 0, 0, 0, measured(6)},
};

/// Rules 10 to 19. A landing (the last column) starts the fetch anew.
constexpr bool lands = true, streams = false, stall_too = true, fixed = false;
constexpr std::array passages = {
    PassageTiming{"BRA", "", Passage::fell_through, 0, stall_too, streams, measured(10)},
    PassageTiming{"BRA", "", Passage::jumped, 10, stall_too, lands, measured(10)},
    PassageTiming{"CALL", "", Passage::jumped, 10, stall_too, lands, measured(10)},
    PassageTiming{"BRA", "", Passage::parted_fall_first, 7, stall_too, streams, measured(11)},
    PassageTiming{"BRA", "", Passage::parted_jump_first, 10, stall_too, lands, measured(11)},
    PassageTiming{"BSYNC", "", Passage::met, 13, fixed, streams, measured(13)},
    PassageTiming{"BSYNC", "", Passage::met_moved, 64, fixed, streams, measured(15)},
    PassageTiming{"BSYNC", "", Passage::switched_fast, 16, fixed, lands, measured(13)},
    PassageTiming{"BSYNC", "", Passage::switched_slow, 51, fixed, lands, measured(13)},
    PassageTiming{"BREAK", "", Passage::left_barrier, 13, fixed, streams, measured(16)},
    PassageTiming{"BREAK", "", Passage::completed_by_break, 51, fixed, lands, measured(16)},
    PassageTiming{"BREAK", "", Passage::kept_barrier, 0, stall_too, streams, measured(16)},
    PassageTiming{"BRX", "", Passage::jumped_indirect, 38, fixed, lands, measured(17)},
    PassageTiming{"BRX", "", Passage::parted_lowest_first, 38, fixed, lands, measured(17)},
    PassageTiming{"BRX", "", Passage::parted_rest_first, 11, fixed, lands, measured(17)},
    PassageTiming{"RET", "", Passage::jumped_indirect, 38, fixed, lands, measured(17)},
    PassageTiming{"RET", "", Passage::parted_lowest_first, 38, fixed, lands, measured(17)},
    PassageTiming{"RET", "", Passage::parted_rest_first, 11, fixed, lands, measured(17)},
    PassageTiming{"CALL", "", Passage::jumped_indirect, 38, fixed, lands, fitted(17)},
    PassageTiming{"CALL", "", Passage::parted_lowest_first, 38, fixed, lands, fitted(17)},
    PassageTiming{"CALL", "", Passage::parted_rest_first, 11, fixed, lands, fitted(17)},
    PassageTiming{"EXIT", "", Passage::fell_through, 0, stall_too, streams, measured(18)},
    PassageTiming{"EXIT", "", Passage::exited_some, 13, fixed, streams, measured(18)},
    PassageTiming{"EXIT", "", Passage::switched_fast, 20, fixed, lands, measured(18)},
    PassageTiming{"EXIT", "", Passage::switched_slow, 51, fixed, lands, fitted(12)},
    PassageTiming{"EXIT", "", Passage::completed_by_exit, 55, fixed, lands, measured(18)},
    PassageTiming{"YIELD", "", Passage::yielded_alone, 51, fixed, lands, measured(19)},
    PassageTiming{"YIELD", "", Passage::switched_slow, 51, fixed, lands, measured(19)},
    PassageTiming{"WARPSYNC", "", Passage::synchronised, 35, fixed, streams, measured(19)},
    PassageTiming{"WARPSYNC", "ALL", Passage::synchronised, 5, fixed, streams, measured(19)},
    PassageTiming{"WARPSYNC", "", Passage::synchronised_last, 108, fixed, lands, measured(19)},
    PassageTiming{"WARPSYNC", "COLLECTIVE", Passage::synchronised_last, 13, fixed, streams, measured(19)},
    PassageTiming{"WARPSYNC", "COLLECTIVE", Passage::switched_fast, 38, fixed, lands, measured(19)},
    PassageTiming{"ENDCOLLECTIVE", "", Passage::resumed_apart, 38, fixed, lands, measured(19)},
    PassageTiming{"WARPSYNC", "ALL", Passage::synchronised_last, 56, fixed, lands, measured(19)},
    PassageTiming{"WARPSYNC", "", Passage::switched_fast, 16, fixed, lands, fitted(19)},
    PassageTiming{"WARPSYNC", "", Passage::switched_slow, 51, fixed, lands, fitted(19)},
    PassageTiming{"BAR", "", Passage::block_barrier, 0, stall_too, streams, measured(6)},
};

constexpr CycleRecord record{
    .operations = operations,
    .passages = passages,
    .fetch = {.line_bytes = 128, .next_line = 3, .late_branch = 1, .late_within = 2, .cached_lines = 48, .fetched_ahead = 4, .missed_landing = 10},
    .constants_apart = 11,
    .block_barrier = {.from = 6, .until = 14, .load = 1},
    .operand = {.multiplicand = 7, .clash_newer = 4, .clash_older = 6, .clash = 2, .banks = 2},
    .mio = {.register_read = 2,
            .address_read = 2,
            .address_ready = 2,
            .load_store_places = 10,
            .special_places = 2,
            .address_places = 4,
            .constant_place = 8,
            .address_place = 9,
            .special_place = 2,
            .store_writes = 6,
            .store_writes_for = 3,
            .store_delays = 2,
            .match_value = 11,
            .banks = 32,
            .arithmetic_write = 6,
            .late_arithmetic_write = 8},
    .longest_stall_without_yield = 11,
    .yield_without_stall = 51,
    .half_result_later = 2,
    .unseen_scoreboard = 1,
};

}  // namespace

const CycleRecord& hopper_cycles() { return record; }

}  // namespace reconverge::timing
