#include "engine/games/registry.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace {

TEST(Registry, FindsEveryGameByItsId) {
  ASSERT_GE(engine::games().size(), 3u);
  for (const engine::Game& game : engine::games()) EXPECT_EQ(engine::find_game(game.id), &game);
  EXPECT_EQ(engine::find_game("chess"), nullptr);
  EXPECT_EQ(engine::find_game(""), nullptr);
}

// Games are searched by the code of their opening alone.
TEST(Registry, NoTwoGamesShareACodeOfAnOpening) {
  std::set<std::string_view> codes;
  for (const engine::Game& game : engine::games()) {
    EXPECT_EQ(game.opening_codes == nullptr, game.opening_code == nullptr) << game.id;
    if (!game.opening_codes) continue;
    for (const std::string_view code : game.opening_codes()) EXPECT_TRUE(codes.insert(code).second) << code;
  }
  EXPECT_GT(codes.size(), 50u);
}

}  // namespace
