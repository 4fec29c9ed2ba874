#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store where databases like to differ: what text is, how it is compared, how large
/// a number may be.
namespace storage {
namespace {

using namespace std::string_literals;

class TextStoreTest : public StoreTest {};

INSTANTIATE_TEST_SUITE_P(All, TextStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

/// In the order of their bytes, which is that of no dictionary.
const std::vector<std::string> kInOrder{"-",
                                        "0",
                                        "A",
                                        "B",
                                        "Z",
                                        "_",
                                        "a",
                                        "a b",
                                        "a-b",
                                        "ab",
                                        "b",
                                        "z",
                                        "~",
                                        "\xC3\x84",
                                        "\xC3\xA4",
                                        "\xE4\xB8\x89",
                                        "\xE6\xA3\x8B",
                                        "\xF0\x9F\x8F\x86"};

TEST_P(TextStoreTest, SortsIdsByTheirBytes) {
  auto shuffled = kInOrder;
  std::ranges::reverse(shuffled);
  for (const std::string& id : shuffled) create(sample_game(id, 500));
  restart();
  EXPECT_EQ(claim_all(), kInOrder);
  std::vector<std::string> newest_first = ids({});
  std::ranges::reverse(newest_first);
  EXPECT_EQ(newest_first, kInOrder);
  GameQuery after;
  after.after = Cursor{500, "a-b"};
  EXPECT_EQ(ids(after), (std::vector<std::string>{"a b", "a", "_", "Z", "B", "A", "0", "-"}));
}

TEST_P(TextStoreTest, SweepsAndPagesUsersByTheBytesOfTheirIds) {
  for (const std::string& id : kInOrder) commit(CreateUser{User{id, id, true, 5}, "token " + id});
  EXPECT_EQ(reader_->last_user_of("", 5), "Z");
  EXPECT_EQ(reader_->last_user_of("Z", 2), "a");
  commit(SweepUsers{.after = "Z", .until = "ab", .sessions_before = 50, .guests_before = 50});
  for (const char* gone : {"_", "a", "a b", "a-b", "ab"})
    EXPECT_FALSE(reader_->find_token("token "s + gone)) << gone;
  for (const char* kept : {"Z", "B", "b"}) EXPECT_TRUE(reader_->find_token("token "s + kept)) << kept;
}

// Of each pair the one is not the other, whatever a language thinks of it.
TEST_P(TextStoreTest, TellsApartWhatLooksAlike) {
  const std::vector<std::string> names{
      "lin", "Lin", "LIN", "lin ", " lin", "l\u00EDn", "li\u0301n", "l\u0131n", "\uFF4C\uFF49\uFF4E",
      "%",   "l_n", "l%"};
  for (const std::string& name : names) {
    const Account account{{"id of " + name, name, false, 7}, {name}, "password of " + name};
    EXPECT_EQ(commit(CreateAccount{account, "token of " + name, ""}), WriteResult::done) << name;
    Game game = sample_game("game of " + name);
    game.code = name;
    game.seats[0] = Seat{name, "id of " + name, 0, ""};
    create(game);
  }
  for (const std::string& name : names) {
    const auto found = reader_->find_account({name});
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->password, "password of " + name);
    EXPECT_EQ(reader_->find_code(name), "game of " + name);
    EXPECT_EQ(ids({.player = name}), std::vector<std::string>{"game of " + name});
  }
  EXPECT_FALSE(reader_->find_account({"lIn"}));
}

TEST_P(TextStoreTest, KeepsAllTextThatThereIs) {
  Game game = sample_game();
  game.seats[0].name = "\x01\x1F\x7F\t\r\n\\ '' \"\" $1 ? :a %s {} \xEF\xBF\xBF \xF4\x8F\xBF\xBF";
  game.event = std::string(200'000, 'x');
  game.seats[1].token_hash = "";
  create(game);
  EXPECT_EQ(reader_->load(game.id)->game, game);
}

// PostgreSQL refuses such text, and with it everything that was to be committed together: one clumsy client
// would have stopped all games.
TEST_P(TextStoreTest, WhatIsNoTextHindersNobody) {
  for (const std::string& bad :
       {"a\0b"s, "\xFF\xFE"s, "\xC0\x80"s, "\xED\xA0\x80"s, "\xF5\x80\x80\x80"s, "\xE4\xB8"s}) {
    const std::string id =
        "game " + std::to_string(bad.size()) + std::to_string(static_cast<unsigned char>(bad[0]));
    Game game = sample_game(id);
    game.seats[0].name = bad;
    Event event = sample_event(id, 1);
    event.detail = bad;
    const std::string other = "beside " + id;
    const std::vector<Write> writes{CreateGame{game}, Append{event, {}, {}}, CreateGame{sample_game(other)}};
    EXPECT_EQ(store_->commit(writes), std::vector(3, WriteResult::done));
    const auto record = reader_->load(id);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->events.size(), 1u);
    EXPECT_FALSE(record->game.seats[0].name.empty());
    EXPECT_NO_THROW(ids({.player = bad}));
    EXPECT_TRUE(reader_->load(other));
    EXPECT_FALSE(reader_->find_token(bad));
  }
}

TEST_P(TextStoreTest, KeepsNumbersOfAllSizes) {
  constexpr auto kLeast = std::numeric_limits<Millis>::min();
  constexpr auto kMost = std::numeric_limits<Millis>::max();
  Game game = sample_game("one", -2'208'988'800'000);  // 1900.
  game.time = {kMost, 0, (Millis{1} << 53) + 1, std::numeric_limits<int>::max(), 1, -1};
  create(game);
  Event event = sample_event("one", 1);
  event.clock = {kLeast, -1};
  event.spent = kMost;
  EXPECT_EQ(commit(Append{event, {}, {}}), WriteResult::done);
  EXPECT_EQ(reader_->load("one"), (Record{game, {event}}));
  create(sample_game("two", kMost - 1));
  EXPECT_EQ(ids({}), (std::vector<std::string>{"two", "one"}));
  EXPECT_EQ(ids({.until = 0}), std::vector<std::string>{"one"});
}

TEST_P(TextStoreTest, KeepsFractionsToTheLastBit) {
  create(sample_game("one"));
  commit(Append{sample_event("one", 1), Ending{"finished", "first", "five", 9}, {}});
  commit(RequestAnalysis{"one", 5, 1});
  const std::vector<double> fractions{0.1 + 0.2, -1.0 / 3, 5e-324, 1.7976931348623157e308, 0};
  for (int ply = 0; ply < 5; ++ply) {
    const PlyAnalysis made{
        .ply = ply, .kind = "eval", .value = -1 - ply, .win = fractions[static_cast<std::size_t>(ply)]};
    EXPECT_EQ(commit(AppendAnalysis{"one", made}), WriteResult::done);
  }
  const auto analysis = reader_->load_analysis("one");
  ASSERT_EQ(analysis->plies.size(), 5u);
  for (std::size_t ply = 0; ply < 5; ++ply) EXPECT_EQ(analysis->plies[ply].win, fractions[ply]);
  EXPECT_EQ(analysis->plies[4].value, -5);
}

// A batch is larger than what sockets hold; none of its statements may wait for another's answer to be read.
TEST_P(TextStoreTest, TakesABatchOfAnySize) {
  create(sample_game("one"));
  std::vector<Write> writes;
  for (int v = 1; v <= 20'000; ++v) {
    Event event = sample_event("one", v);
    event.detail = std::string(100, 'd');
    writes.push_back(Append{event, {}, {}});
  }
  writes.push_back(Append{sample_event("one", 1), {}, {}});
  const auto results = store_->commit(writes);
  EXPECT_EQ(std::ranges::count(results, WriteResult::refused), 1);
  EXPECT_EQ(results.back(), WriteResult::refused);
  EXPECT_EQ(reader_->load("one")->events.size(), 20'000u);
  EXPECT_EQ(store_->commit({}), std::vector<WriteResult>{});
}

// In a batch each write sees those before it, also where one is made of several statements.
TEST_P(TextStoreTest, EachWriteOfABatchSeesThoseBefore) {
  Game game = sample_game("one");
  game.code = "same";
  Game next = sample_game("two");
  next.code = "same";
  const Account lin{{"u_lin", "Lin", false, 7}, {"lin"}, "password"};
  const std::vector<Write> writes{
      CreateGame{game},
      CreateGame{next},  // The code is taken,
      Append{sample_event("one", 1), {}, std::array{Seat{"Lin", "u_lin", 0, "x"}, Seat{}}},
      Append{sample_event("one", 2), Ending{"finished", "first", "five", 9}, {}},
      CreateGame{next},  // and free again.
      RequestAnalysis{"one", 3, 5},
      CreateUser{User{"u_lin", "Guest", true, 5}, "guest"},
      StartSession{"u_lin", "early", "", 6, "password"},
      CreateAccount{lin, "token", "web"},
      StartSession{"u_lin", "phone", "", 6, "password"},
      RenameUser{"u_lin", "x"},
      TouchSession{"guest", "", 7},
      ChangePassword{"u_lin", "password", "new", "token"},
      TouchSession{"phone", "", 7},
      CloseAccount{"u_lin", "new"},
      StartSession{"u_lin", "late", "", 8, "new"},
      EndSession{"token"},
  };
  using enum WriteResult;
  EXPECT_EQ(store_->commit(writes),
            (std::vector{done, refused, done, done, done, done, done, refused, done, done, refused, refused,
                         done, refused, done, refused, refused}));
  EXPECT_EQ(reader_->load("one")->game.seats[0].name, "Lin");
  EXPECT_EQ(reader_->load("one")->game.ending.result, "first");
  EXPECT_EQ(reader_->find_code("same"), "two");
}

}  // namespace
}  // namespace storage
