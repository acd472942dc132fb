// SPDX-License-Identifier: MIT
// Arguments by value, pointers and files of arrays.
// structure_sm_90.sass: code and parameters of `nvdisasm -hex` (CUDA 13.0) of
//   struct Inner { short s; double d; };
//   struct Member { float f; int i; Inner in; const int* p; char c[3]; };
//   extern "C" __global__ void structure(Member m, float4 v, double* out) {
//     int t = threadIdx.x;
//     out[t] = m.f + m.i + m.in.s + m.in.d + m.p[t] + m.c[2] + v.x + v.w; }
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using testing::HasSubstr;

const std::string listing = RECONVERGE_CASES "/structure_sm_90.sass";
const std::string vector_value = "{f32:0.25,f32:0,f32:0,f32:0.5}";
const std::string out = "f64[32]";

/// What `structure` gives for m.p[t] = t.
std::vector<double> sums() {
  std::vector<double> values;
  for (int t = 0; t < 32; ++t) values.push_back(1.5 + 2 + 3 + 0.125 + t + 7 + 0.25 + 0.5);
  return values;
}

Outcome emulated(const Arguments& arguments, const Arguments& more = {}) {
  Arguments all = {"emulate", listing};
  for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
  all.insert(all.end(), more.begin(), more.end());
  return run(all);
}

std::vector<double> doubles_in(const std::string& bytes) {
  std::vector<double> values(bytes.size() / sizeof(double));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

const std::string member = "{f32:1.5,i32:2,{i16:3,f64:0.125},&i32[32]=index,i8[3]=7}";

TEST(StructureByValue, LiesWhereTheCompilerReadsIt) {
  const Outcome outcome = emulated({member, vector_value, out}, {"--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const auto buffers = nlohmann::json::parse(outcome.out)["buffers"];
  ASSERT_EQ(buffers.size(), 2u);
  EXPECT_EQ(buffers[0]["index"], 2);
  EXPECT_EQ(buffers[0]["values"].get<std::vector<double>>(), sums());
  EXPECT_EQ(buffers[1]["index"], 0);
  EXPECT_EQ(buffers[1]["member"], "3");
  EXPECT_EQ(buffers[1]["values"][31], 31);
}

TEST(StructureByValue, ComesFromAFileOfItsBytes) {
  Folder folder;
  std::string bytes(16, '\0');
  const float half = 0.25f, whole = 0.5f;
  std::memcpy(bytes.data(), &half, 4);
  std::memcpy(bytes.data() + 12, &whole, 4);
  const Outcome outcome =
      emulated({member, "bytes:@" + folder.write("v.bin", bytes), out}, {"--save", "2=" + (folder / "out.bin")});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(doubles_in(read_file(folder / "out.bin")), sums());
}

TEST(StructureByValue, IsHeldAgainstTheParameters) {
  const Outcome short_of = emulated({"{f32:1.5,i32:2}", vector_value, out});
  EXPECT_EQ(short_of.status, 2) << short_of;
  EXPECT_THAT(short_of.err, HasSubstr("argument 0 takes 8 bytes (a structure), parameter 0 has 40 bytes"));
}

TEST(Pointer, GoesIntoTheBufferOfAnotherArgument) {
  const std::string inside = "{f32:1.5,i32:2,{i16:3,f64:0.125},&2+128,i8[3]=7}";
  const Outcome outcome = emulated({inside, vector_value, "f64[48]"}, {"--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["buffers"][0]["values"][0], 1.5 + 2 + 3 + 0.125 + 7 + 0.25 + 0.5);
  const Outcome outside = emulated({inside, vector_value, "f64[8]"});
  EXPECT_EQ(outside.status, 2) << outside;
  EXPECT_THAT(outside.err, HasSubstr("&2+128 points past the end of a buffer of 64 bytes"));
}

TEST(Array, OfAFileIsWrittenBackWithItsShape) {
  Folder folder;
  const std::string saved = folder / "out.npy";
  ASSERT_EQ(emulated({member, vector_value, out}, {"--save", "2=" + saved}).status, 0);
  const std::string file = read_file(saved);
  EXPECT_THAT(file, HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (32,), }"));
  EXPECT_EQ(doubles_in(file.substr(128)), sums());
  const Outcome again = emulated({member, vector_value, "@" + saved}, {"--save", "2=" + (folder / "again.npy")});
  ASSERT_EQ(again.status, 0) << again;
  EXPECT_EQ(read_file(folder / "again.npy"), file);
}

TEST(Array, OfAnInputIsNoPlaceForTheResult) {
  Folder folder;
  const std::string saved = folder / "out.npy";
  ASSERT_EQ(emulated({member, vector_value, out}, {"--save", "2=" + saved}).status, 0);
  const Outcome outcome = emulated({member, vector_value, "@" + saved}, {"--save", "2=" + saved});
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("is read, and would be replaced by a result"));
}

TEST(Save, NamesABuffer) {
  for (const std::string name : {"0", "1", "3", "0.1", "2.0"}) {
    const Outcome outcome = emulated({member, vector_value, out}, {"--save", name + "=x.bin"});
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr("is not a buffer")) << name;
  }
  for (const std::string wrong : {"2", "=x.bin", "2=", "2=-"})
    EXPECT_EQ(emulated({member, vector_value, out}, {"--save", wrong}).status, 2) << wrong;
  const Outcome twice = emulated({member, vector_value, out}, {"--save", "2=same.bin", "--csv", "same.bin"});
  EXPECT_EQ(twice.status, 2) << twice;
}

}  // namespace
}  // namespace reconverge::cli_tests
