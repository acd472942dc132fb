// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "cli/launch_options.hpp"
#include "core/result.hpp"
#include "study/inference/events.hpp"

namespace reconverge::cli {

/// A listing that is run for several n: where a lane pattern of --reg ends in n, as staircase(n) does, each n is
/// substituted.
class SweptListing {
 public:
  /// @param input  a file, "-", or the name of one of the paper's kernels if there is no such file;
  ///               for such a kernel the loop bounds are staircase(n) unless --reg gives them
  static core::Result<SweptListing> open(const std::string& input, const std::string& function, const std::string& arch,
                                         const LaunchOptions& launch, const Session& session);

  /// The run for one n. The listing must outlive it.
  core::Result<run::SimulationSpec> specification(int n) const;

  /// The paper's kernel with exactly these instructions, or null.
  const study::PaperKernel* kernel() const { return kernel_; }
  bool depends_on_n() const;
  const std::string& input() const { return input_; }
  const sass::Function& function() const { return executable_->function; }

 private:
  std::string input_;
  LaunchOptions launch_;
  run::SharedExecutable executable_;
  const study::PaperKernel* kernel_ = nullptr;
};

}  // namespace reconverge::cli
