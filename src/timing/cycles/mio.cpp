// SPDX-License-Identifier: MIT
#include "timing/cycles/mio.hpp"

#include <algorithm>
#include <limits>

#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {
namespace {

constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// Stores and atomics read data first, loads only an address: an operation that begins with data waits a cycle.
bool begins_with_data(const MioUse& use) { return use.data > 0; }

}  // namespace

/// Of a route that has a queue: all but Route::barrier.
PortUser Mio::user_of(Route route) {
  if (route == Route::xu) return PortUser::xu;
  return route == Route::address || route == Route::constant ? PortUser::address : PortUser::load_store;
}

/// Instructions that can wait for a unit.
std::size_t Mio::entry_count(PortUser user) const {
  const MioTiming& rule = record_.mio;
  if (user == PortUser::xu) return number(rule.xu_entries);
  return number(user == PortUser::address ? rule.address_entries : rule.load_store_entries);
}

/// The one that entered last; null: it has begun.
Mio::Operation* Mio::last() {
  if (!last_ || queue_of(*last_).waiting.empty()) return nullptr;
  return &queue_of(*last_).waiting.back();
}

/// Places before a unit that were left, when as many operations came later as it has.
void Mio::drop_entries(PortUser user) {
  auto& [waiting, entries] = queue_of(user);
  while (!entries.empty() && entries.size() + waiting.size() > entry_count(user)) entries.pop_front();
}

Cycle Mio::next_entry(Route route) {
  if (route == Route::barrier) return 0;
  const PortUser user = user_of(route);
  while (queue_of(user).waiting.size() >= entry_count(user)) step(never);
  drop_entries(user);
  return *known_entry(route);
}

std::optional<Cycle> Mio::known_entry(Route route) const {
  if (route == Route::barrier) return 0;
  const PortUser user = user_of(route);
  const auto& [waiting, entries] = queue_of(user);
  const std::size_t count = entry_count(user), used = entries.size() + waiting.size();
  if (waiting.size() >= count) return std::nullopt;
  return used < count ? 0 : entries[used - count];
}

void Mio::enter(Cycle cycle, const OperationTiming& operation, const MioUse& use, Scoreboards& scoreboards,
                std::uint8_t write_scoreboard, std::uint8_t read_scoreboard, bool executes) {
  while (step(cycle)) {
  }
  port_.pass(cycle);
  for (const std::uint8_t scoreboard : {write_scoreboard, read_scoreboard}) {
    if (scoreboard >= Scoreboards::count) continue;
    Scoreboards::Scoreboard& held = scoreboards[scoreboard];
    const bool clear = held.pending == 0 && std::ranges::all_of(held.results, [&](const Result& result) {
                         return settled(result) <= cycle + cycles(record_.issue.unseen_scoreboard);
                       });
    if (clear) {
      held.set = cycle;
      held.results.clear();
    }
    ++held.pending;
  }
  const MioUse used =
      executes ? use : MioUse{.results = std::min<std::uint8_t>(use.results, 1), .written = use.written};
  const Operation entered{.timing = &operation,
                          .scoreboards = &scoreboards,
                          .use = used,
                          .issued = cycle,
                          .write_scoreboard = write_scoreboard,
                          .read_scoreboard = read_scoreboard,
                          .data = used.data,
                          .addresses = used.addresses,
                          .executes = executes,
                          .passes = {},
                          .bar = bar_};
  const Route route = record_.unit_of(operation).route;
  if (route == Route::barrier) {
    const Cycle start = std::max(cycle, barrier_free_);
    barrier_free_ = start + cycles(operation.issue_interval);
    last_.reset();
    const std::int32_t nothing = record_.mio.no_lanes_barrier;
    const std::int32_t read = executes ? operation.source_release.value_or(0) : nothing;
    const std::int32_t written = executes ? operation.result_latency.value_or(0) : nothing;
    return finish(entered, start + cycles(read), start + cycles(written), Writer::barriers);
  }
  last_ = user_of(route);
  drop_entries(*last_);  // of those that were not asked about since
  queue_of(*last_).waiting.push_back(entered);
  forget_turn();
}

void Mio::accessed(Passes passes) {
  if (Operation* const entered = last()) entered->passes = passes;
  forget_turn();
}

