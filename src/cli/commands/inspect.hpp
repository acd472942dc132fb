#pragma once

#include "cli/session.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// `reconverge inspect INPUT`: the normalised listing, its blocks, regions and control words.
void add_inspect(CLI::App& app, Session& session);

}  // namespace reconverge::cli
