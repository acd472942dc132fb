// SPDX-License-Identifier: MIT
// Which functions of a cubin have to be listed for one of them: it and all that it can call.
//
// calls_sm_NN.cubin is made of calls/calls.cu. Relocations of sm_75 have no addends, those of sm_90 do.

#include "toolchain/call_closure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "fakes/cubin.hpp"
#include "toolchain/device_image.hpp"

namespace reconverge::toolchain {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> listed(const std::string& cubin, std::string_view function) {
  const auto image = read_device_image(cubin, "a.cubin");
  std::vector<std::string> names;
  if (image)
    for (const std::size_t symbol : symbols_to_list(cubin, function)) names.push_back(image->symbols.at(symbol).name);
  return names;
}

class CallClosure : public testing::TestWithParam<std::string> {
 protected:
  const std::string cubin_ = content_of(RECONVERGE_CALLS + ("/calls_" + GetParam() + ".cubin"));
};

TEST_P(CallClosure, AFunctionAndWhatItCallsDirectlyOrNot) {
  EXPECT_THAT(listed(cubin_, "calls"), UnorderedElementsAre("calls", "_Z6deeperi", "_Z7deepesti"));
  EXPECT_THAT(listed(cubin_, "calls_another"), UnorderedElementsAre("calls_another", "_Z5otheri"));
  EXPECT_THAT(listed(cubin_, "calls_nobody"), UnorderedElementsAre("calls_nobody"));
  EXPECT_THAT(listed(cubin_, "deeper(int)"), UnorderedElementsAre("_Z6deeperi", "_Z7deepesti"));
}

TEST_P(CallClosure, EverythingIfTheNameMeansNoneOrSeveral) {
  EXPECT_THAT(symbols_to_list(cubin_, ""), IsEmpty());
  EXPECT_THAT(symbols_to_list(cubin_, "missing"), IsEmpty());
  EXPECT_THAT(symbols_to_list(cubin_, "deep"), IsEmpty()) << "it means two";
}

TEST_P(CallClosure, EverythingOfACubinThatIsCutOff) {
  for (std::size_t size = 0; size < cubin_.size(); size += 61)
    EXPECT_THAT(symbols_to_list(cubin_.substr(0, size), "calls"), IsEmpty()) << size;
}

TEST_P(CallClosure, TheNamedFunctionsAlone) {
  const auto image = read_device_image(cubin_, "a.cubin");
  ASSERT_TRUE(image);
  std::vector<std::string> names;
  for (const std::size_t symbol : symbols_with(cubin_, {"calls", "_Z5otheri", "missing"}))
    names.push_back(image->symbols.at(symbol).name);
  EXPECT_THAT(names, UnorderedElementsAre("calls", "_Z5otheri"));
  EXPECT_THAT(symbols_with(cubin_, {"missing"}), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Architectures, CallClosure, testing::Values("sm_75", "sm_90"));

// Whoever reads the table can call what stands in it.
TEST(CallClosure, EverythingIfDataHoldAddressesOfFunctions) {
  const std::string cubin = content_of(RECONVERGE_DEVICE_CUBINS + std::string("/separate_sm_120.cubin"));
  const auto image = read_device_image(cubin, "a.cubin");
  ASSERT_TRUE(image);
  EXPECT_THAT(symbols_to_list(cubin, "by_name"), IsEmpty());
}

// A function of the driver is no code of the file: its address in constant bank 4 leads nowhere.
TEST(CallClosure, FunctionsOfTheDriverAreNotListed) {
  const std::string cubin = content_of(RECONVERGE_DEVICE_CUBINS + std::string("/kernels_sm_90.cubin"));
  EXPECT_THAT(listed(cubin, "print"), UnorderedElementsAre("print"));
}

TEST(CallClosure, ACubinWithOneFunctionIsListedWhole) {
  EXPECT_THAT(symbols_to_list(fakes::cubin({90, {"kernel"}, {}}), "kernel"), IsEmpty());
}

}  // namespace
}  // namespace reconverge::toolchain
