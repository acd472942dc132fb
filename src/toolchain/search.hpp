// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace reconverge::toolchain {

/// A folder to look into, and why: "PATH", "CUDA_HOME", "Python package triton".
struct Place {
  std::filesystem::path folder;
  std::string why;
};

/// Where tools and libraries are looked for, in this order: PATH, CUDA_HOME and CUDA_PATH, the
/// toolkit's usual folder, Python packages.
struct SearchPlaces {
  std::vector<Place> programs;
  std::vector<Place> libraries;
};

/// The places of this machine that the environment names: all but Python packages.
SearchPlaces near_places();

/// All places of this machine. Runs python3, if there is one, which can take longer than what it is run for.
SearchPlaces search_places();

/// The places below one folder of Python packages: nvidia/*/bin, triton/backends/nvidia/bin, ...
void add_python_packages(const std::filesystem::path& packages, SearchPlaces& places);

/// A program that was found.
struct Tool {
  std::string name;
  std::filesystem::path path;
  std::string why;
};

/// The first executable file of that name. Fails with Failure::environment, naming the tool, the
/// places and how to get it.
core::Result<Tool> find_program(const std::string& name, const SearchPlaces& places);

/// All of them, in the order of the places; a machine often has several versions.
std::vector<Tool> find_programs(const std::string& name, const SearchPlaces& places);

/// The first library whose file name begins so ("libnvrtc.so"); nothing with "builtins" in it.
core::Result<Tool> find_library(const std::string& name, const SearchPlaces& places);

/// The tool's output for --version, on one line.
std::string version_of(const Tool& tool);

}  // namespace reconverge::toolchain
