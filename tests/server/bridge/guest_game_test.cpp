#include "server/bridge/guest_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace server::bridge {
namespace {

constexpr milliseconds kServerNow{1'000'000};

class GuestGameTest : public testing::Test {
 protected:
  static Json state(int ply, const std::string& turn) {
    const std::vector<std::string> moves{"h8", "h9", "g8", "g9"};
    std::string text;
    for (int i = 0; i < ply; ++i) text += (i > 0 ? " " : "") + moves[static_cast<std::size_t>(i)];
    return {
        {"moves", text}, {"ply", ply}, {"turn", turn}, {"status", "playing"}, {"legal", {"a1", "b2", "c3"}}};
  }
  static Json full(const Json& state, const Json& you = "first") {
    return {{"t", "gameFull"},  {"gameId", "game"},    {"you", you},
            {"game", "gomoku"}, {"rule", "freestyle"}, {"size", 15},
            {"time", nullptr},  {"state", state},      {"players", {{{"name", "Bot"}}, {{"name", "Lin"}}}}};
  }
  static Json event(const std::string& kind, const Json& state) {
    return {{"t", "event"}, {"gameId", "game"}, {"kind", kind}, {"state", state}};
  }
  Todo take(const Json& message) { return game_.take(message, Clock::now(), kServerNow); }
  static std::string said(const Todo& todo) { return todo.say.empty() ? "" : text_of(todo.say[0], "move"); }
  static bool does(const Todo& todo, const std::string& action) {
    return std::ranges::any_of(todo.say, [&](const Json& each) { return text_of(each, "do") == action; });
  }

