// What clients that keep the state themselves are told: it must make the very state that the others are told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/zobrist.h"
#include "engine/games/registry.h"
#include "server/protocol/codec.h"
#include "server/protocol/event_texts.h"
#include "tests/seed.h"
#include "tests/server/protocol/apply_delta.h"
#include "tests/server/room/table.h"
#include "tests/thorough.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;
using protocol::GameEvent;
using protocol::GameFull;
using protocol::GameState;

/// Of an event for a client that keeps the state, whatever the ply; lists of moves and points come on top.
/// Hardly a move has more than 240: a check with lag and both clocks, named in two notations, late in a game.
/// One that ends offers or the game says that too.
std::size_t most_bytes(const GameEvent& event, const Json& delta) {
  const bool plain = event.kind == EventKind::move && !delta.contains("offers") && !delta.contains("status");
  return plain ? 260 : 400;
}

Json json_of(const GameState& state) {
  GameEvent event;
  event.state = state;
  return Json::parse(protocol::encode(event))["state"];
}

std::string text_of(GameEvent event, const GameState& before, bool delta, bool with_legal) {
  const auto legal = std::exchange(event.state.legal, {});
  return *protocol::EventTexts(event, before, legal).text(delta, with_legal);
}

/// An event as one viewer saw it, after what he had seen before.
struct Told {
  GameState before;
  GameEvent event;

  Json delta() const { return Json::parse(text_of(event, before, true, true)); }
  std::size_t bytes_without_lists() const {
    GameEvent bare = event;
    bare.state.look.forbidden.clear();
    bare.state.look.perilous.clear();
    return text_of(bare, before, true, false).size();
  }
};

/// What came since the last snapshot, in the eyes of `viewer`.
std::vector<Told> told(Table& table, ViewerId viewer) {
  std::vector<Told> all;
  std::optional<GameState> known;
  for (const auto& message : table.inbox[viewer]) {
    if (const auto* full = std::get_if<GameFull>(&message)) known = full->state;
    const auto* event = std::get_if<GameEvent>(&message);
    if (!event) continue;
    if (known) all.push_back({*known, *event});
    known = event->state;
  }
  return all;
}

void expect_same_state(const Told& told) {
  const Json event = told.delta();
  EXPECT_EQ(protocol::apply_delta(json_of(told.before), event), nlohmann::json(json_of(told.event.state)))
      << event;
}

TEST(RoomDeltas, sayWhatTheWholeStateSays) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "g7"});
  table.act(kLin, ActionKind::draw);
  table.act(kWang, ActionKind::takeback);
  table.act(kLin, ActionKind::takeback);
  table.act(kLin, ActionKind::pause);
  table.act(kWang, ActionKind::pause);
  table.act(kWang, ActionKind::resume);
  table.act(kWang, ActionKind::add_time);
  table.act(kWang, ActionKind::resign);
  const auto seen = told(table, kLin);
  EXPECT_THAT(seen, testing::SizeIs(testing::Ge(11u)));
  for (const Told& each : seen) expect_same_state(each);
}

TEST(RoomDeltas, aMoveSaysNothingThatFollowsFromIt) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "g7"});
  const Told last = told(table, kLin).back();
  const Json event = last.delta();
  for (const char* field : {"by", "lag", "state"}) EXPECT_FALSE(event.contains(field)) << field;
  for (const char* field : {"turn", "status", "result", "reason", "offers", "check", "legal", "moves", "ply"})
    EXPECT_FALSE(event["delta"].contains(field)) << field;
  EXPECT_FALSE(event["delta"]["clock"].contains("running"));
}

TEST(RoomDeltas, theWholeFormIsTheOldOneByteForByte) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "g7"});
  for (const Told& each : told(table, kWang))
    EXPECT_EQ(text_of(each.event, each.before, false, true), protocol::encode(each.event));
}

