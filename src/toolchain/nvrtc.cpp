// SPDX-License-Identifier: MIT
// NVRTC is loaded when it is needed: nothing here needs CUDA to build. The functions are those of
// the NVRTC documentation; a program is an opaque pointer, a result is 0 for success.

#include "toolchain/nvrtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <thread>

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

using Program = void*;

/// The entry points that are used.
struct Nvrtc {
  int (*version)(int*, int*) = nullptr;
  int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*compile)(Program, int, const char* const*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*cubin_size)(Program, std::size_t*) = nullptr;
  int (*cubin)(Program, char*) = nullptr;
};

template <typename Function> bool bind(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

bool bind_all(void* library, Nvrtc& api) {
  return bind(library, "nvrtcVersion", api.version) && bind(library, "nvrtcCreateProgram", api.create) &&
         bind(library, "nvrtcCompileProgram", api.compile) && bind(library, "nvrtcDestroyProgram", api.destroy) &&
         bind(library, "nvrtcGetProgramLogSize", api.log_size) && bind(library, "nvrtcGetProgramLog", api.log) &&
         bind(library, "nvrtcGetCUBINSize", api.cubin_size) && bind(library, "nvrtcGetCUBIN", api.cubin);
}

/// Text or binary that the library hands out through a size and a copy function.
std::string fetch(Program program, int (*size_of)(Program, std::size_t*), int (*copy)(Program, char*)) {
  std::size_t size = 0;
  if (size_of(program, &size) != 0 || size == 0) return {};
  std::string content(size, '\0');
  return copy(program, content.data()) == 0 ? content : std::string();
}

std::string without_final_zero(std::string text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
  return text;
}

/// While it lives, requests to end reach the handlers that were there before it. The compiler installs handlers of its
/// own, which end the program without a word: this thread and those that the compiler starts take no signal, and a
/// thread of ours waits for them.
class OwnHandlers {
 public:
  OwnHandlers() {
    sigemptyset(&requests_);
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaddset(&requests_, signals[i]);
      sigaction(signals[i], nullptr, &handlers_[i]);
    }
    pthread_sigmask(SIG_BLOCK, &requests_, &before_);
    thread_ = std::jthread([this](const std::stop_token& stop) { wait(stop); });
  }
  ~OwnHandlers() {
    thread_.request_stop();
    thread_.join();
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &handlers_[i], nullptr);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  OwnHandlers(const OwnHandlers&) = delete;
  OwnHandlers& operator=(const OwnHandlers&) = delete;

 private:
  static constexpr std::array<int, 2> signals = {SIGINT, SIGTERM};

  void wait(const std::stop_token& stop) const {
    constexpr timespec moment{0, 20'000'000};
    while (!stop.stop_requested()) {
      const int arrived = sigtimedwait(&requests_, nullptr, &moment);
      for (std::size_t i = 0; i < signals.size(); ++i)
        if (arrived == signals[i]) pass_on(arrived, handlers_[i]);
    }
  }
  static void pass_on(int signal, const struct sigaction& handler) {
    if (handler.sa_handler == SIG_IGN) return;
    if (handler.sa_handler != SIG_DFL && (handler.sa_flags & SA_SIGINFO) == 0) return handler.sa_handler(signal);
    // As if nobody had blocked it.
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    sigaction(signal, &handler, nullptr);
    pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    raise(signal);
  }

  sigset_t requests_{}, before_{};
  std::array<struct sigaction, signals.size()> handlers_{};
  std::jthread thread_;
};

Result<Compiled> compile(const Nvrtc& api, const std::string& source, const std::string& name, const std::string& arch,
                         const CompileSettings& settings) {
  int major = 0, minor = 0;
  api.version(&major, &minor);
  const std::string compiler = fmt::format("NVRTC {}.{}", major, minor);
  std::vector<const char*> header_names, header_texts;
  for (const auto& [header, text] : settings.headers) {
    header_names.push_back(header.c_str());
    header_texts.push_back(text.c_str());
  }
  Program program = nullptr;
  if (api.create(&program, source.c_str(), name.c_str(), static_cast<int>(header_names.size()), header_texts.data(),
                 header_names.data()) != 0) {
    return Diagnostic{Failure::environment, compiler + " cannot be initialised", "", {}};
  }
  const std::string target = "--gpu-architecture=" + arch;
  std::vector<const char*> options = {target.c_str()};
  for (const std::string& option : settings.options) options.push_back(option.c_str());
  const OwnHandlers handlers;
  const int failed = api.compile(program, static_cast<int>(options.size()), options.data());
  const std::string log = without_final_zero(fetch(program, api.log_size, api.log));
  Compiled compiled{failed == 0 ? fetch(program, api.cubin_size, api.cubin) : "", compiler};
  api.destroy(&program);
  if (compiled.cubin.empty()) {
    return Diagnostic{Failure::input,
                      fmt::format("{} does not compile it for {}:\n{}", compiler, arch, log),
                      "an architecture that this compiler does not know needs another version of it",
                      {name, 0, 0}};
  }
  return compiled;
}

/// NVRTC looks for its built-in functions by name alone, where the loader looks, and not beside itself: a toolkit
/// outside the loader's search path needs them loaded first.
void load_builtins(const std::filesystem::path& library) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(library.parent_path(), ignored))
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so"))
      dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

Result<Compiled> compile_with_nvrtc(const std::string& source, const std::string& name, const std::string& arch,
                                    const Tool& library, const CompileSettings& settings) {
  // One compilation at a time: NVRTC requests private tables of the driver, and it is not documented that two
  // threads may do so at once, under a tool that watches the driver least of all.
  static std::mutex one_at_a_time;
  const std::scoped_lock lock(one_at_a_time);
  load_builtins(library.path);
  // Never closed: the compiler leaves data that belongs to its threads, and their end would run
  // code of a library that is gone.
  void* const handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = dlerror();
    return Diagnostic{Failure::environment,
                      fmt::format("cannot load {}: {}", library.path.string(), why ? why : "no reason given"),
                      "",
                      {}};
  }
  Nvrtc api;
  if (!bind_all(handle, api)) {
    return Diagnostic{Failure::environment,
                      fmt::format("{} is too old: it cannot make a cubin", library.path.string()),
                      "NVRTC 11.1 or later",
                      {}};
  }
  return compile(api, source, name, arch, settings);
}

}  // namespace reconverge::toolchain