  Policy policy_{};
  GuestGame game_{"game", policy_};
};

TEST_F(GuestGameTest, AsksForAMoveInItsTurnOnce) {
  EXPECT_FALSE(take(full(state(1, "second"))).ask);
  const Todo todo = take(event("move", state(2, "first")));
  ASSERT_TRUE(todo.ask);
  EXPECT_EQ(todo.ask->ply, 2);
  EXPECT_EQ(todo.ask->moves, (std::vector<std::string>{"h8", "h9"}));
  EXPECT_FALSE(take(event("offer", state(2, "first"))).ask);
  EXPECT_EQ(game_.opponent(), "Lin");
}

TEST_F(GuestGameTest, TellsTheProgramOfNoStartButAnUnusualOne) {
  Json usual = full(state(0, "first"));
  usual["startPos"] = std::string(225, '-') + " X";
  EXPECT_EQ(take(usual).ask->setup.pos, "");
  GuestGame other("game", policy_);
  usual["startPos"] = std::string(112, '-') + "XO" + std::string(111, '-') + " X";
  EXPECT_EQ(other.take(usual, Clock::now(), kServerNow).ask->setup.pos, usual["startPos"].get<std::string>());
}

TEST_F(GuestGameTest, FindsItsFirstMoveBeforeTheGameExpires) {
  Json begins = state(0, "first");
  begins["expiresMs"] = 2'000;
  const auto now = Clock::now();
  const Todo todo = game_.take(full(begins), now, kServerNow);
  EXPECT_EQ(todo.ask->deadline, now + milliseconds(2'000) - policy_.margin);
}

// Programs may need long to start: not on their clock.
TEST_F(GuestGameTest, HasTheProgramStartedBeforeItsFirstTurn) {
  EXPECT_TRUE(take(full(state(1, "second"))).prepare);
  EXPECT_FALSE(take(event("offer", state(1, "second"))).prepare) << "once";
  EXPECT_TRUE(take(event("move", state(2, "first"))).ask);
  GuestGame other("game", policy_);
  const Todo todo = other.take(full(state(0, "first")), Clock::now(), kServerNow);
  EXPECT_TRUE(todo.ask && !todo.prepare);
}

TEST_F(GuestGameTest, MovesAtOnceWhereNoTimeIsLeft) {
  for (const int ply : {0, 2, 4}) {
    Json hurried = state(ply, "first");
    hurried["clock"] = {{"ms", {policy_.margin.count() + 5, 60'000}}, {"running", nullptr}, {"spent", 0}};
    Json message = full(hurried);
    message["time"] = {{"initial", 60'000}, {"increment", 0}};
    const Todo todo = take(message);
    EXPECT_FALSE(todo.ask);
    EXPECT_EQ(said(todo), "b2");
    EXPECT_FALSE(does(todo, "resign")) << "that is no failure of the program";
  }
}

// A connection or a server may be lost between a move and its acknowledgement.
TEST_F(GuestGameTest, SendsAMoveAgainUntilItIsOnTheBoard) {
  (void)take(full(state(2, "first")));
  EXPECT_EQ(said(game_.answered(2, "k10")), "k10");
  EXPECT_EQ(said(take(full(state(2, "first")))), "k10");
  EXPECT_EQ(said(game_.again()), "k10");
  EXPECT_TRUE(take(event("move", state(3, "second"))).say.empty());
  EXPECT_EQ(said(game_.again()), "");
}

TEST_F(GuestGameTest, DropsAnAnswerToAPositionThatHasPassed) {
  (void)take(full(state(2, "first")));
  (void)take(event("takeback", state(0, "first")));
  EXPECT_TRUE(game_.answered(2, "k10").say.empty());
  EXPECT_EQ(said(game_.answered(0, "k10")), "k10");
}

TEST_F(GuestGameTest, PlaysALegalMoveWhereItsProgramHasNone) {
  (void)take(full(state(2, "first")));
  EXPECT_EQ(said(game_.answered(2, std::nullopt)), "b2");
}

// A program that found no move after an offer of its opponent ended the bot with all its games.
TEST_F(GuestGameTest, AsksAnewWhereNothingSaysWhatIsLegal) {
  (void)take(full(state(2, "first")));
  Json offered = state(2, "first");
  offered.erase("legal");
  (void)take(event("offer", offered));
  const Todo todo = game_.answered(2, std::nullopt);
  ASSERT_EQ(todo.say.size(), 1u);
  EXPECT_EQ(todo.say[0]["t"], "join");
  EXPECT_TRUE(take(full(state(2, "first"))).ask);
}

TEST_F(GuestGameTest, PlaysAnotherMoveWhereTheRoomRefusesOne) {
  (void)take(full(state(2, "first")));
  (void)game_.answered(2, "z99");
  EXPECT_EQ(said(take({{"t", "error"}, {"gameId", "game"}, {"code", "illegal_move"}})), "b2");
}

TEST_F(GuestGameTest, GivesUpAfterThreeMovesInARowThatWereNotFound) {
  (void)take(full(state(0, "first")));
  (void)game_.answered(0, std::nullopt);
  (void)take(event("move", state(2, "first")));
  (void)game_.answered(2, std::nullopt);
  (void)take(event("move", state(4, "first")));
  EXPECT_FALSE(game_.has_failed());
  EXPECT_TRUE(does(game_.answered(4, std::nullopt), "resign"));
  EXPECT_TRUE(game_.has_failed()) << "not for what its opponent did";
}

// Three moves may be over before it has read its network.
TEST_F(GuestGameTest, DoesNotGiveUpWhileItsProgramStarts) {
  for (const int ply : {0, 2, 4}) {
    (void)take(full(state(ply, "first")));
    EXPECT_EQ(said(game_.unready(ply)), "b2");
  }
  EXPECT_FALSE(game_.has_failed());
  EXPECT_TRUE(game_.unready(4).say.empty()) << "it is not asked";
}

TEST_F(GuestGameTest, LeavesAGameThatItsProgramDoesNotKnow) {
  (void)take(full(state(1, "second")));
  EXPECT_EQ(game_.kind(), "gomoku freestyle");
  EXPECT_TRUE(does(game_.refuse(), "abort")) << "nothing is lost yet";
  EXPECT_TRUE(does(take({{"t", "error"}, {"gameId", "game"}, {"code", "not_allowed"}}), "resign"));
  (void)take(event("move", state(2, "first")));
  EXPECT_TRUE(does(game_.refuse(), "resign"));
  Json large = full(state(0, "first"));
  large["size"] = 20;
  (void)take(large);
  EXPECT_EQ(game_.kind(), "") << "other boards may be playable";
}

TEST_F(GuestGameTest, WaitsWhenTheServerAsksForIt) {
  (void)take(full(state(2, "first")));
  (void)game_.answered(2, "k10");
  const Todo todo = take({{"t", "error"}, {"gameId", "game"}, {"code", "rate_limited"}, {"retryMs", 700}});
  EXPECT_EQ(todo.again_in, milliseconds(700));
}

// A server has failed, and its rooms move to another one; or the room was closed for want of a place.
TEST_F(GuestGameTest, ComesBackToARoomThatIsAwayForAWhile) {
  for (const char* const code : {"elsewhere", "internal", "busy"}) {
    const Todo todo = take({{"t", "error"}, {"gameId", "game"}, {"code", code}, {"retryMs", 500}});
    EXPECT_EQ(todo.again_in, milliseconds(500)) << code;
    const Todo again = game_.again();
    ASSERT_EQ(again.say.size(), 1u);
    EXPECT_EQ(text_of(again.say[0], "t"), "join");
  }
}

// The room was closed, and knows nothing of the connection: a move would be refused.
TEST_F(GuestGameTest, JoinsAgainBeforeItRepeatsAMove) {
  for (const char* const code : {"internal", "busy", "elsewhere", "forbidden", "not_found"}) {
    (void)take(full(state(2, "first")));
    (void)game_.answered(2, "k10");
    const Todo todo = take({{"t", "error"}, {"gameId", "game"}, {"code", code}});
    EXPECT_TRUE(todo.again_in && !todo.is_over) << code;
    const Todo again = game_.again();
    ASSERT_EQ(again.say.size(), 1u) << code;
    EXPECT_EQ(text_of(again.say[0], "t"), "join") << code;
    EXPECT_EQ(said(take(full(state(2, "first")))), "k10") << code;
  }
}

// "Too many messages", or a join that has to wait: nothing in them names the game.
TEST_F(GuestGameTest, UnderstandsErrorsThatNameNoGame) {
  EXPECT_EQ(take({{"t", "error"}, {"code", "rate_limited"}, {"retryMs", 700}}).again_in, milliseconds(700));
  (void)take(full(state(2, "first")));
  (void)game_.answered(2, "k10");
  EXPECT_EQ(take({{"t", "error"}, {"code", "rate_limited"}, {"retryMs", 700}}).again_in, milliseconds(700));
  EXPECT_EQ(said(game_.again()), "k10");
  GuestGame other("other", policy_);
  EXPECT_TRUE(other.take({{"t", "error"}, {"code", "not_found"}}, Clock::now(), kServerNow).is_over);
  EXPECT_TRUE(other.take({{"t", "error"}, {"code", "not_allowed"}}, Clock::now(), kServerNow).is_over);
}

TEST_F(GuestGameTest, BelievesThatARoomIsGoneAtLast) {
  (void)take(full(state(1, "second")));
  const Json gone{{"t", "error"}, {"code", "not_found"}};
  EXPECT_FALSE(take(gone).is_over);
  EXPECT_FALSE(take(gone).is_over);
  EXPECT_TRUE(take(gone).is_over);
}

TEST_F(GuestGameTest, AnswersOffersAsItsPolicySays) {
  Json offered = state(1, "second");
  offered["offers"] = {{"takeback", "second"}, {"draw", "second"}};
  EXPECT_TRUE(does(take(full(offered)), "takeback"));
  EXPECT_FALSE(does(take(full(offered)), "draw"));
  policy_.takebacks = false;
  EXPECT_FALSE(does(take(full(offered)), "takeback"));
  policy_.takebacks = true;
  offered["offers"] = {{"takeback", "first"}};
  EXPECT_FALSE(does(take(full(offered)), "takeback")) << "its own";
}

TEST_F(GuestGameTest, AgreesToAnotherGameAndGoesThere) {
  Json over = state(4, "first");
  over["status"] = "finished";
  over["turn"] = nullptr;
  Todo todo = take(full(over));
  EXPECT_TRUE(todo.may_end_soon);
  EXPECT_FALSE(todo.is_over || does(todo, "rematch"));
  over["offers"] = {{"rematch", "second"}};
  EXPECT_TRUE(does(take(event("offer", over)), "rematch"));
  todo = take({{"t", "event"}, {"gameId", "game"}, {"kind", "rematch"}, {"nextId", "next"}});
  EXPECT_TRUE(todo.is_over);
  EXPECT_EQ(todo.next_id, "next");
  policy_.rematches = false;
  EXPECT_TRUE(take(full(over)).is_over);
}

TEST_F(GuestGameTest, EndsWhereItHasNoSeat) {
  EXPECT_TRUE(take(full(state(0, "first"), nullptr)).is_over);
  EXPECT_TRUE(take({{"t", "error"}, {"gameId", "game"}, {"code", "full"}}).is_over);
  Json aborted = state(0, "first");
  aborted["status"] = "aborted";
  EXPECT_TRUE(take(full(aborted)).is_over);
}

TEST_F(GuestGameTest, ClaimsWhenItsOpponentHasGone) {
  (void)take(full(state(1, "second")));
  const Todo todo =
      take({{"t", "gone"}, {"gameId", "game"}, {"side", "second"}, {"gone", true}, {"claimInMs", 30'000}});
  EXPECT_EQ(todo.claim_in, milliseconds(30'000));
  EXPECT_TRUE(does(game_.claim(), "claimWin"));
  (void)take(event("move", state(2, "first")));
  EXPECT_TRUE(game_.claim().say.empty()) << "the opponent has come back, and moved";
}

TEST_F(GuestGameTest, AsksTheRoomWhichSideIsItsAfterASwap) {
  (void)take(full(state(3, "second")));
  const Todo todo =
      take({{"t", "event"}, {"gameId", "game"}, {"kind", "swap"}, {"state", state(3, "second")}});
  ASSERT_EQ(todo.say.size(), 1u);
  EXPECT_EQ(text_of(todo.say[0], "t"), "join");
}

TEST_F(GuestGameTest, MakesChoicesOfAnOpeningItself) {
  Json choosing = state(3, "first");
  choosing["opening"] = {{"step", "choose"}, {"by", "first"}, {"options", {"keep", "swap"}}};
  EXPECT_TRUE(does(take(full(choosing)), "keep"));
  choosing["opening"] = {{"step", "choose"}, {"by", "first"}, {"options", {"declare"}}, {"atMost", 8}};
  const Todo declares = take(full(choosing));
  ASSERT_TRUE(does(declares, "declare"));
  EXPECT_EQ(declares.say[0].at("count"), 1);
  choosing["opening"] = {{"step", "place"}, {"by", "first"}, {"stones", 1}};
  EXPECT_EQ(said(take(full(choosing))), "b2");
  choosing["opening"] = {{"step", "pick"}, {"by", "first"}, {"offered", {"d4", "e5", "f6"}}};
  EXPECT_EQ(said(take(full(choosing))), "e5");
}

// Seen in a mirror, or turned around: h8 and h7, h9 and h6 stand in one line.
TEST_F(GuestGameTest, OffersFifthMovesOfWhichNoTwoAreTheSame) {
  Json choosing = state(4, "first");
  choosing["moves"] = "h8 h9 h7 h6";
  choosing["opening"] = {{"step", "choose"}, {"by", "first"}, {"options", {"offer"}}, {"toOffer", 8}};
  const Todo todo = take(full(choosing));
  ASSERT_TRUE(does(todo, "offer"));
  const auto moves = todo.say[0].at("moves").get<std::vector<std::string>>();
  EXPECT_EQ(moves.size(), 8u);
  std::set<std::pair<int, int>> seen;  // From the lines of both mirrors.
  for (const std::string& move : moves) {
    const int file = std::abs(move[0] - 'h'), rank = std::abs(2 * std::stoi(move.substr(1)) - 15);
    EXPECT_TRUE(seen.emplace(file, rank).second) << move;
  }
}

TEST_F(GuestGameTest, KnowsNothingOfOtherGames) {
  Json other = full(state(0, "first"));
  other["gameId"] = "other";
  EXPECT_FALSE(take(other).ask);
  EXPECT_FALSE(take(event("move", state(2, "first"))).ask) << "before its gameFull";
}

}  // namespace
}  // namespace server::bridge
