// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace reconverge::emulator {

/// Memos for the blocks that run at once. Each is used by one of them, and by a later one with what it has learned; all
/// live as long as the pool, which a lease keeps. Several threads may use it.
template <typename Memo> class MemoPool {
 public:
  /// Gives the memo back at its end.
  class Lease {
   public:
    explicit Lease(std::shared_ptr<MemoPool> pool) : pool_(std::move(pool)), memo_(pool_->take()) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_->give_back(std::move(memo_)); }
    Memo& operator*() const { return *memo_; }
    Memo* operator->() const { return memo_.get(); }

   private:
    std::shared_ptr<MemoPool> pool_;
    std::unique_ptr<Memo> memo_;
  };

 private:
  std::unique_ptr<Memo> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Memo>();
    std::unique_ptr<Memo> memo = std::move(free_.back());
    free_.pop_back();
    return memo;
  }
  void give_back(std::unique_ptr<Memo> memo) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(memo));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Memo>> free_;
};

}  // namespace reconverge::emulator