void Mio::delay(std::int32_t count) {
  if (Operation* const entered = last()) entered->late += count;
}

Cycle Mio::clear_for(Scoreboards::Scoreboard& held, const ScoreboardCheck& check) {
  if (held.pending == 0 && held.results.empty()) return check.cycle;
  if (check.cycle <= held.set + cycles(record_.issue.unseen_scoreboard)) return check.cycle;
  while (held.pending > 0) step(never);
  Cycle clear = check.cycle;
  for (std::size_t i = 0; i < held.results.size(); ++i) {
    while (step(held.results[i].clear)) {  // operations whose result contends with this one
    }
    clear = std::max(clear, seen_clear(held.results[i], check));
  }
  return clear;
}

std::optional<Cycle> Mio::known_clear_for(const Scoreboards::Scoreboard& held, const ScoreboardCheck& check) const {
  if (held.pending == 0 && held.results.empty()) return check.cycle;
  if (check.cycle <= held.set + cycles(record_.issue.unseen_scoreboard)) return check.cycle;
  if (held.pending > 0) return std::nullopt;
  const std::optional<Turn>& turn = next_turn();
  Cycle clear = check.cycle;
  for (const Result& result : held.results) {
    if (turn && turn->start < result.clear) return std::nullopt;  // operations whose result contends with this one
    clear = std::max(clear, seen_clear(result, check));
  }
  return clear;
}

/// When one result has cleared its scoreboard for an instruction.
Cycle Mio::seen_clear(const Result& result, const ScoreboardCheck& check) const {
  const bool is_load = result.registers > 0 && (result.writer == Writer::shared || result.writer == Writer::level_1);
  const Cycle clear = settled(result);
  const Cycle done = check.reads != nullptr ? check.reads->clear_behind_stalls(clear) : clear;
  const Cycle seen = done + (is_load ? cycles(record_.issue.load_seen_later) : 0);
  const bool missed = seen > check.looked + cycles(record_.issue.unseen_scoreboard) && done <= check.cycle;
  return missed ? check.cycle + cycles(record_.issue.late_scoreboard) : done;
}

Mio Mio::forecast(const Scoreboards& own, Scoreboards& copied, std::optional<SharedMio>& shared) const {
  Mio copy = *this;
  if (shared_ != nullptr) copy.shared_ = &shared.emplace(*shared_);
  copy.reads_ = nullptr;
  const auto follow = [&](Operation& operation) {
    operation.scoreboards = operation.scoreboards == &own ? &copied : nullptr;
  };
  for (Queue& queue : copy.queues_)
    for (Operation& operation : queue.waiting) follow(operation);
  for (Further& further : copy.further_) follow(further.operation);
  return copy;
}

/// Rule 25 (write-port): a register that conflicts with another one is written a cycle later, and so are those after
/// it.
Cycle Mio::settled(const Result& result) const {
  if (result.registers + result.predicate == 0) return result.clear;
  const auto release = cycles(result.write_to_release);
  Cycle write = result.clear - release - result.registers;
  if (result.returned > 0 && shared_ != nullptr) write += shared_->predicate_late(result.returned);
  for (std::uint8_t i = 0; i < result.registers; ++i) {
    ++write;
    const std::uint8_t bank =
        result.in_pairs ? WritePort::all_banks
                        : WritePort::bank_of(static_cast<std::uint8_t>(result.first + i), record_.operand.banks);
    while (port_.is_taken(write, bank, rank(result.writer))) ++write;
  }
  const auto meets_another = [&](Cycle from) {
    for (std::uint8_t i = 0; i < result.predicate; ++i)
      if (port_.is_taken(from + i, WritePort::predicates, rank(result.writer))) return true;
    return false;
  };
  while (meets_another(write)) ++write;
  return write + release;
}

/// Rule 25 (write-port): a result of XU gives way to arithmetic once. Then what would issue waits, until no earlier
/// instruction takes the cycle.
bool Mio::is_claimed(Cycle cycle, std::uint8_t banks) const {
  return std::ranges::any_of(xu_writes_, [&](const XuWrite& write) {
    if (write.cycle >= cycle || (write.banks & banks) == 0) return false;
    Cycle waits = write.cycle;
    const auto wanted = static_cast<std::uint8_t>(write.banks | WritePort::of_doubles);
    while (waits < cycle && port_.is_taken(waits, wanted, rank(Writer::xu))) ++waits;
    return waits == cycle;
  });
}

