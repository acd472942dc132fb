// SPDX-License-Identifier: MIT
#include "injection/launch_capture.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "injection/cubin_names.hpp"

namespace reconverge::injection {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t copied_at_once = std::size_t{64} << 20;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string megabytes(std::uint64_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text.data();
}

std::string hexadecimal(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<unsigned char>(byte) >> 4];
    text += digits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

/// Functions and kernels of the runtime come by one type.
bool is_kernel(const DriverApi& driver, CUfunction handle) {
  std::size_t offset = 0, bytes = 0;
  return driver.parameter_of_function(handle, 0, &offset, &bytes) == CUDA_ERROR_INVALID_HANDLE;
}

CUkernel as_kernel(CUfunction handle) { return reinterpret_cast<CUkernel>(handle); }

CUfunction function_of(const DriverApi& driver, CUfunction handle) {
  CUfunction function = handle;
  if (is_kernel(driver, handle)) driver.function_of(&function, as_kernel(handle));
  return function;
}

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(text).str();
}

void append(std::string& bytes, std::uint64_t value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

bool LaunchCapture::wants(const std::string& symbol, std::uint64_t index) const {
  return !is_done_ && index == settings_.captured_launch && settings_.captured_kernel->is_found_in(symbol);
}

void LaunchCapture::load(const LaunchCall& call) const {
  if (driver_.missing.empty()) function_of(driver_, call.handle);
}

bool LaunchCapture::fail(const Launch& launch, const std::string& why) {
  is_done_ = true;
  file_.reset();
  pieces_.clear();
  writer_.add_failure("capture launch " + std::to_string(launch.index) + " of " + launch.kernel, why, false);
  return false;
}

/// Of several processes one captures.
bool LaunchCapture::claim() const {
  const int file = open((settings_.folder + "/" + claim_file).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  close(file);
  return true;
}

bool LaunchCapture::before(const Launch& launch, const LaunchCall& call, const std::set<std::uint32_t>& cubins) {
  const auto begin = Clock::now();
  is_done_ = true;
  if (!claim()) return false;
  if (!driver_.missing.empty()) return fail(launch, "the driver has no " + driver_.missing);
  if (call.is_cooperative) return fail(launch, "cooperative launches are not captured");
  if (call.has_clusters) return fail(launch, "launches in clusters are not captured");
  if (const auto why = clusters_of_code(call); !why.empty()) return fail(launch, why);
  if (const auto why = read_parameters(call)) return fail(launch, *why);
  find_code(launch, call, cubins);
  if (candidates_.empty()) return fail(launch, "no cubin that was loaded has this kernel");
  std::vector<Allocation> ranges = memory_.live();
  ranges.insert(ranges.end(), variables_.begin(), variables_.end());
  std::uint64_t all = 0;
  for (const Allocation& range : ranges) all += range.bytes;
  const std::string size = megabytes(all) + " in " + std::to_string(ranges.size()) + " allocations";
  if (all > settings_.most_bytes)
    return fail(launch,
                "it can reach " + size + ", more than the " + megabytes(settings_.most_bytes) + " of --max-bytes");
  terminal_.say("capturing launch " + std::to_string(launch.index) + " of " + launch.kernel + ": " + size);
  for (const std::string& name : memory_.unsupported())
    notes_.push_back("what " + name + " made is not in the capture");
  copy_pieces(ranges);
  file_ = std::make_unique<CaptureFile>(settings_.capture_path, settings_.run);
  file_->add(head_tag, head(launch, call));
  for (const Piece& piece : pieces_) file_->add(before_tag, {piece.bytes.data(), piece.bytes.size()});
  if (!file_->failure().empty()) return fail(launch, settings_.capture_path + ": " + file_->failure());
  seconds_ = seconds_since(begin);
  return true;
}

/// Why the clusters that the code was compiled for are not captured; empty: it was compiled for none.
std::string LaunchCapture::clusters_of_code(const LaunchCall& call) const {
  const CUfunction function = function_of(driver_, call.handle);
  std::string size;
  bool has_clusters = false;
  for (const auto which : {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
                           CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH}) {
    int blocks = 0;
    if (driver_.attribute_of(&blocks, which, function) != CUDA_SUCCESS) return "";
    has_clusters |= blocks > 1;
    size += (size.empty() ? "" : "x") + std::to_string(blocks);
  }
  return has_clusters ? "the kernel was compiled for clusters of " + size + " blocks, which are not captured" : "";
}

/// Why not; nothing if all are read.
std::optional<std::string> LaunchCapture::read_parameters(const LaunchCall& call) {
  const bool from_runtime = is_kernel(driver_, call.handle);
  Parameter parameter;
  for (std::size_t i = 0;; ++i) {
    const CUresult found =
        from_runtime ? driver_.parameter_of_kernel(as_kernel(call.handle), i, &parameter.offset, &parameter.bytes)
                     : driver_.parameter_of_function(call.handle, i, &parameter.offset, &parameter.bytes);
    if (found != CUDA_SUCCESS) break;
    parameters_.push_back(parameter);
  }
  if (parameters_.empty()) return std::nullopt;
  parameter_bytes_.resize(parameters_.back().offset + parameters_.back().bytes);
  if (call.parameters != nullptr) {
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      std::memcpy(parameter_bytes_.data() + parameters_[i].offset, call.parameters[i], parameters_[i].bytes);
    return std::nullopt;
  }
  if (call.extra == nullptr) return "the driver was given no parameters";
  const void* buffer = nullptr;
  std::size_t bytes = 0;
  for (void** option = call.extra; *option != CU_LAUNCH_PARAM_END; option += 2) {
    if (*option == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = option[1];
    if (*option == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *static_cast<const std::size_t*>(option[1]);
  }
  if (buffer == nullptr || bytes < parameter_bytes_.size()) return "the driver was given too few parameters";
  std::memcpy(parameter_bytes_.data(), buffer, parameter_bytes_.size());
  return std::nullopt;
}

void LaunchCapture::find_code(const Launch& launch, const LaunchCall& call, const std::set<std::uint32_t>& cubins) {
  for (const std::uint32_t cubin : cubins) {
    const CubinNames names = names_in(content_of(writer_.cubin_path(cubin)), launch.kernel);
    if (!names.has_kernel) continue;
    candidates_.push_back(cubin);
    list_variables(call, names.variables);
  }
}

void LaunchCapture::list_variables(const LaunchCall& call, const std::vector<std::string>& names) {
  CUlibrary library = nullptr;
  CUmodule module = nullptr;
  if (is_kernel(driver_, call.handle)) driver_.library_of(&library, as_kernel(call.handle));
  driver_.module_of(&module, function_of(driver_, call.handle));
  for (const std::string& name : names) {
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    const bool found =
        (library != nullptr && driver_.variable_of_library(&address, &bytes, library, name.c_str()) == CUDA_SUCCESS) ||
        (module != nullptr && driver_.variable_of_module(&address, &bytes, module, name.c_str()) == CUDA_SUCCESS);
    const bool is_known =
        std::ranges::any_of(variables_, [&](const Allocation& one) { return one.address == address; });
    if (found && !is_known)
      variables_.push_back({.address = address, .bytes = bytes, .kind = "variable", .name = name});
  }
}

bool LaunchCapture::copy(const Allocation& range, std::uint64_t offset, char* to, std::size_t bytes) const {
  if (!range.is_host) return driver_.copy(to, range.address + offset, bytes) == CUDA_SUCCESS;
  std::memcpy(to, reinterpret_cast<const char*>(range.address) + offset, bytes);
  return true;
}

/// Memory that the driver cannot read no kernel can: it is mapped for another device.
void LaunchCapture::copy_pieces(const std::vector<Allocation>& ranges) {
  std::map<std::string, std::uint64_t> unread;
  for (const Allocation& range : ranges) {
    Piece piece{.range = range, .bytes = std::vector<char>(range.bytes)};
    if (copy(range, 0, piece.bytes.data(), range.bytes)) {
      memory_bytes_ += range.bytes;
      pieces_.push_back(std::move(piece));
    } else {
      ++unread[range.kind];
    }
  }
  for (const auto& [kind, count] : unread)
    notes_.push_back(std::to_string(count) + " allocations of " + kind + " could not be read");
}

std::string LaunchCapture::head(const Launch& launch, const LaunchCall& call) const {
  const CUfunction function = function_of(driver_, call.handle);
  const auto attribute = [&](CUfunction_attribute which) {
    int value = 0;
    return driver_.attribute_of(&value, which, function) == CUDA_SUCCESS ? value : 0;
  };
  std::size_t stack = 0;
  driver_.limit(&stack, CU_LIMIT_STACK_SIZE);
  std::array<char, 256> device{};
  driver_.device_name(device.data(), static_cast<int>(device.size() - 1), static_cast<CUdevice>(launch.device));
  int version = 0;
  driver_.version(&version);
  const auto join = [](const auto& all, auto text_of) {
    std::string text;
    for (const auto& one : all) text += (text.empty() ? "" : ",") + text_of(one);
    return "[" + text + "]";
  };
  return "{\"format\":\"reconverge.capture\",\"kernel\":" + json_text(launch.kernel) +
         ",\"launch\":" + std::to_string(launch.index) + ",\"grid\":" + json_list(launch.grid) +
         ",\"block\":" + json_list(launch.block) + ",\"dynamic_shared_bytes\":" + std::to_string(launch.shared_bytes) +
         ",\"static_shared_bytes\":" + std::to_string(attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)) +
         ",\"local_bytes\":" + std::to_string(attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)) +
         ",\"stack_bytes\":" + std::to_string(stack) + ",\"device\":" + json_text(device.data()) +
         ",\"driver\":" + std::to_string(version) + ",\"parameters\":" +
         join(parameters_,
              [](const Parameter& one) {
                return "{\"offset\":" + std::to_string(one.offset) + ",\"bytes\":" + std::to_string(one.bytes) + "}";
              }) +
         ",\"parameter_bytes\":\"" + hexadecimal(parameter_bytes_) + "\",\"memory\":" +
         join(pieces_,
              [](const Piece& piece) {
                const Allocation& range = piece.range;
                return "{\"address\":" + std::to_string(range.address) + ",\"bytes\":" + std::to_string(range.bytes) +
                       ",\"kind\":" + json_text(range.kind) +
                       (range.name.empty() ? "" : ",\"name\":" + json_text(range.name)) + "}";
              }) +
         ",\"notes\":" + json_list(notes_) + "}";
}

void LaunchCapture::after(const Launch& launch, const std::string& failure, bool counted) {
  const auto begin = Clock::now();
  const bool completed = failure.empty();
  if (completed) add_changes();
  if (!add_code(launch, counted)) return;
  if (completed && counted) file_->add(counters_tag, instructions_json(launch));
  file_->add(done_tag, completed ? "{\"completed\":true}" : "{\"completed\":false,\"why\":" + json_text(failure) + "}");
  file_->finish();
  if (!file_->failure().empty()) {
    fail(launch, settings_.capture_path + ": " + file_->failure());
    return;
  }
  writer_.add_capture({.path = settings_.capture_path,
                       .kernel = launch.kernel,
                       .index = launch.index,
                       .bytes = file_->bytes(),
                       .memory_bytes = memory_bytes_,
                       .pieces = pieces_.size(),
                       .seconds = seconds_ + seconds_since(begin),
                       .notes = notes_});
  file_.reset();
  pieces_.clear();
}

/// Whole pages of each piece that are not what they were.
void LaunchCapture::add_changes() {
  std::vector<char> now;
  for (const Piece& piece : pieces_) {
    std::string changes;
    for (std::uint64_t at = 0; at < piece.bytes.size(); at += copied_at_once) {
      now.resize(std::min<std::uint64_t>(copied_at_once, piece.bytes.size() - at));
      if (!copy(piece.range, at, now.data(), now.size())) continue;
      const char* const before = piece.bytes.data() + at;
      for (std::size_t page = 0; page < now.size();) {
        std::size_t end = page;
        const auto differs = [&](std::size_t from) {
          return from < now.size() &&
                 std::memcmp(now.data() + from, before + from, std::min(page_bytes, now.size() - from)) != 0;
        };
        while (differs(end)) end += page_bytes;
        if (end == page) {
          page += page_bytes;
          continue;
        }
        const std::size_t bytes = std::min(end, now.size()) - page;
        append(changes, piece.range.address + at + page);
        append(changes, bytes);
        changes.append(now.data() + page, bytes);
        page = end;
      }
    }
    if (!changes.empty()) file_->add(after_tag, changes);
  }
}

/// If several cubins have a kernel of this name, that which was counted is the one.
bool LaunchCapture::add_code(const Launch& launch, bool counted) {
  if (counted && candidates_.size() > 1)
    for (const auto& [place, counts] : launch.counts)
      if (place.function == launch.kernel && std::ranges::find(candidates_, place.cubin) != candidates_.end())
        candidates_ = {place.cubin};
  if (candidates_.size() > 1)
    return fail(launch, "several cubins have a kernel of this name, and nothing was counted that says which ran");
  file_->add(code_tag, content_of(writer_.cubin_path(candidates_.front())));
  return true;
}

}  // namespace reconverge::injection
