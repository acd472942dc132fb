# SPDX-License-Identifier: MIT
# AsmJit compiles rows of the emulator for AVX-512. Without it, or with one of another interface, they are executed one
# by one, with the same results. Sets RECONVERGE_ASMJIT.
set(RECONVERGE_JIT AUTO CACHE STRING "Compile rows of the emulator by AsmJit: AUTO (if it is there), ON or OFF")
set_property(CACHE RECONVERGE_JIT PROPERTY STRINGS AUTO ON OFF)
set(RECONVERGE_ASMJIT OFF)
if(NOT RECONVERGE_JIT STREQUAL "OFF")
  find_package(asmjit CONFIG QUIET)
  if(TARGET asmjit::asmjit)
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_LIBRARIES asmjit::asmjit)
    check_cxx_source_compiles("
      #include <asmjit/x86.h>
      #if !defined(__x86_64__)
      #error
      #endif
      int main() {
        asmjit::JitRuntime runtime;
        asmjit::CodeHolder holder;
        holder.init(runtime.environment());
        asmjit::x86::Assembler assembler(&holder);
        assembler.bind(assembler.newLabel());
        assembler.k(asmjit::x86::k1).vaddps(asmjit::x86::zmm0, asmjit::x86::zmm0, asmjit::x86::zmm0);
      }" RECONVERGE_ASMJIT_FITS)
    unset(CMAKE_REQUIRED_LIBRARIES)
    set(RECONVERGE_ASMJIT ${RECONVERGE_ASMJIT_FITS})
  endif()
  if(NOT RECONVERGE_ASMJIT)
    if(RECONVERGE_JIT STREQUAL "ON")
      message(FATAL_ERROR "AsmJit is missing (libasmjit-dev), or has another interface than 1.9")
    endif()
    message(STATUS "AsmJit is missing (libasmjit-dev): the emulator executes all rows one by one")
  endif()
endif()
