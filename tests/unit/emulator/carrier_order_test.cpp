// SPDX-License-Identifier: MIT
// When does a carrier of .S do its own work: before its lanes leave (US8850436), or after the pop
// as the paper assumes? With a carrier that changes a register the two orders give different
// results.

#include <gtest/gtest.h>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {

extern const std::string_view single_loop_precise_nosync;

namespace {

using core::LaneMask;

const CarrierOrder* order(std::string_view name) {
  const CarrierOrder* found = find_carrier_order(name);
  EXPECT_NE(found, nullptr) << name;
  return found;
}

TEST(CarrierOrder, DefaultIsTheOneOfThePatent) {
  EXPECT_EQ(carrier_orders().front().name, "carrier-first");
  EXPECT_EQ(find_carrier_order("sideways"), nullptr);
}

Scene small_scene(std::string_view order_name) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.last)
    NOP
    .last:
    IADD.S R1, R1, 0x1
    .join:
    EXIT)");
  scene.order = order(order_name);
  scene.warp.predicates[0] = LaneMask(0b1100);
  return scene;
}

TEST(CarrierOrder, CarrierFirstExecutesOnceInEveryLane) {
  Scene scene = small_scene("carrier-first");
  ASSERT_EQ(scene.run().ending, Ending::exited);
  for (std::size_t lane = 0; lane < 4; ++lane) EXPECT_EQ(scene.warp.register_value(1)[lane], 1u) << lane;
}

TEST(CarrierOrder, PopFirstExecutesTwiceInTheLanesThatWaited) {
  // Lanes 2 and 3 arrive first; the pop restores lanes 0 and 1, which execute the carrier, then
  // their NOP, then pop the SYNC token, whereupon all four lanes execute it.
  Scene scene = small_scene("pop-first");
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.register_value(1)[0], 2u);
  EXPECT_EQ(scene.warp.register_value(1)[1], 2u);
  EXPECT_EQ(scene.warp.register_value(1)[2], 1u);
  EXPECT_EQ(scene.warp.register_value(1)[3], 1u);
}

TEST(CarrierOrder, NopDoesNotTellTheOrdersApart) {
  std::string traces[2];
  for (const bool pop_first : {false, true}) {
    Scene scene(R"(
      SSY `(.join)
      @P0 BRA `(.last)
      IADD R1, R1, 0x1
      .last:
      NOP.S
      .join:
      EXIT)");
    scene.order = order(pop_first ? "pop-first" : "carrier-first");
    scene.warp.predicates[0] = LaneMask(0b1100);
    EXPECT_EQ(scene.run().ending, Ending::exited);
    traces[pop_first ? 1 : 0] = scene.trace() + scene.stack_events();
  }
  EXPECT_EQ(traces[0], traces[1]);
}

/// R0 of the paper's detailed loop, which ends in IADD.S R0, R0, 0x420.
LaneVector precise_loop_r0(std::string_view order_name, int n) {
  auto function = sass::read_function(single_loop_precise_nosync, "precise");
  EXPECT_TRUE(function);
  TokenStack stack({}, order(order_name));
  const Constants constants{{{0, 0x30}, 0x1000}, {{0, 0x34}, 0}};
  const auto executable = decode(std::move(function).value(), stack, constants, "precise");
  EXPECT_TRUE(executable);
  Warp warp;
  warp.set_register(7, core::staircase(n));
  core::LaneValues thread;
  for (std::size_t lane = 0; lane < thread.size(); ++lane) thread[lane] = static_cast<std::uint32_t>(lane);
  warp.set_register(0, thread);
  const RunResult result = run(executable.value(), warp, stack, Events());
  EXPECT_EQ(result.ending, Ending::left_listing);
  return warp.register_value(0);
}

TEST(CarrierOrder, PaperListingUnderCarrierFirstAddsOnce) {
  for (const int n : {0, 1, 7, 31}) {
    const LaneVector r0 = precise_loop_r0("carrier-first", n);
    for (std::size_t lane = 0; lane < lanes; ++lane) EXPECT_EQ(r0[lane], lane + 0x420) << n << " " << lane;
  }
}

TEST(CarrierOrder, PaperListingUnderPopFirstAddsTwiceInRetiredLanes) {
  for (const int n : {0, 1, 7, 31}) {
    const LaneVector r0 = precise_loop_r0("pop-first", n);
    const std::size_t first_retired = lanes - static_cast<std::size_t>(n);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      EXPECT_EQ(r0[lane], lane + (lane < first_retired ? 0x420 : 2 * 0x420)) << n << " " << lane;
  }
}

}  // namespace
}  // namespace reconverge::emulator::testing
