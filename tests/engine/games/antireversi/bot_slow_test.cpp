#include "tests/engine/games/antireversi/expect_solved.h"

namespace engine::antireversi {
namespace {

TEST(AntireversiBot, SolvesAllTheVerifiedEndings) {
  expect_solved_by_bot(18, 60);
}

}  // namespace
}  // namespace engine::antireversi
