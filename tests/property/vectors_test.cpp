// SPDX-License-Identifier: MIT
// Whatever vectors the emulator is compiled for, a row gives the same bits.

#include <gtest/gtest.h>

#include <cstdlib>

#include "emulator/vectors.hpp"
#include "property/altered_rows.hpp"

namespace reconverge::property {
namespace {

constexpr const char* variable = "RECONVERGE_VECTORS";

class Chosen {
 public:
  explicit Chosen(const char* vectors) { setenv(variable, vectors, 1); }  // NOLINT(concurrency-mt-unsafe)
  ~Chosen() { unsetenv(variable); }                                       // NOLINT(concurrency-mt-unsafe)
  Chosen(const Chosen&) = delete;
  Chosen& operator=(const Chosen&) = delete;
};

TEST(Vectors, AllGiveWhatTheBaseGivesForEveryRow) {
  for (const StoredRow& stored : stored_row_forms()) {
    const auto states = states_for(stored);
    const auto effects = [&](emulator::Vectors vectors) {
      return effects_of(stored.row, stored.architecture, *states, vectors);
    };
    const auto expected = effects(emulator::Vectors::base);
    for (const emulator::Vectors vectors : emulator::vectors_here())
      EXPECT_EQ(effects(vectors), expected) << text_of(stored.row) << " in " << static_cast<int>(vectors);
  }
}

TEST(Vectors, ThatTheMachineDoesNotHaveAreRefused) {
  const Chosen chosen("avx4096");
  const auto preferred = emulator::preferred_vectors();
  ASSERT_FALSE(preferred);
  EXPECT_EQ(preferred.error().failure, core::Failure::environment);
  EXPECT_NE(preferred.error().message.find("'avx4096'"), std::string::npos);
  EXPECT_NE(preferred.error().hint.find("base"), std::string::npos);
}

TEST(Vectors, AreTheWidestIfNothingIsAskedFor) {
  ASSERT_EQ(std::getenv(variable), nullptr);  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(emulator::preferred_vectors().value(), emulator::vectors_here().back());
}

}  // namespace
}  // namespace reconverge::property