/// Rule 24 (operand-port): a request in the cycle in which the port becomes free is served a cycle later.
Cycle Mio::behind_others(Cycle wanted) const {
  return port_free_ >= wanted ? std::max(port_free_, wanted + cycles(record_.mio.port_turnaround)) : wanted;
}

/// Rule 17 (indirect-branch): the register of a target is read through the operand port, after those of operations that
/// request it before it is free; a store that begins to write its memory just then goes first.
Cycle Mio::late_for_target(Cycle issued) {
  const Cycle wanted = issued + cycles(record_.mio.address_ready);
  while (read_before(wanted)) {
  }
  while (read_before(behind_others(wanted) + 1)) {
  }
  const Cycle start = behind_others(wanted);
  const bool meets = std::ranges::count(store_begins_, start) + std::ranges::count(shared_store_writes_, start) > 0;
  return start - wanted + (meets ? 1 : 0);
}

Cycle Mio::start_of(const Operation& operation) const {
  const MioTiming& rule = record_.mio;
  switch (route_of(operation)) {
    case Route::xu: {
      const Cycle wanted = operation.issued + cycles(rule.xu_ready);
      if (operation.use.data == 0)
        return std::max(wanted + (operation.executes ? cycles(rule.xu_without_registers) : 0), xu_free_);
      const int reads = operation.use.data * rule.register_read - (operation.use.data > 1 ? rule.xu_pair_overlap : 0);
      const Cycle unit = xu_free_ > cycles(reads) ? xu_free_ - cycles(reads) : 0;
      return std::max({wanted, unit, port_free_});
    }
    case Route::address:
    case Route::constant:
      if (operation.use.data + operation.use.addresses == 0)
        return std::max(operation.issued + cycles(rule.address_without_registers), address_free_);
      return behind_others(std::max(operation.issued + cycles(rule.address_ready), address_free_));
    default: break;
  }
  if (operation.started) return port_free_;
  if (begins_with_data(operation.use)) return behind_others(operation.issued + cycles(rule.data_ready));
  const bool reads_nothing = operation.use.data + operation.use.addresses == 0;
  return std::max(operation.issued, reads_nothing ? load_store_read_ : port_free_);
}

/// At the same time, the users that the record names first go first.
std::optional<Mio::Turn> Mio::first_turn() const {
  std::optional<Turn> next;
  for (const PortUser user : record_.operand_port_order) {
    const auto& waiting = queue_of(user).waiting;
    if (waiting.empty()) continue;
    const Cycle start = start_of(waiting.front());
    if (!next || start < next->start) next = Turn{start, user};
  }
  if (const Further* const further = next_further(); further != nullptr && (!next || further->next <= next->start))
    return Turn{further->next, PortUser::address, true};
  return next;
}

/// Whether what it has read goes ahead of the registers that it reads next: data, and the first half of an address of
/// 64 bits, but not the mask of SHFL. Rule 34 (shared-mio).
bool Mio::hands_over(const Operation& operation) const {
  return operation.data > 0 || route_of(operation) != Route::shared;
}

/// The one that has read all its registers asks for its unit: rule 34 (shared-mio).
Mio::Request Mio::request_of(const Turn& turn) const {
  if (shared_ == nullptr || turn.user == PortUser::xu) return {turn.start, turn.start};
  if (turn.user == PortUser::address) return {std::max(turn.start, shared_->address_free()), turn.start};
  const Operation& operation = queue_of(PortUser::load_store).waiting.front();
  const MioTiming& rule = record_.mio;
  const int reads = operation.data > 0 ? operation.data : std::min<int>(operation.addresses, 1);
  const bool reads_more = operation.addresses > (operation.data > 0 ? 0 : 1);
  const Cycle read = turn.start + cycles(reads > 0 ? reads * rule.register_read : rule.read_without_registers);
  const bool is_shared = operation.executes && route_of(operation) == Route::shared;
  if (reads_more && !hands_over(operation)) return {turn.start, turn.start};
  if (reads_more)
    return {.cycle = std::max(read, shared_->data_free()),
            .came = read,
            .is_of_shared_memory = is_shared,
            .hands_over = true,
            .begins = turn.start};
  return {.cycle = operation.executes ? std::max(read, shared_->accept_free()) : read,
          .came = read,
          .is_of_shared_memory = is_shared,
          .is_store = operation.executes && operation.use.results == 0};
}

