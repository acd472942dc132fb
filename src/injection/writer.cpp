// SPDX-License-Identifier: MIT
#include "injection/writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include "injection/size_limit.hpp"

namespace reconverge::injection {
namespace {

// Files may hold what is private to the application.
constexpr mode_t owner_only = 0600;

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

std::string hexadecimal(std::uint32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%08x", value);
  return text.data();
}

bool write_all(int file, const char* data, std::size_t bytes) {
  const SizeLimitHeld held;
  while (bytes > 0) {
    const ssize_t written = ::write(file, data, bytes);
    if (written <= 0) return false;
    data += written;
    bytes -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

std::string instructions_json(const Launch& launch) {
  std::string text;
  for (const auto& [place, counts] : launch.counts) {
    text += text.empty() ? "[" : ",[";
    text += "\"" + hexadecimal(place.cubin) + "\"," + json_text(place.function) + "," + std::to_string(place.pc);
    for (const std::uint64_t count : counts) text += "," + std::to_string(count);
    text += "]";
  }
  return "[" + text + "]";
}

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (result += '\\') += c;
    } else if (byte < 0x20 || byte >= 0x7F) {
      std::array<char, 8> escaped{};
      std::snprintf(escaped.data(), escaped.size(), "\\u%04x", byte);
      result += escaped.data();
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string json_list(const std::array<unsigned, 3>& values) {
  return "[" + std::to_string(values[0]) + "," + std::to_string(values[1]) + "," + std::to_string(values[2]) + "]";
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ",") + json_text(text);
  return "[" + list + "]";
}

void Writer::add_launch(const Launch& launch) {
  add_line("{\"kernel\":" + json_text(launch.kernel) + ",\"launch\":" + std::to_string(launch.index) +
           ",\"grid\":" + json_list(launch.grid) + ",\"block\":" + json_list(launch.block) +
           ",\"dynamic_shared_bytes\":" + std::to_string(launch.shared_bytes) +
           ",\"device\":" + std::to_string(launch.device) + ",\"seconds\":" + number(launch.seconds) +
           ",\"instructions\":" + instructions_json(launch) + "}");
}

void Writer::add_failure(std::string_view what, std::string_view why, bool denied) {
  add_line("{\"failed\":" + json_text(what) + ",\"why\":" + json_text(why) +
           ",\"denied\":" + (denied ? "true" : "false") + "}");
}

void Writer::add_totals(const std::map<std::string, std::uint64_t>& launches) {
  std::string text;
  for (const auto& [kernel, count] : launches)
    text += (text.empty() ? "" : ",") + json_text(kernel) + ":" + std::to_string(count);
  add_line("{\"launches\":{" + text + "}}");
}

void Writer::add_cubin(std::uint32_t checksum, const void* image, std::size_t bytes) {
  const std::string name = cubin_path(checksum);
  const std::string part = name + "." + std::to_string(getpid()) + ".part";
  if (access(name.c_str(), F_OK) == 0) return;
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, owner_only);
  if (file < 0) return;
  const bool whole = write_all(file, static_cast<const char*>(image), bytes);
  close(file);
  if (!whole || std::rename(part.c_str(), name.c_str()) != 0) unlink(part.c_str());
}

std::string Writer::cubin_path(std::uint32_t checksum) const {
  return folder_ + "/cubin-" + hexadecimal(checksum) + ".cubin";
}

void Writer::add_capture(const StoredCapture& capture) {
  add_line("{\"capture\":" + json_text(capture.path) + ",\"kernel\":" + json_text(capture.kernel) +
           ",\"launch\":" + std::to_string(capture.index) + ",\"bytes\":" + std::to_string(capture.bytes) +
           ",\"memory_bytes\":" + std::to_string(capture.memory_bytes) +
           ",\"allocations\":" + std::to_string(capture.pieces) + ",\"seconds\":" + number(capture.seconds) +
           ",\"notes\":" + json_list(capture.notes) + "}");
}

void Writer::add_line(const std::string& line) {
  const std::string name = folder_ + "/process-" + std::to_string(getpid()) + ".jsonl";
  const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, owner_only);
  if (file < 0) return;
  const std::string text = line + "\n";
  const off_t before = lseek(file, 0, SEEK_END);
  // Half a line would spoil those after it.
  if (!write_all(file, text.data(), text.size()) && before >= 0) {
    [[maybe_unused]] const int cut = ftruncate(file, before);
  }
  close(file);
}

}  // namespace reconverge::injection
