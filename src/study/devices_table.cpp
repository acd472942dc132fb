// SPDX-License-Identifier: MIT
#include "study/study.hpp"

namespace reconverge::study {

/// Table 2 of the paper, as printed.
report::Section devices_table(const Context&) {
  report::Table table{
      .id = "devices",
      .caption = "Devices the paper tested.",
      .columns = {{"architecture", "architecture", "paper: Table 2"}, {"devices", "devices", "paper: Table 2"}},
      .rows = {{std::string("Fermi"), std::string("GTX 480, GT 610")},
               {std::string("Kepler"), std::string("GT 650M, GT 755M, GTX 770")},
               {std::string("Maxwell"), std::string("GTX 850M")}},
      .notes = {"The plots read a data file of a GTX 470, which the table does not list."}};
  return {.blocks = {std::move(table)}};
}

}  // namespace reconverge::study