TEST(RoomDeltas, everyTextIsWrittenOnceAndOnlyWhenWanted) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  Told last = told(table, kLin).back();
  const auto legal = std::exchange(last.event.state.legal, {});
  protocol::EventTexts texts(last.event, last.before, legal);
  const auto& spectators = texts.text(true, false);
  EXPECT_EQ(spectators.get(), texts.text(true, false).get());
  EXPECT_EQ(texts.text(true, true).get(), texts.text(true, true).get());
  EXPECT_NE(texts.text(true, true).get(), spectators.get());
  EXPECT_NE(texts.text(false, false).get(), spectators.get());
}

TEST(RoomDeltas, legalMovesFitInWhateverIsAroundThem) {
  GameEvent event;
  event.kind = EventKind::resume;
  event.state.status = Status::playing;
  const GameState before = event.state;
  event.state.legal = {"a1"};
  EXPECT_EQ(Json::parse(text_of(event, before, true, true))["delta"], Json({{"legal", {"a1"}}}));
  event.state.look.check = true;
  EXPECT_EQ(Json::parse(text_of(event, before, true, true))["delta"],
            Json({{"legal", {"a1"}}, {"check", true}}));
  event.state.look.turn = Side::second;
  EXPECT_EQ(Json::parse(text_of(event, before, true, true))["delta"],
            Json({{"turn", "second"}, {"legal", {"a1"}}, {"check", true}}));
}

// ---- whole games ----------------------------------------------------------------------------------------

struct Variant {
  const char* game;
  const char* rule;
  int size;
};

