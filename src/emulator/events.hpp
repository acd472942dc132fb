#pragma once

#include <cstdint>
#include <string_view>

#include "core/lane_mask.hpp"
#include "emulator/memory/access.hpp"

/// What happens, one record a kind. When it happens is timing's business.
namespace reconverge::emulator {

/// Kinds of re-convergence stack tokens (models of US8312254; the paper uses SYNC and DIV).
enum class TokenKind : std::uint8_t { div, sync, brk, cont, ret, longjmp };

constexpr std::string_view to_string(TokenKind kind) {
  switch (kind) {
    case TokenKind::div: return "DIV";
    case TokenKind::sync: return "SYNC";
    case TokenKind::brk: return "BRK";
    case TokenKind::cont: return "CONT";
    case TokenKind::ret: return "RET";
    case TokenKind::longjmp: return "LJ";
  }
  return "?";
}

/// Where an event happened: the how-manieth executed instruction (from 1) and which row.
struct Moment {
  std::uint64_t step = 0;
  std::uint32_t index = 0;  ///< index into Executable::instructions
};

/// A warp instruction is about to execute.
struct Issued {
  Moment at;
  core::LaneMask active;
  core::LaneMask executing;  ///< active lanes whose guard holds
};

/// A predicated or indirect branch was executed.
struct Branched {
  Moment at;
  core::LaneMask taken;
  core::LaneMask not_taken;
  bool diverged() const { return taken.any() && not_taken.any(); }
};

struct Pushed {
  Moment at;
  TokenKind kind{};
  core::LaneMask mask;
  std::uint32_t depth = 0;  ///< tokens on the stack afterwards
};

struct Popped {
  Moment at;
  TokenKind kind{};
  core::LaneMask mask;
  std::uint32_t depth = 0;  ///< tokens on the stack afterwards
};

/// The lowest resident entries went from the on-chip stack to memory, as one chunk.
struct Spilled {
  Moment at;
  std::uint32_t entries = 0;
};

/// Entries came back from memory, as one chunk.
struct Reloaded {
  Moment at;
  std::uint32_t entries = 0;
};

/// A memory access has taken effect.
struct Accessed {
  Moment at;
  const Access& access;
};

struct LanesExited {
  Moment at;
  core::LaneMask mask;
};

}  // namespace reconverge::emulator
