// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explorer/scene.hpp"
#include "observers/finding.hpp"

namespace reconverge::explorer {

/// When each finding is seen: the first time that its row is executed by its lanes, or else by those among others, or
/// by some of them. Nothing where no run of the scene does that.
/// @param kernel  that the findings are of: an index into Scene::kernels
std::vector<std::optional<Moment>> moments_of(const Scene& scene, std::span<const observers::Finding> findings,
                                              std::size_t kernel = 0);

}  // namespace reconverge::explorer
