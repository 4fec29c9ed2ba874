#include "tests/engine/games/antireversi/expect_solved.h"

namespace engine::antireversi {
namespace {

TEST(AntireversiBot, SolvesTheVerifiedEndings) {
  expect_solved_by_bot(12, 34);
}

}  // namespace
}  // namespace engine::antireversi
