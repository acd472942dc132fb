// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "cli/output.hpp"

namespace reconverge::cli {

/// A list at the end of an object, as long as the code that ran: each row is made when it is written.
struct LateList {
  std::string name;
  std::size_t size = 0;
  std::function<nlohmann::ordered_json(std::size_t)> row;
};

/// A JSON object with one list that may be too long to be kept: its rows are written as they come. In the file the list
/// is between the members known before it and the rest.
class StreamedRecord {
 public:
  /// @param file  must outlive this; is committed by `finish`
  StreamedRecord(OutputFile& file, nlohmann::ordered_json head, std::string list_name)
      : file_(file), head_(std::move(head)), list_name_(std::move(list_name)) {}

  /// One row of the list. `finish` reports a row that could not be written.
  void add(const nlohmann::ordered_json& row);

  /// Adds the members of `rest` and the late lists, and puts the file into its place. Without added rows there is no
  /// list.
  core::Result<core::Done> finish(const nlohmann::ordered_json& rest, std::span<const LateList> lists = {});

 private:
  void write(const std::string& text);
  void write(const LateList& list);

  OutputFile& file_;
  nlohmann::ordered_json head_;
  std::string list_name_;
  bool has_rows_ = false;
  core::Result<core::Done> written_ = core::Done{};
};

}  // namespace reconverge::cli
