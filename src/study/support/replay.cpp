#include "study/support/replay.hpp"

#include <bit>
#include <cstring>

#include "gpu/launcher.hpp"

namespace reconverge::study {
namespace {

template <typename Element>
emulator::Buffer buffer_of(emulator::ElementType type, const std::vector<Element>& elements) {
  emulator::Buffer buffer{type, std::vector<std::uint8_t>(elements.size() * sizeof(Element))};
  std::memcpy(buffer.bytes.data(), elements.data(), buffer.bytes.size());
  return buffer;
}

}  // namespace

emulator::Launch benchmark_launch(std::span<const std::int32_t> limits, int limits_per_lane) {
  std::vector<std::int32_t> repeated;
  for (const std::int32_t limit : limits) repeated.insert(repeated.end(), static_cast<std::size_t>(limits_per_lane), limit);
  const std::vector<float> data(gpu::Launcher::data_count, 1.0f);
  const std::vector<std::int64_t> timer(static_cast<std::size_t>(gpu::Launcher::timer_rows * core::lane_count));
  return {.arguments = {buffer_of(emulator::ElementType::i32, repeated), buffer_of(emulator::ElementType::f32, data),
                        buffer_of(emulator::ElementType::i64, timer)}};
}

std::vector<std::uint32_t> lane_results(const emulator::BufferAfter& data) {
  std::vector<std::uint32_t> words(core::lane_count);
  std::memcpy(words.data(), data.buffer.bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

}  // namespace reconverge::study
