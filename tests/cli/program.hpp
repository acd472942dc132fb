// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

namespace reconverge::cli_tests {

using Arguments = std::vector<std::string>;

/// What a run of the program left. Its status is as a shell gives it: 128 + N for signal N.
struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};
std::ostream& operator<<(std::ostream& stream, const Outcome& outcome);

/// A program that runs beside the test. All its streams are pipes or files.
class Running {
 public:
  /// @param out_path  file for its standard output; empty: gathered into Outcome::out
  explicit Running(const Arguments& arguments, const std::string& out_path = "");
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void send(int signal) const;
  /// Writes to its standard input, and leaves that open.
  void feed(const std::string& text) const;
  /// Reads its output, which is kept, until this is part of it.
  void read_output_until(const std::string& text);
  /// Reads `bytes` of its output and closes that, as `head` does.
  void read_and_close_output(std::size_t bytes);
  /// Closes its standard input, gathers what it writes and waits for its end. A program that takes
  /// longer is killed, and the test fails.
  Outcome finish(std::chrono::seconds at_most = std::chrono::seconds(60));
  /// The same, with its standard input left open.
  Outcome finish_with_open_input(std::chrono::seconds at_most = std::chrono::seconds(60));
  /// Waits for its end without ever reading its standard output.
  Outcome finish_without_reading(std::chrono::seconds at_most);

 private:
  pid_t process_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string gathered_;
};

/// Runs the program to its end.
Outcome run(const Arguments& arguments, const std::string& input = "");

}  // namespace reconverge::cli_tests