bool Mio::step(Cycle limit) {
  const std::optional<Turn>& turn = next_turn();
  if (!turn || request_of(*turn).cycle >= limit) return false;
  take(*turn);
  return true;
}

/// The next operation reads registers, if it begins to before `limit`.
bool Mio::read_before(Cycle limit) {
  const std::optional<Turn>& turn = next_turn();
  if (!turn || turn->start >= limit) return false;
  take(*turn);
  return true;
}

void Mio::take(const Turn& turn) {
  forget_turn();
  switch (turn.user) {
    case PortUser::xu: read_of_xu(turn.start); break;
    case PortUser::address: turn.is_further ? take_word(turn.start) : read_of_address(turn.start); break;
    case PortUser::load_store: read_of_load_store(turn.start); break;
  }
}

/// Rule 34 (shared-mio): data are read when it is their turn, and so the registers behind them are later as well.
Cycle Mio::hand_over_data(Cycle start, Cycle read) {
  const Cycle taken = shared_->take_data(read);
  if (reads_ != nullptr && taken > read) reads_->delay_port(start, taken - read, record_.mio.register_read);
  return taken;
}

/// Rule 24 (operand-port): data together, then the registers of the address one by one.
void Mio::read_of_load_store(Cycle start) {
  auto& waiting = queue_of(PortUser::load_store).waiting;
  Operation& operation = waiting.front();
  const std::int32_t each = record_.mio.register_read;
  operation.started = true;
  Cycle end = start;
  if (operation.data > 0) {
    end = start + cycles(operation.data * each);
    if (shared_ != nullptr && operation.addresses > 0) end = hand_over_data(start, end);
    operation.data = 0;
    port_free_ = end;
  } else if (operation.addresses > 0) {
    end = start + cycles(each);
    if (shared_ != nullptr && operation.addresses > 1 && hands_over(operation)) end = shared_->take_data(end);
    --operation.addresses;
    port_free_ = end;
  } else {
    end = start + cycles(record_.mio.read_without_registers);
  }
  load_store_read_ = end;
  if (operation.addresses > 0) return;
  serve(operation, end);
  waiting.pop_front();
}

void Mio::serve(const Operation& operation, Cycle read) {
  const Route route = route_of(operation);
  const bool is_far = operation.executes && (route == Route::level_1 || route == Route::local);
  const bool stores = operation.use.results == 0;
  if (shared_ != nullptr && is_far && !stores) read = shared_->behind_store(read);
  if (shared_ != nullptr && operation.executes) read = shared_->accept(read);
  if (shared_ != nullptr && is_far && stores) shared_->take_store(read, cycles(operation.timing->issue_interval));
  if (is_far) {
    shared_free_ = std::max(shared_free_, read + cycles(record_.mio.l1_passes_shared));
    serve_level_1(operation, read);
  } else {
    serve_shared(operation, read);
  }
  const Cycle left = operation.passes.busy > 0 ? std::max(read, level_1_free_ - cycles(operation.passes.busy)) : read;
  queue_of(PortUser::load_store)
      .entries.push_back(left +
                         cycles(operation.timing->source_release.value_or(0) + (is_far ? record_.mio.l1_entry : 0)));
}

