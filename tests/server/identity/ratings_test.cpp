#include "server/identity/ratings.h"

#include <gtest/gtest.h>

#include "tests/storage/memory_store.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

constexpr TimePoint kNow{std::chrono::days(20'000)};

class RatingsTest : public testing::Test {
 protected:
  RatingsTest() {
    for (const char* name : {"lin", "mei"}) {
      const storage::Account account{{std::string("g_") + name, name, false, 1}, {name}, "phc"};
      storage::commit_one(store_, storage::CreateAccount{account, std::string("token of ") + name});
    }
  }
  storage::Game game(const std::string& id) {
    storage::Game game = storage::sample_game(id);
    game.seats = {storage::Seat{"lin", "g_lin", 0, ""}, storage::Seat{"mei", "g_mei", 0, ""}};
    return game;
  }
  /// Plays a game to its end and rates it.
  storage::WriteResult play(const std::string& id, const std::string& result) {
    const auto ended = kNow.time_since_epoch().count();
    storage::commit_one(store_, storage::CreateGame{game(id)});
    storage::commit_one(
        store_, storage::Append{
                    storage::sample_event(id, 1), storage::Ending{"finished", result, "resign", ended}, {}});
    return storage::commit_one(store_, ratings_.rate(game(id), "blitz"));
  }
  std::optional<ShownRating> lins(const std::string& speed = "blitz") {
    return ratings_.find("g_lin", "gomoku", speed, kNow);
  }

  storage::MemoryStore store_;
  Ratings ratings_;
};

TEST_F(RatingsTest, ANewcomerHasAProvisionalRating) {
  EXPECT_EQ(lins(), std::nullopt) << "he is not here";
  const auto card = ratings_.open("g_lin", {});
  EXPECT_EQ(lins(), (ShownRating{1500, true}));
}

TEST_F(RatingsTest, ShowsWhatWasRead) {
  const storage::Standing strong{1812.6, 60, 0.06, 99, kNow.time_since_epoch().count()};
  const auto card = ratings_.open("g_lin", {{"g_lin", "gomoku", "blitz", strong}});
  EXPECT_EQ(lins(), (ShownRating{1813, false}));
  EXPECT_EQ(lins("rapid"), (ShownRating{1500, true}));
}

TEST_F(RatingsTest, ARatedGameChangesThoseWhoAreHere) {
  const auto card = ratings_.open("g_lin", {});
  EXPECT_EQ(play("one", "first"), storage::WriteResult::done);
  EXPECT_EQ(lins(), (ShownRating{1500, true})) << "not before the commit is known to be done";
  const auto changes = ratings_.take_changes("one", true);
  ASSERT_TRUE(changes);
  EXPECT_EQ((*changes)[0].before, 1500);
  EXPECT_EQ((*changes)[0].after, 1741);
  EXPECT_EQ((*changes)[1].after, 1259);
  EXPECT_EQ(lins(), (ShownRating{1741, true}));
  EXPECT_EQ(store_.ratings("g_mei").at(0).standing.games, 1);
  EXPECT_EQ(ratings_.take_changes("one", true), std::nullopt) << "told once";
}

TEST_F(RatingsTest, AGameThatDoesNotCountChangesNothing) {
  const auto card = ratings_.open("g_lin", {});
  play("one", "first");
  ratings_.take_changes("one", true);
  EXPECT_EQ(storage::commit_one(store_, ratings_.rate(game("one"), "blitz")), storage::WriteResult::done);
  EXPECT_EQ(ratings_.take_changes("one", true), std::nullopt);
  EXPECT_EQ(ratings_.take_changes("unknown", true), std::nullopt);
}

// The formula has run, but nothing of it is on disk.
TEST_F(RatingsTest, AnEndThatIsNotWrittenChangesNothing) {
  const auto card = ratings_.open("g_lin", {});
  EXPECT_EQ(play("one", "first"), storage::WriteResult::done);
  EXPECT_EQ(ratings_.take_changes("one", false), std::nullopt);
  EXPECT_EQ(lins(), (ShownRating{1500, true}));
  EXPECT_EQ(ratings_.take_changes("one", true), std::nullopt) << "nothing is kept";
}

TEST_F(RatingsTest, PagesOfOneUserShareACard) {
  auto card = ratings_.open("g_lin", {});
  const auto second = ratings_.open("g_lin", {});
  EXPECT_EQ(card, second);
  card.reset();
  EXPECT_TRUE(lins()) << "the other page holds it";
}

// Whoever has left costs nothing: a server sees many more people than it holds.
TEST_F(RatingsTest, ForgetsWhoIsGone) {
  ratings_.open("g_lin", {});
  EXPECT_EQ(lins(), std::nullopt);
  std::weak_ptr<const Ratings::Standings> last;
  for (int i = 0; i < 5000; ++i) last = ratings_.open(std::to_string(i), {});
  EXPECT_TRUE(last.expired());
}

}  // namespace
}  // namespace server
