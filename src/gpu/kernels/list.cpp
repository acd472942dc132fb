// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "gpu/kernels/kernel.hpp"

namespace reconverge::gpu {

/// The texts of the .cu files beside this one, put into the program by CMake.
namespace kernel_text {
extern const std::string_view branch_in_loop, clock_test, detailed_loop, direct_call, double_loop, early_exit,
    empty_region, if_else, indirect_call, loop_break, loop_continue, loop_in_branch, measure, nested_if, recursion,
    shared_memory, single_loop, spin_flag, switch_paths;
}  // namespace kernel_text

namespace {

using Defines = std::vector<std::pair<std::string, std::string>>;

/// A kernel that is named like its file and its function.
Kernel plain(std::string name, std::string title, std::string_view source) {
  return {.name = name, .title = std::move(title), .entry = name, .file = name + ".cu", .source = std::string(source)};
}

Kernel variant(Kernel kernel, std::string name, std::string title, Defines defines) {
  kernel.name = std::move(name);
  kernel.title = std::move(title);
  kernel.defines = std::move(defines);
  return kernel;
}

Kernel with_closing_sync(Kernel kernel) {
  kernel.name += "_sync";
  kernel.title += ", barrier before the stop read";
  kernel.closing_sync = true;
  return kernel;
}

void add_paper_kernels(std::vector<Kernel>& list) {
  const Kernel single = plain("single_loop", "the paper's single loop", kernel_text::single_loop);
  list.push_back(single);
  list.push_back(with_closing_sync(single));
  Kernel twice = plain("double_loop", "the paper's double loop", kernel_text::double_loop);
  twice.limits_per_lane = 2;
  twice.defines = {{"EQUAL_BOUNDS", "0"}};
  list.push_back(twice);
  list.push_back(with_closing_sync(twice));
  list.push_back(
      variant(twice, "double_loop_equal", "the double loop, M = N known to the compiler", {{"EQUAL_BOUNDS", "1"}}));
  Kernel detailed =
      plain("detailed_loop", "the paper's loop with a clock read in every round", kernel_text::detailed_loop);
  detailed.layout = TimerLayout::stamps;
  detailed.warmup = WarmupSupport::none;
  list.push_back(detailed);
  list.push_back(with_closing_sync(detailed));
}

void add_branches(std::vector<Kernel>& list) {
  Kernel two = plain("if_else", "", kernel_text::if_else);
  two.has_loop = false;
  const auto sides = [](int a, int b) { return Defines{{"SIDE_A", std::to_string(a)}, {"SIDE_B", std::to_string(b)}}; };
  list.push_back(variant(two, "if_else", "two sides of 16 additions", sides(16, 16)));
  list.push_back(variant(two, "if_else_long_taken", "sides of 4 and 64 additions", sides(4, 64)));
  list.push_back(variant(two, "if_else_long_other", "sides of 64 and 4 additions", sides(64, 4)));
  list.push_back(variant(two, "if_else_short", "sides of 1 addition: short enough to be predicated", sides(1, 1)));
  list.back().diverges = false;
  Kernel paths = plain("switch_paths", "", kernel_text::switch_paths);
  paths.has_loop = false;
  for (const int count : {2, 4, 8, 16, 32})
    list.push_back(variant(paths, fmt::format("switch_{}", count), fmt::format("a switch of {} paths", count),
                           {{"PATHS", std::to_string(count)}}));
  Kernel nested = plain("nested_if", "", kernel_text::nested_if);
  nested.has_loop = false;
  for (const int depth : {2, 4, 8})
    list.push_back(variant(nested, fmt::format("nested_if_{}", depth), fmt::format("ifs nested {} deep", depth),
                           {{"DEPTH", std::to_string(depth)}}));
}

void add_loops(std::vector<Kernel>& list) {
  list.push_back(plain("loop_break", "lanes break out of a loop", kernel_text::loop_break));
  list.push_back(plain("loop_continue", "lanes continue a loop early", kernel_text::loop_continue));
  Kernel leaving = plain("early_exit", "lanes exit inside the timed region", kernel_text::early_exit);
  leaving.warmup = WarmupSupport::copy_only;
  list.push_back(std::move(leaving));
  list.push_back(plain("loop_in_branch", "a loop inside a divergent branch", kernel_text::loop_in_branch));
  list.push_back(plain("branch_in_loop", "a branch inside a loop", kernel_text::branch_in_loop));
}

void add_calls(std::vector<Kernel>& list) {
  list.push_back(plain("direct_call", "some lanes call a function", kernel_text::direct_call));
  Kernel indirect = plain("indirect_call", "lanes call four functions through a pointer", kernel_text::indirect_call);
  indirect.has_loop = false;
  list.push_back(std::move(indirect));
  Kernel recursive = plain("recursion", "lanes call themselves to depths of their own", kernel_text::recursion);
  recursive.has_loop = false;
  recursive.warmup = WarmupSupport::same_code_only;
  list.push_back(std::move(recursive));
  Kernel spin = plain("spin_flag", "lanes wait for a flag of another lane", kernel_text::spin_flag);
  spin.has_loop = false;
  list.push_back(std::move(spin));
  Kernel shared = plain("shared_memory", "shared memory on both sides of a branch", kernel_text::shared_memory);
  list.push_back(std::move(shared));
}

std::vector<Kernel> make_list() {
  std::vector<Kernel> list;
  add_paper_kernels(list);
  add_branches(list);
  add_loops(list);
  add_calls(list);
  Kernel empty = plain("empty_region", "nothing between the clock reads", kernel_text::empty_region);
  empty.has_loop = false;
  empty.diverges = false;
  list.push_back(std::move(empty));
  return list;
}

}  // namespace

std::span<const Kernel> kernels() {
  static const std::vector<Kernel> list = make_list();
  return list;
}

std::string_view measurement_frame() { return kernel_text::measure; }
std::string_view clock_test_source() { return kernel_text::clock_test; }

}  // namespace reconverge::gpu
