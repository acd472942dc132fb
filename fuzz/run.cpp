// SPDX-License-Identifier: MIT
// Runs the program itself, as its users do, in this process: the input is its standard input, what it
// prints goes into a file in memory and is read back.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/application.hpp"
#include "fuzz/target.hpp"

namespace reconverge::fuzz {
namespace {

constexpr std::array<std::string_view, 18> architectures = {"20", "30", "35", "50", "52", "60", "61",  "70",  "72",
                                                            "75", "80", "86", "87", "89", "90", "100", "103", "120"};
/// By the first byte of the input: how it is started.
constexpr std::array<std::array<const char*, 6>, 4> launches = {{
    {"--reg", "R5=staircase(2)", "--reg", "R2=reverse(9)", "--pred", "P0=0x0000ffff"},
    {"--arg", "i32[64]=staircase(2)", "--arg", "f32[64]", "--arg", "i32:7"},
    {"--arg", "f32[40]=1.5", "--arg", "u64:4096", "--block", "64"},
    {"--const", "c[0x0][0x28]=0x1000", "--lanes", "0x0f0f0f0f", "--reg", "R0=5"},
}};
constexpr const char* most_steps = "300";

/// A file in memory that stands in for one of the standard streams.
class Stream {
 public:
  explicit Stream(int number) : file_(memfd_create("stream", 0)) { dup2(file_, number); }

  void put(std::string_view text) const {
    if (ftruncate(file_, 0) != 0 || pwrite(file_, text.data(), text.size(), 0) < 0) std::abort();
    lseek(file_, 0, SEEK_SET);
  }
  std::string take() const {
    std::string text(static_cast<std::size_t>(lseek(file_, 0, SEEK_END)), '\0');
    if (pread(file_, text.data(), text.size(), 0) < 0) std::abort();
    put("");
    return text;
  }

 private:
  int file_;
};

struct Streams {
  Stream in{STDIN_FILENO}, out{STDOUT_FILENO};
};

/// What the program says on standard error is lost; what the fuzzer says is not.
class Quiet {
 public:
  Quiet() { dup2(nowhere, STDERR_FILENO); }
  ~Quiet() { dup2(before, STDERR_FILENO); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  static inline const int before = dup(STDERR_FILENO);
  static inline const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
};

int run_quietly(const std::vector<const char*>& words) {
  const Quiet quiet;
  return cli::run_application(static_cast<int>(words.size()), words.data());
}

/// The same code for another architecture, without encodings: they would be of the wrong one.
std::string for_architecture(std::string_view listing, std::string_view number) {
  std::string text;
  for (std::size_t i = 0; i < listing.size();) {
    const std::string_view rest = listing.substr(i);
    const std::size_t name = rest.starts_with("sm_") || rest.starts_with("_SM") ? 3 : 0;
    const std::size_t encoding = rest.starts_with("/* 0x") ? rest.find("*/") : std::string_view::npos;
    if (name > 0) {
      text.append(rest.substr(0, name)).append(number);
      i += name;
      while (i < listing.size() && listing[i] >= '0' && listing[i] <= '9') ++i;
      if (i < listing.size() && listing[i] == 'a') ++i;
    } else if (encoding != std::string_view::npos) {
      i += encoding + 2;
    } else {
      text += listing[i++];
    }
  }
  return text;
}

}  // namespace

std::string check(std::string_view input) {
  static const Streams streams;
  if (input.empty()) return {};
  std::vector<const char*> words{"reconverge", "emulate", "-", "-q", "--json", "-", "--max-steps", most_steps};
  const auto& launch = launches[static_cast<unsigned char>(input[0]) % launches.size()];
  words.insert(words.end(), launch.begin(), launch.end());
  streams.in.put(input.substr(1));
  const int status = run_quietly(words);
  const std::string text = streams.out.take();
  if (status < 0 || status > 5) return "the exit status is " + std::to_string(status);
  if (status == 0 && text.empty()) return "success without a result";
  if (!text.empty() && !nlohmann::json::accept(text)) return "the result is no JSON: " + text;
  return {};
}

std::vector<std::string> pieces(std::string_view file) {
  std::vector<std::string> all;
  for (const std::string& function : functions_of(file)) {
    const auto start = static_cast<char>(all.size() / 3 % launches.size());
    all.push_back(start + function);
    for (const std::size_t other : {all.size(), all.size() * 7 + 5})
      all.push_back(start + for_architecture(function, architectures[other % architectures.size()]));
  }
  return all;
}

}  // namespace reconverge::fuzz