/// Every event of a random game, as both players and somebody who looks on are told of it.
void check_random_game(const Variant& variant, engine::SplitMix64& random) {
  Table table({.game = variant.game, .rule = variant.rule, .size = variant.size});
  table.open();
  for (const ViewerId viewer : {kLin, kWang}) table.join(viewer);
  table.join(kZhao, false);
  std::array<GameState, 3> known;
  known.fill(table.last<GameFull>(kZhao)->state);
  for (int step = 0; step < 400 && !table.state->log().over(); ++step) {
    for (auto& [viewer, messages] : table.inbox) messages.clear();
    const auto legal = table.state->log().match().legal_moves();
    table.now += Millis(random.below(900));
    table.round_trip = Millis(random.below(40));
    if (random.below(40) == 0) {
      table.act(kLin, ActionKind::takeback);
      table.act(kWang, ActionKind::takeback);
    } else {
      table.move(table.to_act(), legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (const GameEvent& event : table.told<GameEvent>(std::array{kLin, kWang, kZhao}[i])) {
        const Told one{known[i], event};
        expect_same_state(one);
        EXPECT_LE(one.bytes_without_lists(), most_bytes(event, one.delta()["delta"])) << one.delta();
        const bool every_point = std::string(variant.game) == "gomoku";
        if (every_point && !event.state.legal.empty()) {
          EXPECT_EQ(one.delta()["delta"]["legal"], "free");
        }
        known[i] = event.state;
      }
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST(RoomDeltas, areSmallAndTrueInWholeRandomGames) {
  const std::uint64_t first_seed = random_seed();
  engine::SplitMix64 random(first_seed);
  constexpr Variant kVariants[] = {{"xiangqi", "standard", 0}, {"gomoku", "freestyle", 15},
                                   {"gomoku", "renju", 15},    {"gomoku", "standard", 19},
                                   {"gomoku", "caro", 20},     {"antireversi", "standard", 0}};
  for (const Variant& variant : kVariants) {
    for (int game = 0; game < some_of(4) && !HasFailure(); ++game) {
      SCOPED_TRACE(std::string(variant.game) + ' ' + variant.rule);
      check_random_game(variant, random);
    }
  }
}

// ---- the samples of tests/protocol ----------------------------------------------------------------------

class Samples {
 public:
  /// All events that `viewer` has been told, and the states between which they lead.
  void add(const std::string& name, Table& table, ViewerId viewer) {
    int number = 0;
    for (const Told& each : told(table, viewer)) {
      expect_same_state(each);
      const std::string kind = each.delta()["kind"];
      all_.push_back({{"name", name + ' ' + std::to_string(++number) + ": " + kind},
                      {"before", json_of(each.before)},
                      {"event", each.delta()},
                      {"after", json_of(each.event.state)}});
    }
  }
  std::string text() const {
    std::string text;
    for (const Json& sample : all_) text += (text.empty() ? "[\n" : ",\n") + sample.dump();
    return text + "\n]\n";
  }

 private:
  Json all_ = Json::array();
};

Table begun(const Table::Setup& setup) {
  Table table(setup);
  table.open();
  for (const ViewerId viewer : {kLin, kWang}) table.join(viewer);
  table.join(kZhao, false);
  return table;
}

void play_slowly(Table& table, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) {
    table.now += 1250ms;
    table.round_trip = 40ms;
    table.play({move});
  }
}

Samples samples() {
  Samples samples;
  {  // Captures, a check, a draw that is offered and declined, what the host does, the end.
    Table table = begun({.game = "xiangqi"});
    play_slowly(table, {"h2e2", "h9g7", "e2e6", "g7e6", "b2b9"});
    table.act(kLin, ActionKind::draw);
    table.act(kWang, ActionKind::draw, false);
    table.act(kLin, ActionKind::pause);
    table.act(kWang, ActionKind::pause);
    table.now += 3s;
    table.act(kWang, ActionKind::resume);
    table.act(kLin, ActionKind::takeback);
    table.act(kWang, ActionKind::takeback);
    table.act(kWang, ActionKind::add_time);
    table.act(kLin, ActionKind::resign);
    table.act(kWang, ActionKind::rematch);
    samples.add("xiangqi, looking on", table, kZhao);
    samples.add("xiangqi, playing", table, kLin);
  }
  {
    Table table = begun({.game = "xiangqi", .pos = "3k5/9/9/9/9/9/9/9/9/R3K4 w"});
    play_slowly(table, {"a0a9"});
    samples.add("xiangqi, in check", table, kWang);
  }
  {  // Every point is free; five ends it.
    Table table = begun({});
    play_slowly(table, {"h8", "a1", "i8", "b1", "j8", "c1", "k8", "o15", "l8"});
    samples.add("gomoku, playing", table, kWang);
  }
  {  // Black's double three at h8 is forbidden.
    Table table = begun({.rule = "renju"});
    play_slowly(table, {"f8", "a1", "g8", "a3", "h7", "c1", "h6", "o15", "o1", "o14"});
    samples.add("renju, playing", table, kLin);
  }
  {
    Table table = begun({.opening = "swap2"});
    play_slowly(table, {"h8", "i9", "g6"});
    table.choose(Choice::more);
    play_slowly(table, {"a1", "o15"});
    table.choose(Choice::swap);
    play_slowly(table, {"j10"});
    samples.add("swap2, looking on", table, kZhao);
  }
  {
    Table table = begun({.game = "antireversi"});
    play_slowly(table, {"d3", "c3", "b3"});
    samples.add("antireversi, playing", table, kWang);
  }
  {  // Without clocks; and with byo-yomi, of which a period is used up.
    Table table = begun({.time = {}});
    play_slowly(table, {"h8", "i9"});
    samples.add("unlimited", table, kZhao);
    Table byoyomi = begun({.time = {.byoyomi = 10s, .periods = 3}});
    play_slowly(byoyomi, {"h8", "i9"});
    byoyomi.pass(13s);
    play_slowly(byoyomi, {"j10"});
    samples.add("byo-yomi", byoyomi, kZhao);
  }
  return samples;
}

// Both sides read this file. SANQI_WRITE_SAMPLES=1 writes it anew, to be looked at before it is committed.
TEST(RoomDeltas, theSamplesAreWhatTheServerSays) {
  const char* const path = SANQI_SOURCE_DIR "/tests/protocol/samples/deltas.json";
  const std::string text = samples().text();
  if (std::getenv("SANQI_WRITE_SAMPLES")) std::ofstream(path) << text;
  std::ifstream file(path);
  const std::string stored((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(stored, text);
}

}  // namespace
}  // namespace server
