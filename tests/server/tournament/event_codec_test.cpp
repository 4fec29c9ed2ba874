#include "server/tournament/event_codec.h"

#include <gtest/gtest.h>

#include <set>

namespace server::tournament {
namespace {

const std::vector<Change> kChanges = {
    Created{{.game = "antireversi",
             .format = Format::arena,
             .rounds = 7,
             .cycles = 2,
             .legs = 4,
             .third_place = true,
             .tie_breaks = {TieBreak::bq, TieBreak::lot},
             .bq_factor = 5,
             .squares = 36,
             .base = Millis(60'000),
             .increment = Millis(500),
             .length = Millis(3'600'000),
             .quick_draw = 20,
             .long_draw = 60}},
    Joined{.user = "u1", .name = "\"三\" 棋", .rating = 1500, .lot = 4'000'000'000U, .invited = true},
    Withdrew{.player = 3, .by_director = true},
    CameBack{5},
    AskedBye{6},
    Started{},
    Paused{},
    Resumed{},
    RoundPaired{.tables = {{.first = 1,
                            .second = 2,
                            .reason = {.basis = Basis::other_points,
                                       .colour = ColourBasis::second_due,
                                       .points = {3, 4},
                                       .forced = {false, true}}}},
                .rests = {{.player = 3, .kind = RestKind::walkover, .opponent = 4}},
                .denied = {1, 2}},
    GameEnded{
        .game = {1, 2, 3},
        .outcome = {.result = Result::second, .ending = Ending::off_board, .plies = 60, .discs = {40, 24}}},
    NotPlayed{.game = {1, 2, 3}, .came = {true, false}},
    Corrected{.game = {3, 2, 1}, .outcome = {.result = Result::nobody, .ending = Ending::forfeit}},
    Replayed{.game = {4, 5, 6}},
    SeatsExchanged{.game = {7, 8, 9}},
    RoundAnnulled{},
    PairForbidden{.a = 1, .b = 9},
    Substituted{.player = 4, .user = "u2", .name = "S", .invited = true},
    Finished{},
    Cancelled{},
};

TEST(EventCodec, ReadsWhatItWrites) {
  ASSERT_EQ(kChanges.size(), std::variant_size_v<Change>) << "one of each kind";
  for (const Change& change : kChanges) {
    const std::string text = encode_change(change);
    const auto read = decode_change(kind_of(change), text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, change) << text;
  }
}

TEST(EventCodec, ReadsWhatAHostHasChosen) {
  Rules rules{.game = "gomoku", .format = Format::simul};
  for (const HostSide side : {HostSide::first, HostSide::second, HostSide::alternating}) {
    rules.host_side = side;
    rules.host_extra = Millis(600'000);
    EXPECT_EQ(decode_change(EventKind::created, encode_change(Created{rules})), Change(Created{rules}));
  }
}

TEST(EventCodec, EveryKindIsAmongTheSamples) {
  std::set<EventKind> kinds;
  for (const Change& change : kChanges) kinds.insert(kind_of(change));
  EXPECT_EQ(kinds.size(), kChanges.size());
}

TEST(EventCodec, ReadsWhatOlderServersWrote) {
  const auto joined = decode_change(EventKind::joined, R"({"user":"u1","name":"U","rating":0,"lot":7})");
  ASSERT_TRUE(joined);
  EXPECT_EQ(std::get<Joined>(*joined), (Joined{.user = "u1", .name = "U", .lot = 7}));
  EXPECT_EQ(decode_change(EventKind::withdrew, R"({"player":3})"), Change(Withdrew{3}));
  EXPECT_EQ(decode_change(EventKind::round_paired, R"({"tables":[],"rests":[]})"), Change(RoundPaired()));
}

TEST(EventCodec, RefusesWhatItDoesNotWrite) {
  EXPECT_FALSE(decode_change(EventKind::withdrew, ""));
  EXPECT_FALSE(decode_change(EventKind::withdrew, "{}"));
  EXPECT_FALSE(decode_change(EventKind::withdrew, "[1]"));
  EXPECT_FALSE(decode_change(EventKind::withdrew, R"({"player":"one"})"));
  EXPECT_FALSE(
      decode_change(EventKind::game_ended,
                    R"({"game":[1,1,1],"result":"won","ending":"onBoard","plies":1,"discs":[0,0]})"));
  EXPECT_FALSE(decode_change(EventKind::replayed, R"({"game":[1]})"));
}

}  // namespace
}  // namespace server::tournament
