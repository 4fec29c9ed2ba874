#include <gmock/gmock.h>

#include <algorithm>
#include <future>
#include <random>
#include <set>

#include "tests/seed.h"
#include "tests/storage/postgres_fixture.h"
#include "tests/storage/sample_game.h"

/// What two servers write at the same moment. In every batch are moves of others, which must not suffer.
namespace storage {
namespace {

using testing::ElementsAre;
using enum WriteResult;

class PostgresRacesTest : public TwoNodesTest {
 protected:
  void SetUp() override {
    TwoNodesTest::SetUp();
    if (IsSkipped()) return;
    for (const char* game : {"a", "b"}) commit_one(*a_, CreateGame{sample_game(game)});
  }
  static Write account(const std::string& id, const std::string& key) {
    return CreateAccount{Account{{id, id, false, 1}, {key, id}, "password"}, "token of " + id, ""};
  }
  Write move(const std::string& game) { return Append{sample_event(game, ++moves_[game]), {}, {}}; }
  /// A game that ends, and has its place in the library.
  void place(const std::string& id) {
    Game game = sample_game(id);
    game.source.clear();
    commit_one(*a_, CreateGame{game});
    commit_one(*a_, Append{sample_event(id, 1), Ending{"finished", "first", "five", 1}, {}});
    IndexGames index;
    index.games.push_back({{1, id}, kRatedGames, {.game = "gomoku", .digest = 1}});
    commit_one(*a_, std::move(index));
  }
  /// What becomes of a write between two moves that meets `other`, whose transaction is under way and ends by
  /// `end` once the write waits for it.
  std::vector<WriteResult> commit_beside_move(Write write, PostgresConnection& other,
                                              const std::string& end) {
    const std::vector<Write> writes{move("a"), std::move(write), move("a")};
    const auto looker = shell();  // Before: the write waits for two seconds only.
    auto committed = std::async(std::launch::async, [&] { return a_->commit(writes); });
    wait_until(*looker,
               "SELECT 'waits' FROM pg_stat_activity WHERE datname = current_database() "
               "AND wait_event_type = 'Lock'");
    other.run(end);
    return committed.get();
  }
  std::vector<std::string> tokens(const std::string& user) {
    std::vector<std::string> hashes;
    for (const Session& session : a_->open_reader()->sessions(user)) hashes.push_back(session.token_hash);
    return hashes;
  }

