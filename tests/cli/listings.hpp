// SPDX-License-Identifier: MIT
#pragma once

/// Small listings, each with one thing that matters.
namespace reconverge::cli_tests::listings {

/// It counts, so that no state of it comes back: that would be proved endless.
inline constexpr const char* endless_loop =
    "code for sm_20\n"
    "\tFunction : endless\n"
    "/*0000*/         IADD R0, R0, 0x1;\n"
    "/*0008*/         BRA 0x0;\n"
    "/*0010*/         EXIT;\n";

/// Lane 0 waits for lanes that never end.
inline constexpr const char* endless_beside_warpsync =
    "code for sm_90\n"
    "\tFunction : waits\n"
    "/*0000*/         S2R R0, SR_LANEID;\n"
    "/*0010*/         ISETP.NE.AND P0, PT, R0, RZ, PT;\n"
    "/*0020*/         @P0 BRA 0x50;\n"
    "/*0030*/         WARPSYNC 0xffffffff;\n"
    "/*0040*/         EXIT;\n"
    "/*0050*/         IADD3 R1, R1, 0x1, RZ;\n"
    "/*0060*/         BRA 0x50;\n";

inline constexpr const char* underflow =
    "code for sm_50\n"
    "\tFunction : underflow\n"
    "/*0008*/         SYNC;\n"
    "/*0010*/         EXIT;\n";

inline constexpr const char* unknown_mnemonic =
    "code for sm_20\n"
    "\tFunction : unknown\n"
    "/*0000*/         NOP;\n"
    "/*0008*/         FROBNICATE R1, R2;\n"
    "/*0010*/         EXIT;\n";

inline constexpr const char* unresolved_target =
    "code for sm_20\n"
    "\tFunction : unresolved\n"
    "/*0000*/         BRA 0x990;\n"
    "/*0008*/         EXIT;\n";

inline constexpr const char* reaches_a_gap =
    "code for sm_20\n"
    "\tFunction : gap\n"
    "/*0000*/         SSY 0x40;\n"
    "/*0008*/         NOP;\n"
    "                 ...\n"
    "/*0038*/         NOP.S;\n"
    "/*0040*/         EXIT;\n";

inline constexpr const char* not_understood =
    "code for sm_20\n"
    "\tFunction : broken\n"
    "/*0000*/         NOP;\n"
    "this is no row of a listing\n";

inline constexpr const char* two_functions =
    "code for sm_20\n"
    "\tFunction : first\n"
    "/*0000*/         EXIT;\n"
    "\tFunction : second\n"
    "/*0000*/         NOP;\n"
    "/*0008*/         EXIT;\n";

inline constexpr const char* hopper =
    "code for sm_90\n"
    "\tFunction : modern\n"
    "/*0000*/         NOP;\n"
    "/*0010*/         EXIT;\n";

/// Lanes part at 0x40 and meet at 0x60; R9 is read before anything writes it.
inline constexpr const char* barrier_kernel =
    "code for sm_90\n"
    "\tFunction : meets\n"
    "/*0000*/         LDC.64 R2, c[0x0][0x210];\n"
    "/*0010*/         S2R R0, SR_LANEID;\n"
    "/*0020*/         ISETP.LT.AND P0, PT, R0, 0x4, PT;\n"
    "/*0030*/         BSSY B0, 0x70;\n"
    "/*0040*/    @P0  BRA 0x60;\n"
    "/*0050*/         IADD3 R4, R9, 0x1, RZ;\n"
    "/*0060*/         BSYNC B0;\n"
    "/*0070*/         EXIT;\n";

/// Lanes wait for each other at two barriers.
inline constexpr const char* barrier_deadlock =
    "code for sm_90\n"
    "\tFunction : stuck\n"
    "/*0000*/         S2R R0, SR_LANEID;\n"
    "/*0010*/         ISETP.LT.AND P0, PT, R0, 0x4, PT;\n"
    "/*0020*/         BSSY B0, 0x60;\n"
    "/*0030*/         BSSY B1, 0x70;\n"
    "/*0040*/    @P0  BRA 0x60;\n"
    "/*0050*/         BSYNC B0;\n"
    "/*0060*/         BSYNC B1;\n"
    "/*0070*/         EXIT;\n";

/// Lanes break out of a barrier, meet at WARPSYNC and at BAR, and give way.
inline constexpr const char* barrier_of_every_kind =
    "code for sm_90\n"
    "\tFunction : kinds\n"
    "/*0000*/         S2R R0, SR_LANEID;\n"
    "/*0010*/         ISETP.LT.AND P0, PT, R0, 0x4, PT;\n"
    "/*0020*/         BSSY B0, 0x70;\n"
    "/*0030*/    @P0  BREAK B0;\n"
    "/*0040*/    @P0  BRA 0x80;\n"
    "/*0050*/         YIELD;\n"
    "/*0060*/         BSYNC B0;\n"
    "/*0070*/         NOP;\n"
    "/*0080*/         WARPSYNC.ALL;\n"
    "/*0090*/    @P0  BRA 0xb0;\n"
    "/*00a0*/         NOP;\n"
    "/*00b0*/         BAR.SYNC 0x0;\n"
    "/*00c0*/         EXIT;\n";

}  // namespace reconverge::cli_tests::listings
