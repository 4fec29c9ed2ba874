#include "engine/games/registry.h"

#include <gtest/gtest.h>

namespace {

TEST(Registry, FindsEveryGameByItsId) {
  ASSERT_EQ(engine::games().size(), 3u);
  for (const engine::Game& game : engine::games()) EXPECT_EQ(engine::find_game(game.id), &game);
  EXPECT_EQ(engine::find_game("chess"), nullptr);
  EXPECT_EQ(engine::find_game(""), nullptr);
}

}  // namespace
