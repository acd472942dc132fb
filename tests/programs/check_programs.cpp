// SPDX-License-Identifier: MIT
// check_programs REFERENCES LISTING ...: runs every function of the listings and tells which words of what
// it leaves are not those of the host. REFERENCES is a shared library that tools/random-programs made.
// Exit status 0: all as the host; 1: not.

#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "programs/listing_run.hpp"
#include "sass/reader.hpp"

namespace {

using namespace reconverge;
using programs::Words;
using Reference = bool (*)(const char* name, int threads, const int* in, int* out);

struct Check {
  Reference reference;
  int differing = 0, refused = 0, ran = 0;

  void words(const std::string& where, const Words& got, const Words& expected) {
    int told = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (got[i] != expected[i] && ++told <= 8)
        std::printf("%s: word %zu of lane %zu is 0x%08x, not 0x%08x\n", where.c_str(), i / 32, i % 32,
                    static_cast<unsigned>(got[i]), static_cast<unsigned>(expected[i]));
    if (told > 0) ++differing;
  }

  void function(const programs::Listing& listing, const std::string& name) {
    int number = 0;
    for (const Words& in : programs::inputs()) {
      const std::string where = listing.name + " " + name + " input " + std::to_string(number++);
      Words expected(programs::words_out);
      if (!reference(name.c_str(), 32, in.data(), expected.data())) {
        std::printf("%s: the host has no such function\n", where.c_str());
        ++differing;
        return;
      }
      const auto got = programs::emulate(listing, name, 32, in);
      ++ran;
      if (got) {
        words(where, *got, expected);
      } else {
        std::printf("%s: refused: %s\n", where.c_str(), to_string(got.error()).c_str());
        ++refused;
        return;
      }
    }
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("check_programs REFERENCES LISTING ...\n", stderr);
    return 2;
  }
  void* const library = dlopen(arguments[1], RTLD_NOW);
  const auto reference = library == nullptr ? nullptr : reinterpret_cast<Reference>(dlsym(library, "reference_of"));
  if (reference == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  Check check{reference};
  for (int i = 2; i < count; ++i) {
    const auto listing = programs::read_listing(arguments[i]);
    const auto functions = sass::list_functions(listing.text, listing.name);
    if (!functions) {
      std::printf("%s: refused: %s\n", arguments[i], to_string(functions.error()).c_str());
      ++check.refused;
      continue;
    }
    for (const auto& function : *functions) check.function(listing, function.name);
  }
  std::printf("%d runs, %d differ, %d refused\n", check.ran, check.differing, check.refused);
  return check.differing + check.refused == 0 ? 0 : 1;
}
