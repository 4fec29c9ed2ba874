#include "server/identity/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace server {
namespace {

using testing::MatchesRegex;

TEST(TokensTest, HaveTheirForm) {
  EXPECT_THAT(new_token(), MatchesRegex("[0-9A-Za-z]{43}"));
  EXPECT_THAT(new_game_id(), MatchesRegex("[0-9A-Za-z]{8}"));
  EXPECT_THAT(new_guest_id(), MatchesRegex("g_[0-9A-Za-z]{10}"));
  EXPECT_THAT(new_room_code(), MatchesRegex("[346-9A-HJKMNP-RTWXY]{5}"));
}

TEST(TokensTest, AreNotRepeated) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(new_game_id());
  EXPECT_EQ(ids.size(), 1000u);
}

TEST(TokensTest, HashIsBlake2b) {
  // Of the empty text, from the reference implementation (b2sum -l 256).
  EXPECT_EQ(hash_token(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_NE(hash_token("a"), hash_token("b"));
}

TEST(TokensTest, KnowsTheIdOfAUser) {
  EXPECT_TRUE(is_user_id(new_guest_id()));
  for (const char* other : {"", "g_", "g_short", "Lin", "g_0123456789a", "G_0123456789", "g_012345678_"})
    EXPECT_FALSE(is_user_id(other)) << other;
}

}  // namespace
}  // namespace server
