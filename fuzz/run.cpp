// Runs the program itself, as its users do, in this process: the input is its standard input, what it
// prints goes into a file in memory and is read back.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/application.hpp"
#include "fuzz/target.hpp"

namespace reconverge::fuzz {
namespace {

/// By the first byte of the input: the architecture is the listing's, or one of these.
constexpr std::array<const char*, 18> architectures = {"",      "sm_30", "sm_35", "sm_50",  "sm_52",  "sm_60",  "sm_61",  "sm_70", "sm_72",
                                                       "sm_75", "sm_80", "sm_86", "sm_87",  "sm_89",  "sm_90",  "sm_100", "sm_103", "sm_120"};
/// By the second: how it is started.
constexpr std::array<std::array<const char*, 6>, 4> launches = {{
    {"--reg", "R5=staircase(2)", "--reg", "R2=list(0,4,8)", "--pred", "P0=0x0000ffff"},
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

/// What the driver itself has to say goes where it went before.
struct Streams {
  Stream in{STDIN_FILENO}, out{STDOUT_FILENO};
};

}  // namespace

std::string check(std::string_view input) {
  static const Streams streams;
  if (input.size() < 2) return {};
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(input[i])); };
  std::vector<const char*> words{"reconverge", "emulate", "-", "-q", "--json", "-", "--max-steps", most_steps};
  const char* architecture = architectures[byte(0) % architectures.size()];
  if (*architecture != '\0') words.insert(words.end(), {"--arch", architecture});
  const auto& launch = launches[byte(1) % launches.size()];
  words.insert(words.end(), launch.begin(), launch.end());
  streams.in.put(input.substr(2));
  const int status = cli::run_application(static_cast<int>(words.size()), words.data());
  const std::string text = streams.out.take();
  if (status < 0 || status > 5) return "the exit status is " + std::to_string(status);
  if (status == 0 && text.empty()) return "success without a result";
  if (!text.empty() && !nlohmann::json::accept(text)) return "the result is no JSON: " + text;
  return {};
}

std::vector<std::string> pieces(std::string_view file) {
  std::vector<std::string> all;
  char launch = 0;
  for (const std::string& function : functions_of(file))
    for (const char architecture : {'\0', static_cast<char>(++launch % 18)})
      all.push_back(std::string{architecture, static_cast<char>(launch % 4)} + function);
  return all;
}

}  // namespace reconverge::fuzz
