// SPDX-License-Identifier: MIT
#include "sass/print/listing.hpp"

#include "sass/print/dot.hpp"
#include "sass/print/json.hpp"
#include "sass/print/svg.hpp"
#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

/// parse(print(p)) == p, with and without the comments.
void expect_round_trip(const Function& f, const std::string& where) {
  const std::string printed = to_listing(f, analyse_control_flow(f));
  const auto again = read_listing(printed, "printed");
  ASSERT_TRUE(again) << where << to_string(again.error()) << printed;
  ASSERT_EQ(again->size(), 1u) << where;
  ASSERT_EQ(again->front().instructions.size(), f.instructions.size()) << where;
  for (std::size_t i = 0; i < f.instructions.size(); ++i) {
    ASSERT_EQ(again->front().instructions[i], f.instructions[i]) << where << to_string(f.instructions[i]);
  }
  EXPECT_EQ(again->front(), f) << where;
  EXPECT_EQ(read_one(to_listing(f)), f) << where;
}

TEST(SassPrint, EverySampleReadsBackAsItWas) {
  for (const auto& file : sample_files()) {
    for (const Function& f : read_all(content_of(file))) expect_round_trip(f, file.string() + " " + f.name);
  }
}

TEST(SassPrint, ListingsOfThePaperReadBackAsTheyWere) {
  for (const char* name : {"single_loop.sass", "double_loop.sass", "single_loop_precise_nosync.sass"}) {
    expect_round_trip(read_one(listing_file(name)), name);
  }
}

TEST(SassPrint, OddThingsReadBackAsTheyWere) {
  for (const char* text : {
           "/*0000*/ MOV R0, `(.L_1) ;\n.L_1:\n/*0010*/ @UPT NOP ;\n",  // label of an opcode without targets
           "code for sm_70\n/*0000*/ CALL.ABS.NOINC `(vprintf) ;\n",    // symbol of another function
           "code for sm_35\n /* 0x08b010a0b0a010c0 */\n/*0008*/ NOP; /* 0x1 */\n",  // a group with one row
           "code for sm_120\n/*0000*/ NOP &req={3} ?WAIT2_END_GROUP; /* 0x1 */\n",  // one word of two
           "code for sm_20\n/*0000*/ MOV R0, -QNAN;\n...\n",                        // NaN; elision at the end
           "code for sm_70\n/*0000*/ BSSY B0, !0x60 ;\n",                           // no address
           "/*0000*/ X [R1, R2], {3 , 2}, (a) ;\n",                                 // blanks and commas in brackets
           "code for sm_50\n/*0008*/ BRA 0x20 ;\n/*0010*/ NOP ;\n",                 // target at a control word
       }) {
    expect_round_trip(read_one(text), text);
  }
}

TEST(SassPrint, ShowsBlocksRegionsAndControls) {
  const Function f = read_one(listing_file("samples/paper_kernels_sm_75.sass"), {"_Z11single_loopILi0EEvPKiPfPx", ""});
  const std::string text = to_listing(f, analyse_control_flow(f));
  EXPECT_NE(text.find("// block 0: "), std::string::npos);
  EXPECT_NE(text.find("// region 0: BSSY B0, continues at 0x"), std::string::npos);
  EXPECT_NE(text.find("// loop 0: "), std::string::npos);
  EXPECT_NE(text.find("// stall 1  write 0"), std::string::npos);
}

TEST(SassPrint, JsonNamesEverything) {
  const Function f = read_one(listing_file("single_loop.sass"));
  const auto json = to_json(f, analyse_control_flow(f));
  EXPECT_EQ(json["name"], "single_loop");
  EXPECT_EQ(json["arch"], "sm_20");
  const auto& branch = json["instructions"][2];
  EXPECT_EQ(branch["address"], 0xe8);
  EXPECT_EQ(branch["guard"], "@P0");
  EXPECT_EQ(branch["opcode"], "BRA");
  EXPECT_EQ(branch["operands"][0]["kind"], "label");
  EXPECT_EQ(branch["target"], 0x120);
  EXPECT_TRUE(branch["control"].is_null());
  EXPECT_EQ(branch["line"], 9);
  EXPECT_TRUE(json["instructions"][0]["guard"].is_null());
  EXPECT_EQ(json["regions"][0]["kind"], "SSY");
  EXPECT_EQ(json["edges"].size(), 8u);
}

TEST(SassPrint, GraphsHoldEveryBlockAndEscapeText) {
  const Function f = read_one("code for sm_70\n\t\tFunction : a<\"b\">&c\n/*0000*/ @P0 BRA 0x0 ;\n/*0010*/ EXIT ;\n");
  const ControlFlow flow = analyse_control_flow(f);
  const std::string dot = to_dot(f, flow);
  EXPECT_NE(dot.find("digraph \"a<\\\"b\\\">&c\""), std::string::npos);
  EXPECT_NE(dot.find("b0 -> b0 [label=\"branch\", color=blue, style=bold]"), std::string::npos);
  const std::string svg = to_svg(f, flow);
  EXPECT_NE(svg.find("<title>a&lt;\"b\"&gt;&amp;c</title>"), std::string::npos);
  EXPECT_NE(svg.find("block 1"), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace reconverge::sass
