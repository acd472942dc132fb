// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emulator/launch/launch.hpp"

namespace reconverge::bench {

/// A launch by another program. What it parses, compiles and allocates is there before.
class PeerLaunch {
 public:
  virtual ~PeerLaunch() = default;
  /// Gives the buffers the contents that the launch finds.
  virtual void reset() = 0;
  virtual void run() = 0;
  /// The buffer that argument `index` is, as the latest run left it.
  virtual std::vector<std::uint8_t> buffer(std::size_t index) = 0;
};

/// Another program that runs the launches of `kernels`.
struct Peer {
  std::string name;
  std::function<std::unique_ptr<PeerLaunch>(const std::string& kernel, const emulator::Launch&)> prepare;
};

/// The main function of a program `NAME [PAIRS]`: runs every launch there and here in turns, and prints the times of
/// one and the ratios pair by pair, and how many words of memory are not the same after one launch.
int compare_in_pairs(int argc, char** argv, const std::function<Peer()>& make_peer);

}  // namespace reconverge::bench
