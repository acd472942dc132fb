// SPDX-License-Identifier: MIT
// The runner against a driver that runs nothing (tests/fakes/driver.cpp), chosen by FAKE_DRIVER.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "gpu/bench.hpp"
#include "gpu/result_json.hpp"

namespace reconverge::gpu {
namespace {

using testing::HasSubstr;

const std::string fakes = RECONVERGE_FAKES;

core::Result<std::shared_ptr<const Driver>> driver(const char* mode, const char* devices = "1") {
  setenv("FAKE_DRIVER", mode, 1);
  setenv("FAKE_DEVICES", devices, 1);
  return Driver::load(fakes + "/libcuda.so.1");
}

TEST(DriverLoading, NoLibraryIsAnEnvironmentFailureThatSaysWhatToDo) {
  const auto missing = Driver::load("libcuda-that-is-not-there.so.1");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().failure, core::Failure::environment);
  EXPECT_THAT(missing.error().message, HasSubstr("no NVIDIA driver"));
  EXPECT_THAT(missing.error().hint, HasSubstr("doctor"));
}

TEST(DriverLoading, ALibraryWithoutItsFunctionsIsTooOld) {
  const auto other = Driver::load(fakes + "/libnvrtc.so");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("too old"));
}

TEST(DriverLoading, NoDeviceIsToldByTheDriversName) {
  EXPECT_THAT(driver("no_device").error().message, HasSubstr("CUDA_ERROR_NO_DEVICE"));
  EXPECT_THAT(driver("ok", "0").error().message, HasSubstr("CUDA_ERROR_NO_DEVICE"));
}

TEST(DeviceSelection, TakesIdsAndAll) {
  const auto loaded = driver("ok", "3");
  const auto devices = *list_devices(**loaded);
  ASSERT_EQ(devices.size(), 3u);
  EXPECT_EQ(devices[2].arch(), "sm_90");
  EXPECT_EQ(select_devices(devices, "all")->size(), 3u);
  const auto two = select_devices(devices, "2,0,2");
  ASSERT_EQ(two->size(), 2u);
  EXPECT_EQ(two->front().id, 2);
}

TEST(DeviceSelection, ACardThatIsNotThereIsNotAMisspeltOne) {
  const auto loaded = driver("ok", "2");
  const auto devices = *list_devices(**loaded);
  const auto absent = select_devices(devices, "5");
  EXPECT_EQ(absent.error().failure, core::Failure::environment);
  EXPECT_THAT(absent.error().hint, HasSubstr("1 (Fake GPU)"));
  for (const char* text : {"", "first", "0,", "0-1"})
    EXPECT_EQ(select_devices(devices, text).error().failure, core::Failure::usage) << text;
}

/// A kernel on the fake card.
class Measuring : public testing::Test {
 protected:
  void open(const char* mode) {
    const auto loaded = driver(mode);
    ASSERT_TRUE(loaded);
    auto device = Device::open(*loaded, (*list_devices(**loaded)).front());
    ASSERT_TRUE(device);
    device_ = std::move(device).value();
    auto launcher = Launcher::load(*device_, "code", "single_loop");
    ASSERT_TRUE(launcher) << launcher.error().message;
    launcher_ = std::move(launcher).value();
  }
  State measured(int n, statistics::StoppingRules rules = {}) {
    options_.rules = rules;
    State state{.n = n, .values = core::staircase(n)};
    measure(*launcher_, kernel_, options_, state);
    return state;
  }

  std::unique_ptr<Device> device_;
  std::unique_ptr<Launcher> launcher_;
  MeasureOptions options_;
  Kernel kernel_;
};

TEST_F(Measuring, TakesTheSamplesThatAreAskedFor) {
  open("ok");
  const State state = measured(5);
  EXPECT_EQ(state.status, StateStatus::ok);
  EXPECT_EQ(state.samples.size(), 256u);
  EXPECT_EQ(state.summary->minimum, 949 + 13 * 5);
  EXPECT_EQ(state.stopped_by, statistics::Stop::count);
  EXPECT_EQ(state.last->lanes[31].stop, 949 + 13 * 5);
  EXPECT_EQ(measured(5, {.criterion = statistics::Criterion::exact}).samples.size(), 16u);
}

