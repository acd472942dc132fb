// SPDX-License-Identifier: MIT
#include "capture/capture.hpp"

#include <cstring>

#include "fuzz/target.hpp"
#include "injection/container.hpp"

namespace reconverge::fuzz {
namespace {

using injection::SectionHead;

constexpr std::size_t preamble = injection::capture_magic.size() + 2 * sizeof(std::uint32_t);

template <typename Value> void append(std::string& file, const Value& value) {
  file.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void add(std::string& file, std::string_view tag, std::string_view content) {
  SectionHead head{
      .stored_bytes = content.size(), .bytes = content.size(), .checksum = injection::checksum_of(content)};
  std::memcpy(head.tag.data(), tag.data(), head.tag.size());
  append(file, head);
  file += content;
}

/// A capture that is not compressed: a mutation changes what is said, and not what is unpacked.
std::string small_capture(std::string_view counters, std::string_view ending) {
  std::string file(injection::capture_magic);
  append(file, injection::capture_version);
  append(file, std::uint32_t{0});
  add(file, injection::head_tag,
      R"({"format":"reconverge.capture","kernel":"k","launch":1,"grid":[2,1,1],"block":[32,1,1],)"
      R"("dynamic_shared_bytes":0,"static_shared_bytes":16,"local_bytes":0,"stack_bytes":1024,"device":"a card",)"
      R"("driver":13000,"parameters":[{"offset":0,"bytes":8}],"parameter_bytes":"0000100000000000","memory":)"
      R"([{"address":4096,"bytes":64,"kind":"cuMemAlloc"},{"address":8192,"bytes":4,"kind":"variable","name":"v"}],)"
      R"("notes":[]})");
  add(file, injection::before_tag, std::string(64, 'x'));
  add(file, injection::before_tag, "abcd");
  std::string change;
  append(change, std::uint64_t{4096});
  append(change, std::uint64_t{8});
  add(file, injection::after_tag, change + "changed!");
  add(file, injection::code_tag, "no cubin");
  if (!counters.empty()) add(file, injection::counters_tag, counters);
  add(file, injection::done_tag, ending);
  return file;
}

/// Makes the checksums right, so that what they stand for is looked at.
std::string with_checksums(std::string_view input) {
  std::string file(input);
  for (std::size_t at = preamble; at < file.size() && file.size() - at >= sizeof(SectionHead);) {
    SectionHead head;
    std::memcpy(&head, file.data() + at, sizeof head);
    const std::size_t content = at + sizeof head;
    if (head.stored_bytes > file.size() - content) break;
    head.checksum = injection::checksum_of(std::string_view(file).substr(content, head.stored_bytes));
    std::memcpy(file.data() + at, &head, sizeof head);
    at = content + head.stored_bytes;
  }
  return file;
}

std::string check_file(std::string_view input) {
  const auto read = capture::read_capture(input, "input.capture");
  if (!read) return read.error().message.empty() ? "a refusal without a message" : "";
  if (!capture::is_capture(input)) return "accepted, and no capture";
  for (const capture::Parameter& parameter : read->parameters)
    if (parameter.offset > read->parameter_bytes.size() ||
        parameter.bytes > read->parameter_bytes.size() - parameter.offset)
      return "a parameter beyond the bytes of all";
  for (const capture::Origin& origin : read->origins) (void)read->name_of(origin.address);
  const auto again = capture::read_capture(capture::with_listing(input, "a listing"), "input.capture");
  if (!again) return "not read again with a listing: " + to_string(again.error());
  if (again->kernel != read->kernel || again->listing != "a listing") return "another capture with a listing";
  return {};
}

}  // namespace

std::string check(std::string_view input) {
  const std::string problem = check_file(input);
  return problem.empty() ? check_file(with_checksums(input)) : problem;
}

std::vector<std::string> pieces(std::string_view file) {
  std::vector<std::string> all{small_capture(R"([["00000001","k",16,2,40,30,1,1,0]])", R"({"completed":true})"),
                               small_capture("", R"({"completed":false,"why":"CUDA error 700"})")};
  if (file.starts_with(injection::capture_magic) && file.size() < 20'000) all.emplace_back(file);
  return all;
}

}  // namespace reconverge::fuzz
