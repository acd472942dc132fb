// SPDX-License-Identifier: MIT
#include "measurements/state_checks.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "measurements/json_text.hpp"
#include "measurements/lists.hpp"
#include "statistics/summary.hpp"

namespace reconverge::measurements {
namespace {

using Json = nlohmann::ordered_json;

/// Both were computed from the same numbers; the last digits may differ by the order of a sum.
bool is_same(double said, double found) {
  constexpr double tolerance = 1e-9;
  return std::abs(said - found) <= tolerance * std::max(1.0, std::abs(found));
}

std::string text_of_number(double number) { return fmt::format("{}", number); }
std::string text_of_numbers(const std::vector<double>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string differs(const char* key, const char* what, const std::string& said, const std::string& found) {
  return fmt::format("{} is {}, and the {} of its samples is {}", key, said, what, found);
}

/// One number of a summary and that of the samples, which too few samples do not have.
std::string fault_of_number(const Json& state, const char* key, const char* what, std::optional<double> found,
                            std::size_t samples) {
  const auto said = number_of(member(state, key));
  if (!said) return "";
  if (samples == 0) return fmt::format("{} is {}, and there is no sample", key, *said);
  if (!found) return fmt::format("{} is {}, and {} samples have no {}", key, *said, samples, what);
  return is_same(*said, *found) ? "" : differs(key, what, text_of_number(*said), text_of_number(*found));
}

std::string fault_of_interval(const Json& state, const std::optional<statistics::Interval>& found,
                              std::size_t samples) {
  const Json& list = member(state, "interval_cycles");
  if (!list.is_array()) return "";
  const auto said = numbers_of<double>(list);
  if (!said || said->size() != 2) return fmt::format("interval_cycles is {}, and not two numbers", list.dump());
  if (!found) return fmt::format("interval_cycles is {}, and {} samples have no interval", list.dump(), samples);
  if (is_same((*said)[0], found->low) && is_same((*said)[1], found->high)) return "";
  return differs("interval_cycles", "interval", text_of_numbers(*said), text_of_numbers({found->low, found->high}));
}

std::string fault_of_flagged(const Json& state, const std::vector<std::size_t>& found) {
  const Json& list = member(state, "flagged_samples");
  if (!list.is_array()) return "";
  const auto said = numbers_of<std::size_t>(list);
  if (said && *said == found) return "";
  return fmt::format("flagged_samples is {}, and of its samples [{}] are far from the median", list.dump(),
                     fmt::join(found, ", "));
}

/// What the summary of a state says that its samples do not; else nothing.
std::string fault_of_summary(const Json& state, const std::vector<double>& samples) {
  const std::size_t count = samples.size();
  if (const auto said = number_of(member(state, "samples")); said && *said != static_cast<double>(count))
    return fmt::format("samples is {}, and samples_cycles has {}", *said, count);
  const auto summary = statistics::summarise(samples).value_or(statistics::Summary{});
  for (const std::string& fault :
       {fault_of_number(state, "median_cycles", "median", summary.median, count),
        fault_of_number(state, "minimum_cycles", "least", summary.minimum, count),
        fault_of_number(state, "maximum_cycles", "largest", summary.maximum, count),
        fault_of_number(state, "mean_cycles", "mean", summary.mean, count),
        fault_of_number(state, "deviation_cycles", "deviation", summary.deviation, count),
        fault_of_interval(state, summary.interval, count), fault_of_flagged(state, summary.flagged)})
    if (!fault.empty()) return fault;
  return "";
}

/// Numbers of a summary that no samples can have; else nothing.
std::string fault_without_samples(const Json& state) {
  for (const char* key : {"minimum_cycles", "median_cycles", "mean_cycles", "maximum_cycles", "deviation_cycles"})
    if (const auto said = number_of(member(state, key)); said && *said < 0)
      return fmt::format("{} is below 0: {}", key, *said);
  if (const auto count = number_of(member(state, "samples")); count && *count < 0)
    return fmt::format("samples is below 0: {}", *count);
  const auto least = number_of(member(state, "minimum_cycles")), most = number_of(member(state, "maximum_cycles"));
  for (const char* key : {"median_cycles", "mean_cycles", "maximum_cycles"})
    if (const auto said = number_of(member(state, key)); said && least && *said < *least && !is_same(*said, *least))
      return fmt::format("{} is {}, below minimum_cycles, {}", key, *said, *least);
  for (const char* key : {"median_cycles", "mean_cycles"})
    if (const auto said = number_of(member(state, key)); said && most && *said > *most && !is_same(*said, *most))
      return fmt::format("{} is {}, above maximum_cycles, {}", key, *said, *most);
  const auto interval = numbers_of<double>(member(state, "interval_cycles"));
  if (!interval || interval->size() != 2) return "";
  const double low = (*interval)[0], high = (*interval)[1];
  if (low > high) return fmt::format("interval_cycles begins above its end: {}", text_of_numbers(*interval));
  for (const char* key : {"median_cycles", "cycles"})  // what the interval of a measurement, of a prediction is of
    if (const auto said = number_of(member(state, key));
        said && (*said < low || *said > high) && !is_same(*said, low) && !is_same(*said, high))
      return fmt::format("{} is {}, outside interval_cycles, {}", key, *said, text_of_numbers(*interval));
  return "";
}

std::string fault_of_state(const Json& state) {
  const Json& n = member(state, "n");
  if (const auto number = integer_of<std::int64_t>(n); number && *number < 0) return "n is below 0";
  const Json& list = member(state, "samples_cycles");
  if (!list.is_array()) return fault_without_samples(state);
  const auto samples = numbers_of<double>(list);
  if (!samples) return "a sample is not a finite number, or there are more of them than any benchmark takes";
  const auto negative = std::ranges::find_if(*samples, [](double sample) { return sample < 0; });
  if (negative != samples->end()) return fmt::format("a sample is below 0: {}", *negative);
  return fault_of_summary(state, *samples);
}

/// A part of an account, and what it is at most a multiple of.
struct PartOf {
  const char *part, *whole;
  std::uint64_t times = 1;
};

constexpr std::uint64_t lanes_of_warp = 32;
constexpr PartOf parts_of_account[] = {{"apart_cycles", "cycles"},
                                       {"issuing_cycles", "cycles"},
                                       {"operands_cycles", "cycles"},
                                       {"memory_cycles", "cycles"},
                                       {"fetch_cycles", "cycles"},
                                       {"branch_cycles", "cycles"},
                                       {"meeting_cycles", "cycles"},
                                       {"pipe_cycles", "cycles"},
                                       {"executed_apart", "executed"},
                                       {"active_lanes", "executed", lanes_of_warp},
                                       {"thread_instructions", "executed", lanes_of_warp}};

std::string fault_of_costs(const Json& costs) {
  for (const PartOf& one : parts_of_account) {
    for (const char* key : {one.whole, one.part})
      if (const Json& said = member(costs, key); !said.is_null() && !said.is_number_unsigned())
        return fmt::format("{} is {}, which is no count", key, said.dump());
    const Json &part = member(costs, one.part), &whole = member(costs, one.whole);
    if (part.is_null() || whole.is_null()) continue;
    const auto quotient = part.get<std::uint64_t>() / one.times, rest = part.get<std::uint64_t>() % one.times;
    const auto most = whole.get<std::uint64_t>();
    if (quotient > most || (quotient == most && rest > 0))
      return fmt::format("{} is {}, and {} is {}", one.part, part.dump(), one.whole, whole.dump());
  }
  return "";
}

/// What lines, and instructions, each have a part of.
constexpr const char* summed_over_code[] = {"executed", "active_lanes",       "thread_instructions",
                                            "branches", "divergent_branches", "cycles"};

/// "executed of lines is 12 in sum, and that of the account 13". Nothing is said of a number that one of them lacks.
std::string fault_of_sums(const Json& parts, const Json& account, const char* list) {
  for (const char* key : summed_over_code) {
    const Json& whole = member(account, key);
    if (!whole.is_number_unsigned()) continue;
    const auto all = whole.get<std::uint64_t>();
    std::uint64_t sum = 0;
    bool is_known = !parts.empty(), is_more = false;
    for (const Json& part : parts) {
      const Json& said = member(part, key);
      is_known = is_known && said.is_number_unsigned();
      if (!is_known) break;
      const auto more = said.get<std::uint64_t>();
      is_more = is_more || more > all - sum;
      sum += is_more ? 0 : more;
    }
    if (!is_known || (sum == all && !is_more)) continue;
    return fmt::format("{} of {} is {} in sum, and that of the account {}", key, list,
                       is_more ? "more than " + std::to_string(all) : std::to_string(sum), all);
  }
  return "";
}

}  // namespace

std::string fault_of_kernel(const Json& kernel) {
  const Json& account = member(kernel, "account");
  if (const std::string fault = fault_of_costs(account); !fault.empty()) return "account: " + fault;
  for (const char* list : {"lines", "instructions"}) {
    const Json& parts = member(kernel, list);
    if (!parts.is_array()) continue;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (const std::string fault = fault_of_costs(parts[i]); !fault.empty())
        return fmt::format("{}[{}]: {}", list, i, fault);
    if (std::string fault = fault_of_sums(parts, account, list); !fault.empty()) return fault;
  }
  return "";
}

std::string fault_of_states(const Json& states) {
  if (!states.is_array()) return "";
  std::set<std::int64_t> known;
  for (const Json& state : states) {
    const Json& n = member(state, "n");
    const auto number = integer_of<std::int64_t>(n);
    if (!number && n.is_number()) return fmt::format("n of a state is {}, which is not an integer", n.dump());
    if (std::string fault = fault_of_state(state); !fault.empty()) return fmt::format("n = {}: {}", n.dump(), fault);
    if (number && !known.insert(*number).second) return fmt::format("n = {} is there twice", *number);
  }
  return "";
}

}  // namespace reconverge::measurements
