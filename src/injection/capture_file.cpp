// SPDX-License-Identifier: MIT
#include "injection/capture_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

#include "injection/compression.hpp"
#include "injection/held_signals.hpp"

namespace reconverge::injection {
namespace {

constexpr mode_t owner_only = 0600;

template <typename Value> std::string_view bytes_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// How many sections are compressed at once.
std::size_t width() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 16); }

}  // namespace

CaptureFile::CaptureFile(std::string path, const std::string& run)
    : path_(std::move(path)), part_(path_ + "." + run + "." + std::to_string(getpid()) + ".part") {
  unlink(part_.c_str());
  file_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, owner_only);
  if (file_ < 0) {
    fail(errno);
    return;
  }
  write(capture_magic);
  write(bytes_of(capture_version));
  write(bytes_of(std::uint32_t{0}));
}

CaptureFile::~CaptureFile() {
  if (file_ < 0) return;
  close(file_);
  unlink(part_.c_str());
}

void CaptureFile::add(std::string_view tag, std::string_view content) {
  do {
    std::vector<std::string_view> pieces;
    for (std::size_t i = 0; i < width() && (i == 0 || !content.empty()); ++i) {
      pieces.push_back(content.substr(0, most_section_bytes));
      content.remove_prefix(pieces.back().size());
    }
    std::vector<std::future<Packed>> packed;
    // Both: without a thread to be had it is done here.
    const auto how = pieces.size() > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
    for (const std::string_view piece : pieces) packed.push_back(std::async(how, pack, piece));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Packed section = packed[i].get();
      const std::string_view stored = section.coding == Coding::stored ? pieces[i] : section.bytes;
      SectionHead head{.coding = static_cast<std::uint32_t>(section.coding),
                       .stored_bytes = stored.size(),
                       .bytes = pieces[i].size(),
                       .checksum = checksum_of(stored)};
      std::ranges::copy(tag.substr(0, head.tag.size()), head.tag.begin());
      write(bytes_of(head));
      write(stored);
    }
  } while (!content.empty() && failure_.empty());
}

void CaptureFile::finish() {
  if (!failure_.empty()) return;
  const int closed = close(file_);  // some file systems find out only here that they are full
  file_ = -1;
  if (closed != 0 || std::rename(part_.c_str(), path_.c_str()) != 0) fail(errno);
}

void CaptureFile::write(std::string_view bytes) {
  const SignalsHeld held;
  while (failure_.empty() && !bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(written < 0 ? errno : ENOSPC);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    bytes_ += static_cast<std::uint64_t>(written);
  }
}

void CaptureFile::fail(int error) {
  failure_ = std::generic_category().message(error);
  if (file_ >= 0) close(file_);
  file_ = -1;
  if (error != EEXIST) unlink(part_.c_str());
}

}  // namespace reconverge::injection
