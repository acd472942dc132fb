// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "run/kernel_run.hpp"

namespace reconverge::run {

/// A kernel of grid_kernels.cu, ready to be run.
KernelSpec grid_kernel(const std::string& function, emulator::Launch launch);

/// The paper's loop between two barriers, which lanes of a warp leave one after another; all blocks write the same
/// words.
/// @param change  of its rows, before they are decoded
KernelSpec staircase_loop(std::uint32_t blocks, std::uint32_t threads,
                          const std::function<void(sass::Function&)>& change = {});

/// A listing of sm_90 without control words.
KernelSpec listed_kernel(const std::string& rows, emulator::Launch launch);

template <typename Element> emulator::Buffer buffer_of(const std::vector<Element>& elements) {
  emulator::Buffer buffer{emulator::ElementType::u8, std::vector<std::uint8_t>(elements.size() * sizeof(Element))};
  if (!elements.empty()) std::memcpy(buffer.bytes.data(), elements.data(), buffer.bytes.size());
  return buffer;
}

/// The elements of an argument after a run, by its place among the buffers.
template <typename Element> std::vector<Element> elements_of(const KernelRun& run, std::size_t buffer) {
  const auto& bytes = run.buffers.at(buffer).buffer.bytes;
  std::vector<Element> elements(bytes.size() / sizeof(Element));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

inline emulator::Scalar scalar(std::int32_t value) {
  return {emulator::ElementType::i32, static_cast<std::uint32_t>(value)};
}
inline emulator::Scalar scalar(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return {emulator::ElementType::f32, bits};
}

}  // namespace reconverge::run