TEST_F(Measuring, ALaunchThatHangsLosesTheCardAndKeepsTheSamples) {
  open("hang");
  options_.watchdog_seconds = 0.5;
  const State state = measured(3);
  EXPECT_EQ(state.status, StateStatus::timed_out);
  EXPECT_THAT(state.reason, HasSubstr("did not end within"));
  EXPECT_EQ(state.samples.size(), 40u);
  EXPECT_THAT(device_->lost(), HasSubstr("hangs"));
  const State next = measured(4);
  EXPECT_EQ(next.status, StateStatus::timed_out);
  EXPECT_TRUE(next.samples.empty());
}

TEST_F(Measuring, ALaunchThatFailsNamesTheDriversError) {
  open("crash");
  const State state = measured(3);
  EXPECT_EQ(state.status, StateStatus::failed);
  EXPECT_THAT(state.reason, HasSubstr("CUDA_ERROR_LAUNCH_FAILED"));
}

TEST_F(Measuring, AClockOfZeroIsAFailureAndNotANumber) {
  open("zero_clock");
  const State state = measured(3);
  EXPECT_EQ(state.status, StateStatus::failed);
  EXPECT_FALSE(state.summary);
  const auto json = to_json(state);
  EXPECT_FALSE(json.contains("minimum_cycles"));
  EXPECT_THAT(json["reason"].get<std::string>(), HasSubstr("read 0"));
}

TEST_F(Measuring, AnInterruptionKeepsWhatIsThere) {
  open("ok");
  int asked = 0;
  options_.interrupted = [&] { return ++asked > 10; };
  const State state = measured(3);
  EXPECT_EQ(state.status, StateStatus::skipped);
  EXPECT_EQ(state.reason, "interrupted");
  EXPECT_EQ(state.samples.size(), 10u);
}

TEST(Loading, CodeThatTheCardRefusesAndMemoryThatIsNotThereAreTold) {
  for (const auto& [mode, expected] :
       {std::pair{"bad_code", "CUDA_ERROR_NO_BINARY_FOR_GPU"}, {"no_memory", "CUDA_ERROR_OUT_OF_MEMORY"}}) {
    const auto loaded = driver(mode);
    auto device = Device::open(*loaded, (*list_devices(**loaded)).front());
    const auto launcher = Launcher::load(**device, "code", "single_loop");
    ASSERT_FALSE(launcher) << mode;
    EXPECT_THAT(launcher.error().message, HasSubstr(expected));
  }
}

TEST(CompiledCode, IsMeasuredWhereNothingCanBeCompiled) {
  const auto loaded = driver("ok");
  Kernel kernel{.name = "mine", .title = "", .entry = "mine", .file = "mine.cubin", .source = ""};
  kernel.compiled = std::make_shared<const CompiledCode>(CompiledCode{"code", "sm_90", {}});
  BenchRequest request{
      .kernels = {kernel}, .options = {{}}, .patterns = {{"staircase", {{3, core::staircase(3)}}}}, .measure = {}};
  const Tools tools{{}, core::Diagnostic{core::Failure::environment, "no compiler is here", "", {}}};
  const auto devices = *list_devices(**loaded);
  const auto result = run_bench(*loaded, devices, request, tools, [](auto, auto, const auto&) {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->benchmarks.at(0).states.at(0).summary->minimum, 949 + 13 * 3);
  EXPECT_THAT(result->devices.at(0).clock.reason, HasSubstr("not tested: no compiler is here"));
  EXPECT_FALSE(all_ok(*result)) << "an untested clock is told";
  request.kernels[0].compiled = nullptr;
  EXPECT_FALSE(run_bench(*loaded, devices, request, tools, [](auto, auto, const auto&) {}));
}

}  // namespace
}  // namespace reconverge::gpu
