// An NVRTC that compiles nothing: the "cubin" is the listing that FAKE_LISTING names, or the head of
// a GPU's ELF file that no disassembler reads. A source with the word REJECT does not compile.

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
    if (listing == nullptr) return std::string("\x7F" "ELF\x02\x01\x01", 7) + std::string(11, '\0') + "\xBE" + std::string(45, '\0');
    std::ifstream file(listing);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};
}  // namespace

extern "C" {
int nvrtcVersion(int* major, int* minor) { return *major = 13, *minor = 0, 0; }
int nvrtcCreateProgram(void** program, const char* source, const char*, int, const char* const*, const char* const*) {
  *program = new Program{source, ""};
  return 0;
}
int nvrtcCompileProgram(void* program, int, const char* const*) {
  auto* it = static_cast<Program*>(program);
  if (it->source.find("REJECT") == std::string::npos) return 0;
  it->log = "my.cu(1): error: the fake compiler was told to reject this";
  return 6;
}
int nvrtcDestroyProgram(void** program) { return delete static_cast<Program*>(*program), 0; }
int nvrtcGetProgramLogSize(void* program, std::size_t* size) { return *size = static_cast<Program*>(program)->log.size() + 1, 0; }
int nvrtcGetProgramLog(void* program, char* log) { return std::strcpy(log, static_cast<Program*>(program)->log.c_str()), 0; }
int nvrtcGetCUBINSize(void* program, std::size_t* size) { return *size = static_cast<Program*>(program)->code().size(), 0; }
int nvrtcGetCUBIN(void* program, char* code) {
  const std::string text = static_cast<Program*>(program)->code();
  return std::memcpy(code, text.data(), text.size()), 0;
}
}
