// SPDX-License-Identifier: MIT
// An NVRTC that compiles nothing: the "cubin" is the listing that FAKE_LISTING names, or the head of
// a GPU's ELF file that no disassembler reads. A source with the word REJECT does not compile, and nothing does
// for the architecture that a file `refuses` beside the library names; a file `version` there is its version.
// Its options go to the file that FAKE_OPTIONS names.

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace {
struct Program {
  std::string source;
  std::string log;

  std::string code() const {
    const char* listing = std::getenv("FAKE_LISTING");
    if (listing == nullptr)
      return std::string(
                 "\x7F"
                 "ELF\x02\x01\x01",
                 7) +
             std::string(11, '\0') + "\xBE" + std::string(45, '\0');
    std::ifstream file(listing);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

/// The content of a file beside this library; empty if there is none.
std::string beside(const char* name) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&beside), &info) == 0) return "";
  const std::string library = info.dli_fname;
  std::ifstream file(library.substr(0, library.rfind('/') + 1) + name);
  std::string word;
  file >> word;
  return word;
}
}  // namespace

extern "C" {
int nvrtcVersion(int* major, int* minor) {
  *major = 13, *minor = 0;
  if (const std::string version = beside("version"); !version.empty()) {
    *major = std::atoi(version.c_str());
    *minor = std::atoi(version.c_str() + version.find('.') + 1);
  }
  return 0;
}
int nvrtcCreateProgram(void** program, const char* source, const char*, int, const char* const*, const char* const*) {
  *program = new Program{source, ""};
  return 0;
}
int nvrtcCompileProgram(void* program, int count, const char* const* options) {
  auto* it = static_cast<Program*>(program);
  const std::string refused = beside("refuses");
  if (const char* path = std::getenv("FAKE_OPTIONS"); path != nullptr) {
    std::ofstream file(path);
    for (int i = 0; i < count; ++i) file << options[i] << '\n';
  }
  for (int i = 0; i < count; ++i)
    if (!refused.empty() && options[i] == "--gpu-architecture=" + refused) {
      it->log = "nvrtc: error: invalid value for --gpu-architecture (-arch)";
      return 5;
    }
  if (it->source.find("REJECT") == std::string::npos) return 0;
  it->log = "my.cu(1): error: the fake compiler was told to reject this";
  return 6;
}
int nvrtcDestroyProgram(void** program) { return delete static_cast<Program*>(*program), 0; }
int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
  return *size = static_cast<Program*>(program)->log.size() + 1, 0;
}
int nvrtcGetProgramLog(void* program, char* log) {
  return std::strcpy(log, static_cast<Program*>(program)->log.c_str()), 0;
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
  return *size = static_cast<Program*>(program)->code().size(), 0;
}
int nvrtcGetCUBIN(void* program, char* code) {
  const std::string text = static_cast<Program*>(program)->code();
  return std::memcpy(code, text.data(), text.size()), 0;
}
}
