#include "server/rooms/new_game.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/game_log.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using protocol::Create;

const protocol::User kLin{.id = "u_lin", .name = "Lin", .guest = false};

/// What is wrong with it, as code and reason; empty: nothing.
std::string wrong(const Create& create) {
  const auto header = new_game(create, kLin, "hash");
  if (header) {
    // What is accepted makes a game: the rooms rely on it.
    EXPECT_TRUE(GameLog::begin(*engine::find_game(header->game), *header)) << create.pos;
    return "";
  }
  return std::string(protocol::word(header.error().code)) + " " + header.error().reason;
}

Create game(const std::string& id, const std::string& pos = "") {
  return {.game = id, .pos = pos};
}

std::string board(std::size_t points, const std::vector<std::pair<std::size_t, char>>& stones) {
  std::string text(points, '-');
  for (const auto& [at, stone] : stones) text[at] = stone;
  return text;
}

TEST(NewGame, keeps_what_was_asked_for) {
  Create create = game("gomoku");
  create.rule = "standard";
  create.opening = "swap2";
  create.size = 19;
  const auto header = new_game(create, kLin, "hash");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->opening, "swap2");
  EXPECT_EQ(header->size, 19);
  EXPECT_EQ(header->rule, "standard");
}

TEST(NewGame, knows_which_opening_is_for_which_rule) {
  const auto with = [](const std::string& opening, const std::string& rule,
                       const std::string& id = "gomoku") {
    Create create = game(id);
    create.opening = opening;
    create.rule = rule;
    return wrong(create);
  };
  for (const char* opening : {"pro", "longpro", "swap", "swap2"}) {
    for (const char* rule : {"", "freestyle", "standard", "caro"})
      EXPECT_EQ(with(opening, rule), "") << opening;
    EXPECT_EQ(with(opening, "renju"), "bad_message opening") << opening;
  }
  EXPECT_EQ(with("taraguchi10", "renju"), "");
  EXPECT_EQ(with("taraguchi10", "freestyle"), "bad_message opening");
  EXPECT_EQ(with("taraguchi10", ""), "bad_message opening") << "the usual rule is freestyle";
  EXPECT_EQ(with("swap3", ""), "bad_message opening");
  EXPECT_EQ(with("swap2", "", "xiangqi"), "bad_message opening");
  Create from_position = game("gomoku", board(225, {{112, 'X'}}) + " O");
  from_position.opening = "swap2";
  EXPECT_EQ(wrong(from_position), "bad_message opening") << "it begins on the empty board";
}

TEST(NewGame, begins_from_any_sound_position) {
  EXPECT_EQ(wrong(game("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K4R w")), "");
  EXPECT_EQ(wrong(game("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K4R b")), "") << "red may give check in a moment";
  EXPECT_EQ(wrong(game("gomoku", board(225, {{112, 'X'}}) + " O")), "");
  EXPECT_EQ(wrong(game("gomoku", board(361, {{180, 'X'}}) + " O")), "") << "the position tells the size";
  EXPECT_EQ(wrong(game("antireversi", board(64, {{27, 'O'}, {28, 'X'}, {35, 'X'}, {36, 'O'}}) + " O")), "");
}

TEST(NewGame, has_a_position_as_long_as_its_rule_says) {
  Create small = game("antireversi");
  small.rule = "6x6";
  EXPECT_EQ(wrong(small), "");
  EXPECT_EQ(new_game(small, kLin, "hash")->rule, "6x6");
  EXPECT_EQ(new_game(game("antireversi"), kLin, "hash")->rule, "standard") << "the usual board";
  small.pos = board(36, {{14, 'O'}, {15, 'X'}}) + " X";
  EXPECT_EQ(wrong(small), "");
  small.pos = board(64, {{27, 'O'}, {28, 'X'}}) + " X";
  EXPECT_EQ(wrong(small), "bad_message pos");
  small = game("antireversi", board(16, {{5, 'O'}, {6, 'X'}}) + " X");
  EXPECT_EQ(wrong(small), "bad_message pos");
  small.rule = "4x4";
  EXPECT_EQ(wrong(small), "");
  small.size = 4;
  EXPECT_EQ(wrong(small), "bad_message size") << "the rule names the board";
  small = game("antireversi");
  small.rule = "10x10";
  EXPECT_EQ(wrong(small), "bad_message rule");
}

TEST(NewGame, gives_no_points_for_boards_that_are_solved) {
  Create create = game("antireversi");
  create.time = {.initial = std::chrono::minutes(5)};
  create.rated = true;
  EXPECT_EQ(wrong(create), "");
  for (const char* rule : {"6x6", "4x4"}) {
    create.rule = rule;
    EXPECT_EQ(wrong(create), "not_allowed ") << rule;
  }
}

TEST(NewGame, refuses_what_is_no_position_and_names_the_field) {
  for (const auto& [id, pos] : std::vector<std::pair<std::string, std::string>>{
           {"xiangqi", "nonsense"},
           {"xiangqi", "9/9/9/9/9/9/9/9/9/3K4R w"},                   // No black general.
           {"xiangqi", "4k4/9/9/9/9/9/9/9/9/3K4R"},                   // Nobody's turn.
           {"xiangqi", "3k5/9/9/9/9/9/9/9/9/3K4R w"},                 // The generals see each other.
           {"xiangqi", "4k4/9/9/9/9/9/9/9/9/3K4Z w"},                 // What is a Z?
           {"gomoku", board(225, {}) + " Z"},                         // Whose turn?
           {"gomoku", board(224, {}) + " X"},                         // No such board.
           {"gomoku", board(225, {{3, '?'}}) + " X"},                 // What is that?
           {"antireversi", board(64, {{27, 'O'}}).substr(1) + " X"},  // Too short.
       }) {
    EXPECT_EQ(wrong(game(id, pos)), "bad_message pos") << id << ": " << pos;
  }
  Create small = game("gomoku", board(225, {{112, 'X'}}) + " O");
  small.size = 19;
  EXPECT_EQ(wrong(small), "bad_message pos") << "of another size than the one asked for";
}

TEST(NewGame, refuses_a_position_in_which_all_is_over) {
  // Black's general is mated, five stand in a row, the board is full.
  EXPECT_EQ(wrong(game("xiangqi", "4k3R/7R1/9/9/9/9/9/9/9/3K5 b")), "bad_message pos");
  EXPECT_EQ(wrong(game("gomoku", board(225, {{0, 'X'}, {1, 'X'}, {2, 'X'}, {3, 'X'}, {4, 'X'}}) + " O")),
            "bad_message pos");
  EXPECT_EQ(wrong(game("antireversi", std::string(64, 'X') + " O")), "bad_message pos");
}

TEST(NewGame, wants_a_rule_a_board_and_a_game_that_exist) {
  EXPECT_EQ(wrong(game("chess")), "bad_message game");
  Create create = game("gomoku");
  create.rule = "hexagonal";
  EXPECT_EQ(wrong(create), "bad_message rule");
  create = game("gomoku");
  create.size = 16;
  EXPECT_EQ(wrong(create), "bad_message size");
}

}  // namespace
}  // namespace server
