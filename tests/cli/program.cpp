// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <ostream>
#include <utility>

namespace reconverge::cli_tests {
namespace {

struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ADD_FAILURE() << "no pipe";
    read_end = ends[0];
    write_end = ends[1];
  }
};

void close_once(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

[[noreturn]] void become(const Arguments& arguments, int in, int out, int err) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  // The program's own choice, whatever the test runner ignores.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  std::string program = RECONVERGE_PROGRAM;
  std::vector<char*> words{program.data()};
  std::vector<std::string> copies = arguments;
  for (std::string& argument : copies) words.push_back(argument.data());
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
  _exit(126);
}

/// Reads what is there; closes the file at its end.
void drain(int& file, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const auto count = read(file, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  else close_once(file);
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << "status " << outcome.status << "\n--- stdout\n" << outcome.out << "--- stderr\n" << outcome.err;
}

Running::Running(const Arguments& arguments, const std::string& out_path) {
  signal(SIGPIPE, SIG_IGN);  // feeding a program that has ended
  Pipe in, out, err;
  int target = out.write_end;
  if (!out_path.empty()) target = open(out_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  EXPECT_GE(target, 0) << out_path;
  process_ = fork();
  if (process_ == 0) become(arguments, in.read_end, target, err.write_end);
  if (target != out.write_end) close(target);
  for (const int end : {in.read_end, out.write_end, err.write_end}) close(end);
  in_ = in.write_end;
  out_ = out.read_end;
  err_ = err.read_end;
}

Running::~Running() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  for (int* file : {&in_, &out_, &err_}) close_once(*file);
}

void Running::send(int signal_number) const { kill(process_, signal_number); }

void Running::feed(const std::string& text) const {
  std::size_t done = 0;
  while (done < text.size()) {
    const auto count = write(in_, text.data() + done, text.size() - done);
    if (count <= 0) return;  // it has ended without reading all
    done += static_cast<std::size_t>(count);
  }
}

void Running::read_output_until(const std::string& text) {
  while (gathered_.find(text) == std::string::npos && out_ >= 0) drain(out_, gathered_);
}

void Running::read_and_close_output(std::size_t bytes) {
  while (gathered_.size() < bytes && out_ >= 0) drain(out_, gathered_);
  close_once(out_);
}

Outcome Running::finish(std::chrono::seconds at_most) {
  close_once(in_);
  return finish_with_open_input(at_most);
}

Outcome Running::finish_with_open_input(std::chrono::seconds at_most) {
  Outcome outcome{.status = -1, .out = gathered_, .err = ""};
  const auto end = std::chrono::steady_clock::now() + at_most;
  while (out_ >= 0 || err_ >= 0) {
    std::array<pollfd, 2> files{pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0}};
    poll(files.data(), files.size(), 100);
    if (out_ >= 0 && files[0].revents != 0) drain(out_, outcome.out);
    if (err_ >= 0 && files[1].revents != 0) drain(err_, outcome.err);
    if (std::chrono::steady_clock::now() > end) {
      ADD_FAILURE() << "the program did not end within " << at_most.count() << " s";
      kill(process_, SIGKILL);
      break;
    }
  }
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  outcome.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

Outcome Running::finish_without_reading(std::chrono::seconds at_most) {
  // Hidden rather than closed: a closed pipe would tell the program that its reader has gone.
  const int unread = std::exchange(out_, -1);
  const Outcome outcome = finish_with_open_input(at_most);
  close(unread);
  return outcome;
}

Outcome run(const Arguments& arguments, const std::string& input) {
  Running program(arguments);
  program.feed(input);
  return program.finish();
}

}  // namespace reconverge::cli_tests
