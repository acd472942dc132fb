// SPDX-License-Identifier: MIT
#include "programs/kernels/host_block.hpp"

#include <ucontext.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace reconverge::programs {
namespace {

constexpr std::size_t stack_bytes = 64 * 1024;

enum class State { ready, in_exchange, at_barrier, done };

struct Thread {
  ucontext_t context{};
  std::vector<char> stack = std::vector<char>(stack_bytes);
  State state = State::ready;
  unsigned mask = 0;                         ///< of the exchange in which it waits
  std::uint64_t brought = 0;                 ///< to an exchange or a barrier
  std::array<std::uint64_t, 32> received{};  ///< from the lanes of its last exchange
  int sum = 0;                               ///< of its last barrier
};

struct Block {
  std::vector<Thread> threads;
  ucontext_t scheduler{};
  int running = 0;
  const std::function<void(int)>* body = nullptr;
};

Block* block = nullptr;

Thread& running() { return block->threads[static_cast<std::size_t>(block->running)]; }

void wait_in(State state, std::uint64_t value) {
  Thread& thread = running();
  thread.state = state;
  thread.brought = value;
  swapcontext(&thread.context, &block->scheduler);
}

void entry() {
  (*block->body)(block->running);
  running().state = State::done;
  swapcontext(&running().context, &block->scheduler);
}

/// Lets the lanes of an exchange go on, if all of them have come.
bool finish_exchange(std::size_t first, unsigned mask) {
  std::array<std::uint64_t, 32> all{};
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    if (first + lane >= block->threads.size())
      throw std::logic_error("an exchange names a lane that the block has not");
    const Thread& other = block->threads[first + lane];
    if (other.state != State::in_exchange || other.mask != mask) return false;
    all[lane] = other.brought;
  }
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    block->threads[first + lane].received = all;
    block->threads[first + lane].state = State::ready;
  }
  return true;
}

/// Lets all go on if no thread is still on its way to the barrier.
bool finish_barrier() {
  int sum = 0, waiting = 0;
  for (const Thread& thread : block->threads) {
    if (thread.state != State::at_barrier && thread.state != State::done) return false;
    if (thread.state == State::done) continue;
    ++waiting;
    sum += static_cast<int>(thread.brought);
  }
  for (Thread& thread : block->threads) {
    if (thread.state == State::done) continue;
    thread.sum = sum;
    thread.state = State::ready;
  }
  return waiting > 0;
}

bool take_turns() {
  bool moved = false;
  for (std::size_t i = 0; i < block->threads.size(); ++i) {
    Thread& thread = block->threads[i];
    if (thread.state == State::in_exchange) finish_exchange(i / 32 * 32, thread.mask);
    if (thread.state != State::ready) continue;
    block->running = static_cast<int>(i);
    swapcontext(&block->scheduler, &thread.context);
    moved = true;
  }
  return finish_barrier() || moved;
}

}  // namespace

void run_block_on_host(int n, const std::function<void(int)>& body) {
  Block made;
  made.threads.resize(static_cast<std::size_t>(n));
  made.body = &body;
  block = &made;
  for (Thread& thread : made.threads) {
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.data();
    thread.context.uc_stack.ss_size = thread.stack.size();
    thread.context.uc_link = nullptr;
    makecontext(&thread.context, entry, 0);
  }
  while (take_turns()) {
  }
  for (const Thread& thread : made.threads)
    if (thread.state != State::done) throw std::logic_error("threads of a block wait for each other");
  block = nullptr;
}

int lane_on_host() { return block->running & 31; }

const std::uint64_t* exchange_on_host(unsigned mask, std::uint64_t value) {
  running().mask = mask;
  wait_in(State::in_exchange, value);
  return running().received.data();
}

int barrier_on_host(int value) {
  wait_in(State::at_barrier, static_cast<std::uint64_t>(value));
  return running().sum;
}

}  // namespace reconverge::programs
