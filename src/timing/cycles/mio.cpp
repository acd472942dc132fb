#include "timing/cycles/mio.hpp"

#include <algorithm>
#include <limits>

namespace reconverge::timing {
namespace {

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

std::uint64_t cycles(std::int64_t count) { return static_cast<std::uint64_t>(count); }

/// Stores and atomics read data first, and loads an address only: what begins with data waits a cycle.
bool begins_with_data(const MioUse& use) { return use.data > 0; }

}  // namespace

std::deque<Mio::Operation>& Mio::queue_of(Pipe unit) {
  if (unit == Pipe::special) return special_;
  return unit == Pipe::address || unit == Pipe::constant ? address_ : load_store_;
}

std::uint64_t Mio::next_place(Pipe unit) {
  if (unit == Pipe::barrier) return 0;
  const auto& queue = queue_of(unit);
  const bool is_special = unit == Pipe::special, is_address = unit == Pipe::address || unit == Pipe::constant;
  auto& places = is_special ? special_places_ : is_address ? address_places_ : load_store_places_;
  const MioTiming& rule = record_.mio;
  const auto count = static_cast<std::size_t>(is_special   ? rule.special_places
                                              : is_address ? rule.address_places
                                                           : rule.load_store_places);
  while (queue.size() >= count) step(never);
  while (places.size() + queue.size() > count) places.pop_front();
  return places.size() + queue.size() < count ? 0 : places.front();
}

void Mio::enter(std::uint64_t cycle, const OperationTiming& operation, const MioUse& use,
                std::uint8_t write_scoreboard, std::uint8_t read_scoreboard, bool executes) {
  while (step(cycle)) {
  }
  for (const std::uint8_t scoreboard : {write_scoreboard, read_scoreboard}) {
    if (scoreboard >= scoreboard_count) continue;
    Scoreboard& held = scoreboards_[scoreboard];
    const bool clear = held.pending == 0 && std::ranges::all_of(held.results, [&](const Result& result) { return settled(result) <= cycle; });
    if (clear) {
      held.set = cycle;
      held.results.clear();
    }
    ++held.pending;
  }
  const MioUse used = executes ? use : MioUse{.results = std::min<std::uint8_t>(use.results, 1), .written = use.written};
  const Operation entered{.timing = &operation,
                          .use = used,
                          .issued = cycle,
                          .write_scoreboard = write_scoreboard,
                          .read_scoreboard = read_scoreboard,
                          .data = used.data,
                          .addresses = used.addresses,
                          .executes = executes,
                          .passes = {}};
  if (operation.pipe == Pipe::barrier) {
    const std::uint64_t start = std::max(cycle, barrier_free_);
    barrier_free_ = start + cycles(operation.occupies);
    last_ = nullptr;
    const std::int16_t nothing = record_.mio.barrier_without_lanes;
    const std::int16_t read = executes ? operation.operands : nothing, written = executes ? operation.result : nothing;
    return finish(entered, start + cycles(read), start + cycles(written), Writer::barriers);
  }
  auto& queue = queue_of(operation.pipe);
  queue.push_back(entered);
  last_ = &queue.back();
}

void Mio::accessed(Passes passes) {
  if (last_ != nullptr) last_->passes = passes;
}

void Mio::delay(std::int16_t count) {
  if (last_ != nullptr) last_->late = static_cast<std::int16_t>(last_->late + count);
}

std::uint64_t Mio::clear_for(std::size_t scoreboard, std::uint64_t cycle, std::uint64_t looked) {
  Scoreboard& held = scoreboards_[scoreboard];
  if (held.pending == 0 && held.results.empty()) return cycle;
  if (cycle <= held.set + cycles(record_.unseen_scoreboard)) return cycle;
  while (held.pending > 0) step(never);
  std::uint64_t clear = cycle;
  for (std::size_t i = 0; i < held.results.size(); ++i) {
    while (step(held.results[i].clear)) {  // what meets this result
    }
    const Result& result = held.results[i];
    const bool is_load = result.registers > 0 && (result.writer == Writer::shared || result.writer == Writer::level_1);
    const std::uint64_t done = settled(result);
    const bool missed = done + (is_load ? 1 : 0) > looked + 1 && done <= cycle;
    clear = std::max(clear, missed ? cycle + 1 : done);
  }
  return clear;
}

/// Rule 25: a register that another one is written with comes a cycle later, and so do those behind it.
std::uint64_t Mio::settled(const Result& result) {
  if (result.registers == 0) return result.clear;
  const auto behind_write = cycles(result.behind_write);
  std::uint64_t write = result.clear - behind_write - result.registers;
  for (std::uint8_t i = 0; i < result.registers; ++i) {
    ++write;
    while (port_.is_taken(write, WritePort::bank_of(static_cast<std::uint8_t>(result.first + i)), result.writer)) ++write;
  }
  return write + behind_write;
}

/// Rule 24: what wants the port in the cycle in which it becomes free comes a cycle later.
std::uint64_t Mio::behind_others(std::uint64_t wanted) const {
  return port_free_ >= wanted ? std::max(port_free_, wanted + 1) : wanted;
}

std::uint64_t Mio::start_of(const Operation& operation) const {
  const MioTiming& rule = record_.mio;
  switch (operation.timing->pipe) {
    case Pipe::special: {
      const std::uint64_t wanted = operation.issued + 1;
      if (operation.use.data == 0) return std::max(wanted + (operation.executes ? 1 : 0), special_free_);
      const int reads = operation.use.data * rule.register_read - (operation.use.data > 1 ? 1 : 0);
      const std::uint64_t unit = special_free_ > cycles(reads) ? special_free_ - cycles(reads) : 0;
      return std::max({wanted, unit, port_free_});
    }
    case Pipe::address:
    case Pipe::constant:
      if (operation.use.data + operation.use.addresses == 0) return std::max(operation.issued + 1, address_free_);
      return behind_others(std::max(operation.issued + cycles(rule.address_ready), address_free_));
    default: break;
  }
  if (operation.started) return port_free_;
  if (begins_with_data(operation.use)) return behind_others(operation.issued + 1);
  const bool reads_nothing = operation.use.data + operation.use.addresses == 0;
  return std::max(operation.issued, reads_nothing ? load_store_read_ : port_free_);
}

/// At one time the special unit reads first, then loads and stores, then the address unit.
std::optional<Mio::Turn> Mio::next_turn() const {
  std::optional<Turn> next;
  for (const auto* queue : {&special_, &load_store_, &address_}) {
    if (queue->empty()) continue;
    const std::uint64_t start = start_of(queue->front());
    if (!next || start < next->start) next = Turn{start, const_cast<std::deque<Operation>*>(queue)};
  }
  return next;
}

bool Mio::step(std::uint64_t limit) {
  const std::optional<Turn> turn = next_turn();
  if (!turn || turn->start >= limit) return false;
  if (turn->queue == &special_)
    read_of_special(turn->start);
  else if (turn->queue == &address_)
    read_of_address(turn->start);
  else
    read_of_load_store(turn->start);
  return true;
}

/// Rule 24: data together, then the registers of the address one by one.
void Mio::read_of_load_store(std::uint64_t start) {
  Operation& operation = load_store_.front();
  const std::int16_t each = record_.mio.register_read;
  operation.started = true;
  std::uint64_t end = start;
  if (operation.data > 0) {
    end = start + cycles(operation.data * each);
    operation.data = 0;
    port_free_ = end;
  } else if (operation.addresses > 0) {
    end = start + cycles(each);
    --operation.addresses;
    port_free_ = end;
  } else {
    end = start + 1;
  }
  load_store_read_ = end;
  if (operation.addresses > 0) return;
  serve(operation, end);
  if (last_ == &operation) last_ = nullptr;
  load_store_.pop_front();
}

void Mio::serve(const Operation& operation, std::uint64_t read) {
  const Pipe pipe = operation.timing->pipe;
  const bool is_far = operation.executes && (pipe == Pipe::global || pipe == Pipe::local);
  if (is_far) {
    shared_free_ = std::max(shared_free_, read + 1);
    serve_level_1(operation, read);
  } else {
    serve_shared(operation, read);
  }
  load_store_places_.push_back(read + cycles(operation.timing->operands + (is_far ? 1 : 0)));
}

/// Rule 23.
void Mio::serve_shared(const Operation& operation, std::uint64_t read) {
  const OperationTiming& timing = *operation.timing;
  const MioTiming& rule = record_.mio;
  const std::uint64_t start = std::max(read, shared_free_);
  const std::int16_t each = operation.executes ? timing.occupies : rule.register_read;
  const int more = (operation.passes.wavefronts - 1) * each;
  shared_free_ = start + cycles(each + more);
  const int results = operation.use.results;
  const std::int16_t result = operation.executes ? timing.result : rule.without_lanes;
  std::uint64_t done = start + cycles(result + more + std::max(results - 1, 0) + operation.late);
  if (results > 0) shared_done_ = done = std::max(done, shared_done_ + cycles(results));
  const bool reads_nothing = operation.use.data + operation.use.addresses == 0;
  finish(operation, read + cycles(timing.operands) + (reads_nothing ? 1 : 0), done, Writer::shared);
}

/// Rule 26.
void Mio::serve_level_1(const Operation& operation, std::uint64_t read) {
  const OperationTiming& timing = *operation.timing;
  const MioTiming& rule = record_.mio;
  const bool is_local = timing.pipe == Pipe::local;
  const int registers = std::max<int>(operation.use.results > 0 ? operation.use.results : operation.use.data, 1);
  const int busy = timing.occupies * operation.passes.wavefronts + (is_local ? registers - 1 : 0);
  tags_free_ = std::max(read, tags_free_) + cycles(operation.passes.tags);
  std::uint64_t start = std::max(tags_free_ - 1, level_1_free_);
  const bool loads = operation.use.results > 0;
  const auto meets = [&](const Interval& writes) { return start < writes.until && start + cycles(busy) > writes.from; };
  if (loads && std::ranges::any_of(store_writes_, meets)) start += cycles(rule.store_delays);
  level_1_free_ = start + cycles(busy);
  if (!loads) {
    const std::uint64_t from = start + cycles(rule.store_writes + timing.occupies * operation.passes.wavefronts);
    store_writes_.push_back({from, from + cycles(rule.store_writes_for * registers)});
    if (store_writes_.size() > cycles(rule.load_store_places)) store_writes_.pop_front();
  }
  const int more = (operation.passes.wavefronts - 1) * timing.occupies + registers - 1;
  std::uint64_t done = start + cycles(timing.result + more);
  if (loads) level_1_done_ = done = std::max(done, level_1_done_ + cycles(registers));
  finish(operation, read + cycles(timing.operands), done, Writer::level_1);
}

/// Rule 24.
void Mio::read_of_special(std::uint64_t start) {
  const Operation& operation = special_.front();
  const MioTiming& rule = record_.mio;
  const OperationTiming& timing = *operation.timing;
  const std::uint64_t read = start + cycles(operation.use.data * rule.register_read);
  if (operation.use.data > 0) port_free_ = read;
  special_free_ = read + cycles(timing.occupies);
  special_places_.push_back(special_free_ + cycles(rule.special_place));
  const std::uint64_t done = read + cycles(operation.executes ? timing.result : rule.special_without_lanes);
  finish(operation, read + cycles(timing.operands), done, Writer::special);
  if (last_ == &operation) last_ = nullptr;
  special_.pop_front();
}

/// Rule 27.
void Mio::read_of_address(std::uint64_t start) {
  const Operation& operation = address_.front();
  const MioTiming& rule = record_.mio;
  const OperationTiming& timing = *operation.timing;
  const bool reads = operation.use.data + operation.use.addresses > 0;
  const std::uint64_t read = start + cycles(reads ? rule.register_read : 0);
  if (reads) port_free_ = read;
  address_free_ = start + cycles(reads ? timing.occupies : rule.constant_occupies);
  address_places_.push_back(reads ? start + cycles(rule.address_place) : operation.issued + cycles(rule.constant_place));
  const std::int16_t operands = operation.executes ? timing.operands : rule.address_without_lanes;
  finish(operation, read + cycles(operands), read + cycles(timing.result + operation.late), Writer::constants);
  if (last_ == &operation) last_ = nullptr;
  address_.pop_front();
}

void Mio::finish(const Operation& operation, std::uint64_t read_clear, std::uint64_t write_clear, Writer writer) {
  const MioUse& use = operation.use;
  const auto behind = static_cast<std::int16_t>(operation.timing->behind_write);
  // A pair of constants is written at once.
  const std::uint8_t registers = writer == Writer::constants ? std::min<std::uint8_t>(use.results, 1) : use.results;
  const bool waits = writer != Writer::special;
  if (operation.write_scoreboard < scoreboard_count)
    add(operation.write_scoreboard, {write_clear, waits ? registers : std::uint8_t{0}, use.written, writer, behind});
  if (operation.read_scoreboard < scoreboard_count) add(operation.read_scoreboard, {.clear = read_clear});
  if (writer == Writer::level_1 || writer == Writer::barriers) return;  // nobody waits for them
  for (int i = 0; i < registers; ++i)
    port_.book(write_clear - cycles(behind) - static_cast<std::uint64_t>(i), WritePort::both_banks, writer);
}

void Mio::add(std::uint8_t scoreboard, Result result) {
  Scoreboard& held = scoreboards_[scoreboard];
  --held.pending;
  held.results.push_back(result);
}

}  // namespace reconverge::timing
