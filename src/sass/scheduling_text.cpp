#include "sass/scheduling_text.hpp"

namespace reconverge::sass {

core::Result<core::Done> parse_scheduling_text(Cursor& cursor, Instruction&) {
  cursor.advance(1);
  while (!cursor.at_end() && cursor.peek() != ';' && cursor.peek() != '&' && cursor.peek() != '?' &&
         !cursor.rest().starts_with("/*")) {
    cursor.advance(1);
  }
  return core::Done{};
}

}  // namespace reconverge::sass