/// Rule 23 (shared-memory).
void Mio::serve_shared(const Operation& operation, Cycle read) {
  const OperationTiming& timing = *operation.timing;
  const MioTiming& rule = record_.mio;
  const bool is_shared = shared_ != nullptr && operation.executes;
  if (operation.bar > served_bar_) {  // rule 6 (block-barrier): BAR goes through the same unit
    served_bar_ = operation.bar;
    shared_free_ += cycles(rule.shared_wavefront);
  }
  Cycle start = std::max(read + cycles(operation.late), shared_free_);
  const std::int32_t each = operation.executes ? timing.issue_interval : rule.register_read;
  const int more = (operation.passes.wavefronts - 1) * each;
  if (is_shared) start = shared_->wavefronts(read, start, operation.passes.wavefronts, cycles(each));
  if (start > shared_free_) shared_from_ = start;
  shared_free_ = start + cycles(each + more);
  if (operation.executes && operation.use.data > 0 && operation.use.results == 0) {
    shared_store_writes_.push_back(start + cycles(rule.shared_store_write));
    if (shared_store_writes_.size() > number(rule.load_store_entries)) shared_store_writes_.pop_front();
  }
  const int results = operation.use.results / operation.passes.registers_at_once;
  const std::int32_t result = operation.executes ? timing.result_latency.value_or(0) : rule.no_lanes_result;
  Cycle done = start + cycles(result + more + std::max(results - 1, 0) + operation.passes.late);
  if (is_shared) done = shared_->registers(done, static_cast<std::uint64_t>(results));
  const bool gives_back = is_shared && results > 0;
  const Cycle returned = gives_back ? shared_->give_back(start + cycles(more), operation.use.writes_predicate) : 0;
  if (results > 0) shared_done_ = done = std::max(done, shared_done_ + cycles(results));
  const bool reads_nothing = operation.use.data + operation.use.addresses == 0;
  finish(operation,
         read + cycles(timing.source_release.value_or(0) + (reads_nothing ? rule.release_without_registers : 0)), done,
         Writer::shared, returned);
}

/// Rule 24 (operand-port).
void Mio::read_of_xu(Cycle start) {
  auto& [waiting, entries] = queue_of(PortUser::xu);
  const Operation& operation = waiting.front();
  const MioTiming& rule = record_.mio;
  const OperationTiming& timing = *operation.timing;
  const Cycle read = start + cycles(operation.use.data * rule.register_read);
  if (operation.use.data > 0) port_free_ = read;
  xu_free_ = read + cycles(timing.issue_interval);
  entries.push_back(xu_free_ + cycles(rule.xu_entry));
  const Cycle done = read + cycles(operation.executes ? timing.result_latency.value_or(0) : rule.no_lanes_xu_result);
  finish(operation, read + cycles(timing.source_release.value_or(0)), done, Writer::xu);
  waiting.pop_front();
}

void Mio::finish(const Operation& operation, Cycle read_clear, Cycle write_clear, Writer writer, Cycle returned) {
  const MioUse& use = operation.use;
  const std::int32_t release = operation.timing->write_to_release.value_or(0);
  // A pair of constants is written at once.
  const int at_once = operation.passes.registers_at_once;
  const auto registers = static_cast<std::uint8_t>(writer == Writer::constants ? std::min<std::uint8_t>(use.results, 1)
                                                                               : use.results / at_once);
  const bool waits = writer != Writer::xu;
  const std::int32_t predicate = !use.writes_predicate || writer == Writer::constants ? 0
                                 : waits                                              ? operation.timing->issue_interval
                                                                                      : 1;
  Scoreboards* const held = operation.scoreboards;
  if (held != nullptr && operation.write_scoreboard < Scoreboards::count)
    add((*held)[operation.write_scoreboard], {write_clear, waits ? registers : std::uint8_t{0}, use.written, writer,
                                              release, at_once > 1, static_cast<std::uint8_t>(predicate), returned});
  if (held != nullptr && operation.read_scoreboard < Scoreboards::count)
    add((*held)[operation.read_scoreboard], {.clear = read_clear});
  if (writer == Writer::level_1 || writer == Writer::barriers) return;  // nothing waits for them
  if (writer == Writer::xu && registers > 0) {
    std::ranges::rotate(xu_writes_, xu_writes_.end() - 1);
    const std::uint8_t bank = WritePort::bank_of(use.written, record_.operand.banks);
    xu_writes_.front() = {write_clear - cycles(release), use.is_pair ? WritePort::all_banks : bank};
  }
  for (int i = 0; i < registers; ++i)
    port_.book(write_clear - cycles(release) - cycles(i), WritePort::all_banks, rank(writer));
}

void Mio::add(Scoreboards::Scoreboard& held, Result result) {
  --held.pending;
  held.results.push_back(result);
}

}  // namespace reconverge::timing