  std::map<std::string, int> moves_;
};

// Neither sees the other's name when it looks.
TEST_F(PostgresRacesTest, OfTwoThatRegisterOneNameTheSecondIsRefusedAlone) {
  const auto other = shell();
  other->run(
      "BEGIN; INSERT INTO users (id, name, guest, created) VALUES ('u_other', 'Lin', 0, 1);"
      "INSERT INTO accounts VALUES ('u_other', 'password', '');"
      "INSERT INTO account_names VALUES ('lin', 'u_other')");
  EXPECT_THAT(commit_beside_move(account("u_lin", "lin"), *other, "COMMIT"),
              ElementsAre(done, refused, done));
  EXPECT_EQ(versions(*a_, "a"), (std::vector{1, 2}));
  EXPECT_EQ(a_->open_reader()->find_account({"lin"})->user.id, "u_other");
  EXPECT_EQ(a_->open_reader()->find_token("token of u_lin"), std::nullopt);
}

TEST_F(PostgresRacesTest, OfTwoClubsOfOneNameTheSecondIsRefusedAlone) {
  commit_one(*a_, account("u_lin", "lin"));
  const auto other = shell();
  other->run(
      "BEGIN; LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE;"
      "INSERT INTO clubs VALUES ('c1', 'u_mei', 'Red', 'red', '', 'open', 1, 1, '');"
      "INSERT INTO club_names VALUES ('red', 'c1')");
  const Club club{"c2", "u_lin", "Red", "", "open", 1};
  EXPECT_THAT(commit_beside_move(CreateClub{club, {"Red", "red"}}, *other, "COMMIT"),
              ElementsAre(done, refused, done));
  EXPECT_EQ(a_->open_reader()->club("c2"), std::nullopt);
}

TEST_F(PostgresRacesTest, OfTwoThatAskForOneMailAddressOneIsWrittenTo) {
  commit_one(*a_, account("u_lin", "lin"));
  const auto other = shell();
  other->run(
      "BEGIN; LOCK TABLE mail_asks IN SHARE ROW EXCLUSIVE MODE;"
      "INSERT INTO mail_asks VALUES ('u_mei', '#', 5, 1)");
  const AskForMail ask{
      .user = "u_lin", .mailbox = {"a@b.test", "en"}, .address_hash = "#", .code_hash = "code", .at = 5};
  EXPECT_THAT(commit_beside_move(ask, *other, "COMMIT"), ElementsAre(done, done, done));
  EXPECT_FALSE(a_->open_reader()->mail_to_confirm("code", 5));
  EXPECT_TRUE(a_->open_reader()->mailbox("u_lin"));
}

TEST_F(PostgresRacesTest, AnAccountThatIsClosedMeanwhileJoinsNoClub) {
  for (const char* name : {"lin", "mei"}) commit_one(*a_, account(std::string("u_") + name, name));
  const Club club{"c1", "u_mei", "Red", "", "open", 1};
  commit_one(*a_, CreateClub{club, {"Red", "red"}});
  const auto other = shell();
  other->run("BEGIN; UPDATE accounts SET password = '' WHERE user_id = 'u_lin'");
  EXPECT_THAT(commit_beside_move(JoinClub{"c1", "u_lin", 5}, *other, "COMMIT"),
              ElementsAre(done, refused, done));
  EXPECT_EQ(a_->open_reader()->club("c1")->members, 1);
}

// A club is not closed while a tournament of it is not over.
TEST_F(PostgresRacesTest, NoTournamentIsMadeForAClubThatIsClosedMeanwhile) {
  commit_one(*a_, account("u_lin", "lin"));
  const Club club{"c1", "u_lin", "Red", "", "open", 1};
  commit_one(*a_, CreateClub{club, {"Red", "red"}});
  const auto other = shell();
  other->run(
      "BEGIN; LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE;"
      "DELETE FROM club_names; DELETE FROM club_members; DELETE FROM clubs");
  const Tournament tournament{"t1", "u_lin", "Lin", "Evening", "gomoku", "renju", "", 15, 5, "open", "c1"};
  const CreateTournament create{tournament, {1, "created", "{}", "u_lin", "", 5}, 9};
  EXPECT_THAT(commit_beside_move(create, *other, "COMMIT"), ElementsAre(done, refused, done));
  EXPECT_FALSE(a_->open_reader()->tournament("t1"));
}

TEST_F(PostgresRacesTest, OneGuestBecomesOneAccount) {
  commit_one(*a_, CreateUser{User{"u_lin", "Lin", true, 1}, "token"});
  const auto other = shell();
  other->run("BEGIN; INSERT INTO accounts VALUES ('u_lin', 'password', '')");
  EXPECT_THAT(commit_beside_move(account("u_lin", "lin"), *other, "COMMIT"),
              ElementsAre(done, refused, done));
}

TEST_F(PostgresRacesTest, TwoServersThatRegisterTheSameNamesGoOn) {
  constexpr int kRounds = 40;
  const auto register_all = [&](PostgresStore& store, const std::string& game) {
    std::vector<WriteResult> results;
    for (int i = 1; i <= kRounds; ++i) {
      const std::string name = "name " + std::to_string(i);
      const std::vector<Write> writes{Append{sample_event(game, i), {}, {}}, account(game + name, name)};
      const auto committed = store.commit(writes);
      EXPECT_EQ(committed[0], done) << i;
      results.push_back(committed[1]);
    }
    return results;
  };
  auto other = std::async(std::launch::async, [&] { return register_all(*b_, "b"); });
  const auto here = register_all(*a_, "a"), there = other.get();
  for (std::size_t i = 0; i < kRounds; ++i) EXPECT_NE(here[i], there[i]) << "one of them has it: " << i;
}

// The password was right when the login looked at it.
TEST_F(PostgresRacesTest, ALoginThatMeetsAChangeOfThePasswordIsRefused) {
  commit_one(*a_, account("u_lin", "lin"));
  const auto other = shell();
  other->run(
      "BEGIN; UPDATE accounts SET password = 'new' WHERE user_id = 'u_lin';"
      "DELETE FROM tokens WHERE user_id = 'u_lin'");
  EXPECT_THAT(commit_beside_move(StartSession{"u_lin", "thief", "", 5, "password", "site"}, *other, "COMMIT"),
              ElementsAre(done, refused, done));
  EXPECT_THAT(tokens("u_lin"), ElementsAre());
}

TEST_F(PostgresRacesTest, AChangeOfThePasswordThatMeetsALoginEndsIt) {
  for (const bool closes : {false, true}) {
    const std::string id = closes ? "u_mei" : "u_lin";
    commit_one(*a_, account(id, id + " key"));
    const auto other = shell();
    other->run("BEGIN; SELECT 1 FROM accounts WHERE user_id = '" + id +
               "' FOR SHARE;"
               "INSERT INTO tokens VALUES ('thief of " +
               id + "', '" + id + "', 5, '', 5)");
    const Write change = closes ? Write(CloseAccount{id, "password"})
                                : Write(ChangePassword{id, "password", "new", "token of " + id});
    EXPECT_THAT(commit_beside_move(change, *other, "COMMIT"), ElementsAre(done, done, done));
    EXPECT_EQ(tokens(id), closes ? std::vector<std::string>() : std::vector{"token of " + id});
  }
}

// Neither would see the other's row.
TEST_F(PostgresRacesTest, WhoFollowsWhileBeingBlockedDoesNot) {
  for (const char* id : {"u_lin", "u_mei"}) commit_one(*a_, account(id, id));
  const auto other = shell();
  other->run(
      "BEGIN; SELECT FROM accounts WHERE user_id IN ('u_lin', 'u_mei') ORDER BY user_id FOR NO KEY UPDATE;"
      "INSERT INTO relations VALUES ('u_mei', 'u_lin', 'block', 5)");
  EXPECT_THAT(commit_beside_move(Follow{"u_lin", "u_mei", 5, 9}, *other, "COMMIT"),
              ElementsAre(done, refused, done));
  EXPECT_EQ(a_->open_reader()->relation("u_lin", "u_mei"), "");
}

TEST_F(PostgresRacesTest, WhoFollowsAnAccountWhileItClosesDoesNot) {
  for (const char* id : {"u_lin", "u_mei"}) commit_one(*a_, account(id, id));
  const auto other = shell();
  other->run("BEGIN; UPDATE accounts SET password = '' WHERE user_id = 'u_mei'");
  EXPECT_THAT(commit_beside_move(Follow{"u_lin", "u_mei", 5, 9}, *other, "COMMIT"),
              ElementsAre(done, refused, done));
}

TEST_F(PostgresRacesTest, ABlockEndsWhatIsFollowedAtThatMoment) {
  for (const char* id : {"u_lin", "u_mei"}) commit_one(*a_, account(id, id));
  const auto other = shell();
  other->run(
      "BEGIN; SELECT FROM accounts WHERE user_id IN ('u_lin', 'u_mei') ORDER BY user_id FOR NO KEY UPDATE;"
      "INSERT INTO relations VALUES ('u_mei', 'u_lin', 'follow', 5)");
  EXPECT_THAT(commit_beside_move(Block{"u_lin", "u_mei", 5, 9}, *other, "COMMIT"),
              ElementsAre(done, done, done));
  EXPECT_EQ(a_->open_reader()->relation("u_mei", "u_lin"), "");
}

TEST_F(PostgresRacesTest, OfTwoRelationsAtOnceOnlyOneIsTheLast) {
  for (const char* id : {"u_lin", "u_mei", "u_wu"}) commit_one(*a_, account(id, id));
  for (const char* kind : {"follow", "block"}) {
    const auto other = shell();
    other->run(
        "BEGIN; SELECT FROM accounts WHERE user_id IN ('u_lin', 'u_wu') ORDER BY user_id FOR NO KEY UPDATE;"
        "INSERT INTO relations VALUES ('u_lin', 'u_wu', '" +
        std::string(kind) + "', 5) ON CONFLICT (user_id, other) DO UPDATE SET kind = EXCLUDED.kind");
    const Write write = kind == std::string("follow") ? Write(Follow{"u_lin", "u_mei", 5, 1})
                                                      : Write(Block{"u_lin", "u_mei", 5, 1});
    EXPECT_THAT(commit_beside_move(write, *other, "COMMIT"), ElementsAre(done, refused, done)) << kind;
  }
}

// The relation was begun while the account was there.
TEST_F(PostgresRacesTest, AnAccountThatClosesEndsWhatIsBegunAtThatMoment) {
  for (const char* id : {"u_lin", "u_mei"}) commit_one(*a_, account(id, id));
  const auto other = shell();
  other->run(
      "BEGIN; SELECT FROM accounts WHERE user_id IN ('u_lin', 'u_mei') ORDER BY user_id FOR NO KEY UPDATE;"
      "INSERT INTO relations VALUES ('u_lin', 'u_mei', 'follow', 5)");
  EXPECT_THAT(commit_beside_move(CloseAccount{"u_mei", "password"}, *other, "COMMIT"),
              ElementsAre(done, done, done));
  EXPECT_EQ(a_->open_reader()->relation("u_lin", "u_mei"), "");
}

// One of the two would have counted for nothing.
TEST_F(PostgresRacesTest, AGameIsRatedByWhatOneThatEndsAtThatMomentLeaves) {
  for (const char* id : {"u_lin", "u_mei"}) commit_one(*a_, account(id, id));
  commit_one(*a_, CreateGame{rated_game("played", "u_lin", "u_mei")});
  commit_one(*a_, Append{sample_event("played", 1), Ending{"finished", "first", "five", 9}, {}});
  const auto other = shell();
  other->run(
      "BEGIN; SELECT FROM users WHERE id IN ('u_lin', 'u_mei') ORDER BY id FOR NO KEY UPDATE;"
      "INSERT INTO ratings VALUES ('u_lin', 'gomoku', 'blitz', 1700, 99, 0.06, 4, 8)");
  const auto add_game = [](std::array<Standing, 2> standings, std::string_view, Millis) {
    for (Standing& standing : standings) ++standing.games;
    return standings;
  };
  EXPECT_THAT(commit_beside_move(RateGame{"played", "blitz", Standing{1500}, add_game}, *other, "COMMIT"),
              ElementsAre(done, done, done));
  EXPECT_EQ(a_->open_reader()->ratings("u_lin").at(0).standing.games, 5);
}

// Their games would have been nobody's.
TEST_F(PostgresRacesTest, AGuestWhoBecomesAnAccountIsNotForgotten) {
  commit_one(*a_, CreateUser{User{"u_lin", "Lin", true, 1}, "token"});
  commit_one(*a_, CreateGame{rated_game("played", "u_lin", "u_mei")});
  commit_one(*a_, Append{sample_event("played", 1), Ending{"finished", "first", "five", 9}, {}});
  const auto other = shell();
  other->run("BEGIN; UPDATE users SET guest = 0 WHERE id = 'u_lin'");
  EXPECT_THAT(commit_beside_move(ForgetGuest{"u_lin"}, *other, "COMMIT"), ElementsAre(done, refused, done));
  EXPECT_EQ(a_->open_reader()->load("played")->game.seats[0].user, "u_lin");
}

// What is written into it afterwards would stay for ever.
TEST_F(PostgresRacesTest, NothingComesIntoACollectionThatIsBeingRemoved) {
  commit_one(*a_, CreateCollection{{.id = "one", .owner = "u_lin", .name = "n", .visibility = "private"}, 9});
  const auto other = shell();
  other->run("BEGIN; UPDATE collections SET visibility = 'removed' WHERE id = 'one'");
  EXPECT_THAT(commit_beside_move(MarkIndexed{1, 7}, *other, "COMMIT"), ElementsAre(done, refused, done));
  EXPECT_EQ(value_of("SELECT count(*)::text FROM library_index"), "0");
}

// Both had kept the collection from being removed, and each waited for the other until the database chose
// one: a second, in which no move of either was written.
TEST_F(PostgresRacesTest, TwoServersAtOneImportDoNotWaitForEachOther) {
  commit_one(*a_, CreateCollection{{.id = "one", .owner = "u_lin", .name = "n", .visibility = "private"}, 9});
  commit_one(*a_, BeginImport{{.id = "imp", .collection = 1, .owner = "u_lin", .bytes = 1}});
  commit_one(*a_, StartImport{"imp", "", ""});
  const auto other = shell();
  other->run("BEGIN; UPDATE library_imports SET next = 64 WHERE id = 'imp'");
  const AddGames add{.import = "imp", .collection = 1, .next = 64};
  EXPECT_THAT(commit_beside_move(add, *other,
                                 "SET LOCAL lock_timeout = '100ms';"
                                 "UPDATE collections SET games = games WHERE number = 1; COMMIT"),
              ElementsAre(done, refused, done));
}

TEST_F(PostgresRacesTest, CollectionsThatAreMadeAtOnceHaveNumbersOfTheirOwn) {
  const auto other = shell();
  other->run("BEGIN; INSERT INTO collections VALUES (1, 'one', 'u_mei', 'n', 'private', 5, 0, 0)");
  const CreateCollection create{{.id = "two", .owner = "u_lin", .name = "n", .visibility = "private"}, 9};
  EXPECT_THAT(commit_beside_move(create, *other, "COMMIT"), ElementsAre(done, done, done));
  EXPECT_EQ(a_->open_reader()->library().collection("two")->number, 2);
}

/// What the store says of a batch that it cannot carry out.
std::optional<std::size_t> culprit(Store& store, const std::vector<Write>& writes) {
  try {
    store.commit(writes);
  } catch (const WriteFailed& failed) {
    return failed.write();
  }
  return std::nullopt;
}

// Longer than an index takes: of random bytes, for others are made shorter.
TEST_F(PostgresRacesTest, AnUnusedAccountThatIsLoggedInToWhenItIsSweptStays) {
  commit_one(*a_, account("u_lin", "lin"));
  commit_one(*a_, EndSessions{"u_lin"});
  const auto login = shell();
  login->run(
      "BEGIN; SELECT FROM accounts WHERE user_id = 'u_lin' FOR SHARE;"
      "INSERT INTO tokens (hash, user_id, created, client, seen) VALUES ('phone', 'u_lin', 9, '', 9)");
  const SweepUsers sweep{.after = "", .until = "z", .sessions_before = 5, .guests_before = 5};
  EXPECT_THAT(commit_beside_move(sweep, *login, "COMMIT"), ElementsAre(done, done, done));
  EXPECT_THAT(tokens("u_lin"), ElementsAre("phone"));
  ASSERT_TRUE(a_->open_reader()->find_account({"lin"}));
  EXPECT_FALSE(a_->open_reader()->find_account({"lin"})->user.guest);
}

// Each reads which games wait before the other has placed some of them, and not always from the same one on.
TEST_F(PostgresRacesTest, TwoServersPlaceEachGameThatHasEndedOnce) {
  constexpr int kGames = 60;
  for (int i = 1; i <= kGames; ++i) {
    Game game = sample_game("g" + std::to_string(i));
    game.source.clear();
    commit_one(*a_, CreateGame{game});
    commit_one(*a_, Append{sample_event(game.id, 1), Ending{"finished", "first", "five", i}, {}});
  }
  const auto place_all = [](PostgresStore& store, std::size_t left_out) {
    const auto reader = store.open_reader();
    while (true) {
      std::vector<EndedGame> ended = reader->library().ended_games(7);
      if (ended.empty()) return;
      ended.erase(ended.begin(),
                  ended.begin() + static_cast<std::ptrdiff_t>(std::min(left_out, ended.size())));
      IndexGames index;
      for (const EndedGame& each : ended)
        index.games.push_back({each, kRatedGames, {.game = "gomoku", .digest = each.ended}});
      commit_one(store, std::move(index));
    }
  };
  auto other = std::async(std::launch::async, [&] { place_all(*b_, 2); });
  place_all(*a_, 0);
  other.get();
  const auto reader = a_->open_reader();
  std::set<std::string> placed;
  for (int number = 1; number <= kGames; ++number) {
    const auto game = reader->library().library_game(kRatedGames, number);
    ASSERT_TRUE(game) << number;
    placed.insert(game->site);
  }
  EXPECT_EQ(placed.size(), static_cast<std::size_t>(kGames));
  EXPECT_EQ(reader->library().library_game(kRatedGames, kGames + 1), std::nullopt);
}

// It goes on beside a new one, and knows no places of games: to it they are collections without an owner,
// which it removes.
TEST_F(PostgresRacesTest, AServerOfBeforeRemovesNoPlacesOfGames) {
  place("g1");
  shell()->run("UPDATE collections SET visibility = 'removed' WHERE number = -1 AND visibility <> 'removed'");
  const auto found = a_->open_reader()->library().unindexed_collection("");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->number, kRatedGames);
}

// The other server had read who played before that was forgotten, and wrote it when the library was looked
// through.
TEST_F(PostgresRacesTest, AGuestIsForgottenInAGameThatAnotherServerPlaces) {
  commit_one(*a_, CreateUser{User{"g_wu", "Wu", true, 1}, "token"});
  place("g1");
  const auto other = shell();
  other->run(
      "BEGIN; UPDATE collections SET games = games WHERE number = -1;"
      "UPDATE library_games SET first_name = 'g_wu' WHERE collection = -1");
  EXPECT_THAT(commit_beside_move(ForgetGuest{"g_wu"}, *other, "COMMIT"), ElementsAre(done, done, done));
  EXPECT_TRUE(a_->open_reader()->library().last_games_of(kRatedGames, "g_wu", 5).empty());
}

TEST_F(PostgresRacesTest, NamesTheWriteThatTheDatabaseRefuses) {
  std::mt19937_64 random(random_seed());
  std::string id;
  while (id.size() < 20'000) id += static_cast<char>('#' + random() % 80);
  const std::vector<Write> writes{move("a"), move("b"), CreateUser{User{id, "Lin", true, 1}, "token"}};
  EXPECT_EQ(culprit(*a_, writes), 2u);
  EXPECT_THAT(a_->commit(std::span(writes).first(2)), ElementsAre(done, done));
}

TEST_F(PostgresRacesTest, NamesTheWriteThatWaitsForALock) {
  commit_one(*a_, CreateUser{User{"u_lin", "Lin", true, 1}, "token"});
  const auto other = shell();
  other->run("BEGIN; SELECT 1 FROM users WHERE id = 'u_lin' FOR UPDATE");
  const std::vector<Write> writes{move("a"), RenameUser{"u_lin", "Mei"}, move("b")};
  EXPECT_EQ(culprit(*a_, writes), 1u);
  EXPECT_THAT(a_->commit(std::vector{writes[0], writes[2]}), ElementsAre(done, done));
  other->run("ROLLBACK");
  EXPECT_EQ(commit_one(*a_, writes[1]), done);
}

// The last moves of a drain were refused, for another write of their batch: the server took itself for gone.
TEST_F(PostgresRacesTest, AServerLeavesWithTheBatchThatHappensAlone) {
  commit_one(*a_, CreateUser{User{"u_lin", "Lin", true, 1}, "token"});
  const auto other = shell();
  other->run("BEGIN; SELECT 1 FROM users WHERE id = 'u_lin' FOR UPDATE");
  const std::vector<Write> writes{RenameUser{"u_lin", "Mei"}, move("a"), Leave{}};
  EXPECT_EQ(culprit(*a_, writes), 0u);
  EXPECT_NO_THROW(a_->lease()->renew());
  EXPECT_THAT(a_->commit(std::span(writes).subspan(1)), ElementsAre(done, done));
  EXPECT_EQ(value_of("SELECT string_agg(node, ' ') FROM nodes"), "b");
}

}  // namespace
}  // namespace storage
