#include <array>

#include "timing/generation.hpp"

namespace reconverge::timing {

std::span<const Generation> generations() {
  static const std::array all = {fermi(), kepler(), maxwell()};
  return all;
}

}  // namespace reconverge::timing
