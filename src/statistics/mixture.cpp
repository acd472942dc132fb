// SPDX-License-Identifier: MIT
#include "statistics/mixture.hpp"

#include <algorithm>
#include <cmath>

#include "statistics/student.hpp"

namespace reconverge::statistics {
namespace {

double component_cdf(const Component& component, double x) {
  if (component.deviation <= 0) return x >= component.centre ? 1 : 0;
  const double below = student_cdf((x - component.centre) / component.deviation, component.degrees);
  if (!component.positive) return below;
  if (x <= 0) return 0;
  const double cut = student_cdf(-component.centre / component.deviation, component.degrees);
  return (below - cut) / (1 - cut);
}

Bounds hull(std::span<const Component> components, double deviations) {
  Bounds all{components.front().centre, components.front().centre};
  for (const Component& component : components) {
    all.low = std::min(all.low, component.centre - deviations * component.deviation);
    all.high = std::max(all.high, component.centre + deviations * component.deviation);
  }
  return all;
}

/// The x at which the belief passes `probability`, between two bounds that enclose it.
double quantile(std::span<const Component> components, double probability, Bounds bounds) {
  double step = std::max(1.0, bounds.high - bounds.low);
  while (mixture_cdf(components, bounds.low) > probability) bounds.low -= step, step *= 2;
  while (mixture_cdf(components, bounds.high) < probability) bounds.high += step, step *= 2;
  for (int halving = 0; halving < 80; ++halving) {
    const double middle = (bounds.low + bounds.high) / 2;
    (mixture_cdf(components, middle) < probability ? bounds.low : bounds.high) = middle;
  }
  return (bounds.low + bounds.high) / 2;
}

}  // namespace

double mixture_cdf(std::span<const Component> components, double x) {
  double belief = 0;
  double all = 0;
  for (const Component& component : components) {
    belief += component.weight * component_cdf(component, x);
    all += component.weight;
  }
  return belief / all;
}

Bounds mixture_interval(std::span<const Component> components, double level) {
  const bool exact = std::ranges::all_of(components, [](const Component& one) { return one.deviation <= 0; });
  if (exact) return hull(components, 0);
  const Bounds bounds = hull(components, 4);
  const double tail = (1 - level) / 2;
  return {quantile(components, tail, bounds), quantile(components, 1 - tail, bounds)};
}

}  // namespace reconverge::statistics
