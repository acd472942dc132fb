// SPDX-License-Identifier: MIT
#include "injection/writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "injection/held_signals.hpp"

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

/// How many bytes the character has that a text begins with, which is none of ASCII; 0 if it is not UTF-8.
std::size_t utf8_bytes(std::string_view text) {
  const auto at = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  const std::size_t bytes = at(0) >= 0xF0 ? 4 : at(0) >= 0xE0 ? 3 : 2;
  std::uint32_t character = at(0) & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
    character = character << 6 | (at(i) & 0x3F);
  }
  const std::uint32_t least = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
  const bool is_half = character >= 0xD800 && character <= 0xDFFF;  // of a pair of UTF-16
  return at(0) >= 0xC0 && character >= least && character <= 0x10FFFF && !is_half ? bytes : 0;
}

bool write_all(int file, const char* data, std::size_t bytes) {
  const SignalsHeld held;
  while (bytes > 0) {
    const ssize_t written = ::write(file, data, bytes);
    if (written < 0 && errno == EINTR) continue;
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
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (result += '\\') += c;
    } else if (byte >= 0x80) {
      const std::size_t bytes = utf8_bytes(text.substr(i));
      result += bytes == 0 ? "\\ufffd" : text.substr(i, bytes);
      i += bytes == 0 ? 0 : bytes - 1;
    } else if (byte < 0x20 || byte == 0x7F) {
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
  const std::scoped_lock lock(lock_);
  if (append(line + "\n")) return;
  const std::string mark = folder_ + "/lost-" + std::to_string(getpid());
  [[maybe_unused]] const int made = symlink("a line could not be written", mark.c_str());
}

bool Writer::append(const std::string& text) {
  const int file = open_own();
  if (file < 0) return false;
  const off_t before = lseek(file, 0, SEEK_END);
  const bool is_whole = write_all(file, text.data(), text.size());
  // Half a line would spoil those after it.
  if (!is_whole && before >= 0) {
    [[maybe_unused]] const int cut = ftruncate(file, before);
  }
  return close(file) == 0 && is_whole;
}

int Writer::open_own() {
  constexpr int how = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
  if (!name_.empty()) return open(name_.c_str(), how);
  constexpr int most_programs = 10'000;
  for (int i = 1; i <= most_programs; ++i) {
    const std::string name = folder_ + "/process-" + std::to_string(getpid()) + "-" + std::to_string(i) + ".jsonl";
    const int file = open(name.c_str(), how | O_CREAT | O_EXCL, owner_only);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return file;
    [[maybe_unused]] const int allowed = fchmod(file, owner_only);  // whatever the application's umask is
    name_ = name;
    return file;
  }
  return -1;
}

}  // namespace reconverge::injection
