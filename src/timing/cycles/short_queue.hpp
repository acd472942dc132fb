// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace reconverge::timing {

/// A queue of few elements, which moves them up when the first one leaves. One that is empty has no memory, unlike a
/// std::deque: every warp has a clock with ten, most of which stay empty.
template <typename Element> class ShortQueue : public std::vector<Element> {
 public:
  using std::vector<Element>::vector;
  void pop_front() { this->erase(this->begin()); }
};

}  // namespace reconverge::timing
