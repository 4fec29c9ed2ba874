#include "server/bots/task_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/bots/engine_version.h"
#include "server/bots/levels.h"

namespace server {
namespace {

using std::chrono::milliseconds;

/// A request some moves into a game.
BotRequest request_in(const engine::Game& game, int moves) {
  BotRequest request;
  request.room = "room";
  request.game = &game;
  request.past = Past{};
  request.match = *game.new_match(request.past->setup);
  for (int i = 0; i < moves; ++i) {
    request.past->moves.push_back(request.match->legal_moves().back());
    EXPECT_TRUE(request.match->play(request.past->moves.back()));
  }
  request.limits = bot_limits(6, std::nullopt, 99);
  request.limits.multipv = 2;
  request.limits.nodes = 5'000'000'000;
  request.limits.among = {request.match->legal_moves().front()};
  request.urgency = Urgency::exhibition;
  return request;
}

TEST(TaskCodecTest, ARequestArrivesAsItWasSent) {
  for (const engine::Game& game : engine::games()) {
    const BotRequest sent = request_in(game, 6);
    const auto read = read_request(to_text(sent));
    ASSERT_TRUE(read) << game.id;
    EXPECT_EQ(read->room, "room");
    EXPECT_EQ(read->game, &game);
    EXPECT_EQ(read->urgency, Urgency::exhibition);
    EXPECT_EQ(read->match->look().pos, sent.match->look().pos);
    EXPECT_EQ(read->match->legal_moves(), sent.match->legal_moves());
    EXPECT_EQ(read->limits.time, sent.limits.time);
    EXPECT_EQ(read->limits.optimum, sent.limits.optimum);
    EXPECT_EQ(read->limits.nodes, sent.limits.nodes);
    EXPECT_EQ(read->limits.multipv, 2);
    EXPECT_EQ(read->limits.level, 6);
    EXPECT_EQ(read->limits.seed, 99u);
    EXPECT_TRUE(read->limits.book);
    EXPECT_EQ(read->limits.among, sent.limits.among);
  }
}

// Where a repetition ends the game depends on what was played before.
TEST(TaskCodecTest, ThePastComesWithThePosition) {
  const engine::Game& xiangqi = *engine::find_game("xiangqi");
  BotRequest sent = request_in(xiangqi, 0);
  sent.limits.among.clear();
  for (const char* move : {"b0c2", "b9c7", "c2b0", "c7b9", "b0c2", "b9c7", "c2b0"}) {
    ASSERT_TRUE(sent.match->play(move));
    sent.past->moves.emplace_back(move);
  }
  const auto read = read_request(to_text(sent));
  ASSERT_TRUE(read);
  const auto fresh = xiangqi.new_match({.pos = sent.match->look().pos});
  ASSERT_TRUE(read->match->play("c7b9"));
  ASSERT_TRUE((*fresh)->play("c7b9"));
  EXPECT_TRUE(read->match->outcome() || !read->match->look().perilous.empty() ||
              read->match->look().pos == (*fresh)->look().pos);
  EXPECT_EQ(read->match->outcome().has_value(), [&] {
    EXPECT_TRUE(sent.match->play("c7b9"));
    return sent.match->outcome().has_value();
  }());
}

TEST(TaskCodecTest, WhatIsNoRequestIsNone) {
  const std::string good = to_text(request_in(*engine::find_game("gomoku"), 2));
  ASSERT_TRUE(read_request(good));
  const auto with = [&good](const std::string& from, const std::string& to) {
    std::string text = good;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"), good.substr(1), with("\"gomoku\"", "\"shogi\""),
        with("\"moves\":[", "\"moves\":[\"z1\","), with("\"rule\":\"\"", "\"rule\":\"none\""),
        with("\"size\":0", "\"size\":\"0\"")})
    EXPECT_FALSE(read_request(text)) << text;
}

TEST(TaskCodecTest, AThoughtArrivesAsFarAsItCanBePlayed) {
  const BotRequest request = request_in(*engine::find_game("gomoku"), 2);
  const std::vector<std::string> legal = request.match->legal_moves();
  engine::Thought sent;
  sent.best = legal[3];
  sent.depth = 9;
  sent.nodes = 123'456'789'012;
  sent.time = milliseconds(345);
  sent.lines = {{engine::ScoreKind::win, 7, {legal[3], legal[4], legal[4], legal[5]}},
                {engine::ScoreKind::exact, -7, std::vector<std::string>(legal.begin(), legal.begin() + 30)}};
  const auto read = read_thought(to_text(sent), *request.match);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->best, legal[3]);
  EXPECT_EQ(read->depth, 9);
  EXPECT_EQ(read->nodes, sent.nodes);
  EXPECT_EQ(read->time, milliseconds(345));
  ASSERT_EQ(read->lines.size(), 2u);
  EXPECT_EQ(read->lines[0].kind, engine::ScoreKind::win);
  EXPECT_EQ(read->lines[0].pv, (std::vector<std::string>{legal[3], legal[4]}))
      << "nobody plays a point twice";
  EXPECT_EQ(read->lines[1].kind, engine::ScoreKind::exact);
  EXPECT_EQ(read->lines[1].value, -7);
  EXPECT_EQ(read->lines[1].pv.size(), 16u);
}

TEST(TaskCodecTest, AThoughtThatCannotBePlayedIsNone) {
  const BotRequest request = request_in(*engine::find_game("gomoku"), 2);
  engine::Thought thought;
  thought.best = request.match->legal_moves().front();
  EXPECT_TRUE(read_thought(to_text(thought), *request.match)) << "without lines";
  thought.lines = {{engine::ScoreKind::eval, 1, {}}};
  EXPECT_FALSE(read_thought(to_text(thought), *request.match)) << "a line without a move";
  thought.lines = {{engine::ScoreKind::eval, 1, {request.past->moves[0]}}};
  EXPECT_FALSE(read_thought(to_text(thought), *request.match)) << "a line on a stone";
  thought.lines.clear();
  thought.best = request.past->moves[0];
  EXPECT_FALSE(read_thought(to_text(thought), *request.match)) << "a stone on a stone";
  thought.best.clear();
  EXPECT_FALSE(read_thought(to_text(thought), *request.match)) << "no move";
  thought.best = std::string(100'000, 'a');
  EXPECT_FALSE(read_thought(to_text(thought), *request.match)) << "too long";
  EXPECT_FALSE(read_thought(R"({"best":1})", *request.match));
}

TEST(EngineVersionTest, IsTheSameEachTimeAndNamesTheVersion) {
  const std::string version = engine_version();
  EXPECT_EQ(version, engine_version());
  EXPECT_THAT(version, testing::MatchesRegex("[0-9.]+ [0-9a-f]{16}"));
}

}  // namespace
}  // namespace server
