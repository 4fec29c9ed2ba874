#include "server/match/opening.h"

#include <gmock/gmock.h>

#include "server/match/opening_bot.h"

namespace server {
namespace {

using engine::Line;
using engine::ScoreKind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Texts = std::vector<std::string>;

Opening opening(std::string_view id, int size = 15) {
  return Opening(*find_opening("gomoku", id), size);
}

Line line(const std::string& move, int value, ScoreKind kind = ScoreKind::eval) {
  return {.kind = kind, .value = value, .pv = {move}};
}

TEST(Openings, are_found_by_game_and_name) {
  EXPECT_TRUE(find_opening("gomoku", "swap2"));
  EXPECT_FALSE(find_opening("gomoku", "swap3"));
  EXPECT_FALSE(find_opening("xiangqi", "swap2"));
  EXPECT_THAT(find_opening("gomoku", "taraguchi10")->rules, ElementsAre("renju"));
  EXPECT_THAT(openings(), SizeIs(5));
}

TEST(Openings, none_allows_everything) {
  Opening none;
  EXPECT_TRUE(none.done());
  EXPECT_TRUE(none.permits("a0a1"));
  EXPECT_TRUE(none.may_take_back_to(0));
  EXPECT_FALSE(none.face());
}

// The centre of each board, and the first point that is far enough from it for black's second stone.
TEST(Openings, pro_keeps_blacks_stones_apart_on_every_board) {
  struct Row {
    std::string_view id;
    int size;
    const char *centre, *near, *far;
  };
  for (const Row& row : {Row{"pro", 15, "h8", "j10", "k8"}, Row{"longpro", 15, "h8", "k11", "l8"},
                         Row{"pro", 19, "j10", "l12", "m10"}, Row{"pro", 20, "k11", "m13", "n11"},
                         Row{"longpro", 20, "k11", "h14", "g11"}}) {
    Opening pro = opening(row.id, row.size);
    EXPECT_FALSE(pro.permits("a1"));
    ASSERT_TRUE(pro.permits(row.centre)) << row.centre;
    pro.place(row.centre);
    EXPECT_TRUE(pro.permits("a1")) << "the second stands anywhere";
    pro.place("a1");
    EXPECT_FALSE(pro.permits(row.near)) << row.near;
    EXPECT_TRUE(pro.permits(row.far)) << row.far;
    pro.place(row.far);
    EXPECT_TRUE(pro.done());
    EXPECT_TRUE(pro.permits(row.near));
  }
}

TEST(Openings, of_swap2_go_three_ways) {
  Opening swap2 = opening("swap2");
  EXPECT_EQ(swap2.stones(), 3);
  for (const char* move : {"h8", "i9", "g6"}) {
    EXPECT_EQ(swap2.by(), Side::first);
    swap2.place(move);
  }
  ASSERT_TRUE(swap2.chooses());
  EXPECT_EQ(swap2.by(), Side::second);
  EXPECT_FALSE(swap2.permits("a1")) << "no stone before the choice";
  EXPECT_THAT(swap2.face()->options, ElementsAre(Choice::keep, Choice::swap, Choice::more));

  for (const Choice choice : {Choice::keep, Choice::swap}) {
    Opening ended = swap2;
    ended.choose(choice);
    EXPECT_TRUE(ended.done());
  }
  swap2.choose(Choice::more);
  EXPECT_EQ(swap2.by(), Side::second);
  EXPECT_EQ(swap2.stones(), 2);
  swap2.place("a1");
  EXPECT_TRUE(swap2.is_for_both()) << "the other chooses next";
  swap2.place("a2");
  ASSERT_TRUE(swap2.chooses());
  EXPECT_EQ(swap2.by(), Side::first);
  EXPECT_FALSE(swap2.allows(Choice::more));
  swap2.choose(Choice::swap);
  EXPECT_TRUE(swap2.done());
}

TEST(Openings, of_taraguchi_grow_square_by_square) {
  Opening renju = opening("taraguchi10");
  struct Row {
    Side by;
    const char *outside, *inside;
  };
  for (const Row& row :
       {Row{Side::first, "h9", "h8"}, Row{Side::second, "h10", "i9"}, Row{Side::first, "k8", "j10"},
        Row{Side::second, "l8", "k11"}, Row{Side::first, "m8", "l12"}}) {
    EXPECT_EQ(renju.by(), row.by);
    EXPECT_FALSE(renju.permits(row.outside)) << row.outside;
    ASSERT_TRUE(renju.permits(row.inside)) << row.inside;
    renju.place(row.inside);
    ASSERT_TRUE(renju.chooses());
    EXPECT_EQ(renju.by(), other(row.by)) << "after " << row.inside;
    renju.choose(Choice::keep);
  }
  EXPECT_TRUE(renju.done()) << "the sixth stands anywhere";
}

TEST(Openings, of_taraguchi_may_end_with_ten_offers_instead) {
  Opening renju = opening("taraguchi10");
  for (const char* move : {"h8", "i9", "j10"}) {
    renju.place(move);
    EXPECT_FALSE(renju.allows(Choice::offer));
    renju.choose(Choice::keep);
  }
  renju.place("k11");
  EXPECT_TRUE(renju.allows(Choice::offer));
  EXPECT_EQ(renju.by(), Side::first);
  EXPECT_EQ(renju.face()->to_offer, 10);
  const Texts offers = {"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"};
  renju.choose(Choice::offer, offers);
  EXPECT_EQ(renju.by(), Side::second) << "white places the black stone";
  EXPECT_EQ(renju.face()->offered, offers);
  EXPECT_FALSE(renju.permits("k1"));
  renju.place("c1");
  EXPECT_TRUE(renju.done()) << "and there is no swap any more";
}

TEST(Openings, are_taken_back_stone_by_stone_but_no_choice_is) {
  Opening swap2 = opening("swap2");
  for (const char* move : {"h8", "i9", "g6"}) swap2.place(move);
  swap2.take_back_to(1);
  EXPECT_EQ(swap2.stones(), 2);
  for (const char* move : {"i10", "g7"}) swap2.place(move);
  swap2.choose(Choice::more);
  EXPECT_TRUE(swap2.may_take_back_to(3));
  EXPECT_FALSE(swap2.may_take_back_to(2));
  swap2.place("a1");
  swap2.take_back_to(3);
  EXPECT_EQ(swap2.stones(), 2);
}

// Ando Meritee on renju.net, 2008: in the standard position of d8 (black h8, h7, white h9, h6) black must not
// offer g8, g7, i8, i7: four faces of one move, though the line between h8 and h7 is not that of the board.
TEST(Offers, are_symmetric_by_the_stones_whatever_the_edges) {
  const Texts d8 = {"h8", "h9", "h7", "h6"};
  for (const Texts& pair : {Texts{"g8", "i8"}, Texts{"g8", "g7"}, Texts{"g8", "i7"}}) {
    EXPECT_TRUE(has_symmetric_moves(d8, pair)) << pair[1];
  }
  EXPECT_FALSE(has_symmetric_moves(d8, Texts{"g8", "i9"}));
  EXPECT_TRUE(has_symmetric_moves(d8, Texts{"g8", "g8"})) << "the same twice";
}

TEST(Offers, of_a_crooked_position_are_all_different) {
  const Texts crooked = {"h8", "i9", "j8", "h11"};
  Texts all;
  for (char file = 'a'; file <= 'o'; ++file) {
    for (int rank = 1; rank <= 15; ++rank) all.push_back(file + std::to_string(rank));
  }
  EXPECT_FALSE(has_symmetric_moves(crooked, all));
}

TEST(Offers, are_symmetric_about_a_diagonal_and_a_point) {
  EXPECT_TRUE(has_symmetric_moves(Texts{"h8", "i9", "j10", "k11"}, Texts{"h9", "i8"}));
  // Black h8 and j10, white h10 and j8: half a turn about i9.
  EXPECT_TRUE(has_symmetric_moves(Texts{"h8", "h10", "j10", "j8"}, Texts{"i10", "i8"}));
}

// ---- bots ------------------------------------------------------------------------------------------------

Opening swap2_before_the_choice() {
  Opening swap2 = opening("swap2");
  for (const char* move : {"h8", "i9", "g6"}) swap2.place(move);
  return swap2;
}

TEST(OpeningBot, takes_the_side_that_is_worth_having) {
  const Texts stones = {"h8", "i9", "g6"};
  const auto choice = [&](Line best) {
    return *act_in(swap2_before_the_choice(), stones, Side::second, {std::move(best)}, "a1").choice;
  };
  EXPECT_EQ(choice(line("a1", 150)), Choice::keep) << "white to move is better";
  EXPECT_EQ(choice(line("a1", -150)), Choice::swap);
  EXPECT_EQ(choice(line("a1", 9, ScoreKind::loss)), Choice::swap);
  EXPECT_EQ(choice(line("a1", 9, ScoreKind::win)), Choice::keep);
  EXPECT_EQ(choice(line("a1", 10)), Choice::more) << "nothing to choose: the other may try";
}

TEST(OpeningBot, chooses_by_its_own_side_not_by_who_is_to_move) {
  Opening swap2 = swap2_before_the_choice();
  swap2.choose(Choice::more);
  swap2.place("a1");
  swap2.place("a2");
  const Texts stones = {"h8", "i9", "g6", "a1", "a2"};
  EXPECT_EQ(act_in(swap2, stones, Side::second, {line("b1", 200)}, "b1").choice, Choice::swap)
      << "white, to move, is better, and the chooser is black";
  EXPECT_EQ(act_in(swap2, stones, Side::second, {line("b1", -5)}, "b1").choice, Choice::keep);
}

TEST(OpeningBot, gives_the_other_a_position_that_favours_nobody) {
  Opening swap2 = swap2_before_the_choice();
  swap2.choose(Choice::more);
  EXPECT_EQ(ask_in(swap2, Texts{"h8", "i9", "g6"}, {}, 15, 1).lines, 1);
  swap2.place("a1");
  const Texts stones = {"h8", "i9", "g6", "a1"};
  EXPECT_GT(ask_in(swap2, stones, {}, 15, 1).lines, 10);
  EXPECT_EQ(act_in(swap2, stones, Side::first, {line("b1", 90), line("c1", 12), line("d1", -40)}, "b1").move,
            "c1");
}

TEST(OpeningBot, opens_with_a_trio_of_its_own_on_every_board) {
  for (const int size : {15, 19, 20}) {
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
      Opening swap = opening("swap", size);
      Texts stones;
      for (int i = 0; i < 3; ++i) {
        const OpeningQuestion question = ask_in(swap, stones, {}, size, seed);
        ASSERT_THAT(question.among, SizeIs(1));
        EXPECT_THAT(stones, testing::Not(testing::Contains(question.among[0])));
        stones.push_back(question.among[0]);
        swap.place(stones.back());
      }
      EXPECT_TRUE(swap.chooses());
    }
  }
}

TEST(OpeningBot, looks_only_where_it_may_place_a_stone) {
  Opening pro = opening("pro");
  EXPECT_THAT(ask_in(pro, {}, {"h8"}, 15, 1).among, ElementsAre("h8"));
  pro.place("h8");
  EXPECT_THAT(ask_in(pro, Texts{"h8"}, {"a1", "a2"}, 15, 1).among, IsEmpty()) << "anywhere";
  pro.place("i9");
  EXPECT_THAT(ask_in(pro, Texts{"h8", "i9"}, {"k8", "k9"}, 15, 1).among, ElementsAre("k8", "k9"));
}

TEST(OpeningBot, offers_ten_moves_only_if_all_of_them_are_good) {
  Opening renju = opening("taraguchi10");
  const Texts stones = {"h8", "i9", "j8", "h11"};
  for (const std::string& move : stones) {
    renju.place(move);
    if (renju.by() == Side::second || !renju.allows(Choice::offer)) renju.choose(Choice::keep);
  }
  ASSERT_TRUE(renju.allows(Choice::offer));
  std::vector<Line> lines;
  for (char file = 'a'; file <= 'l'; ++file) lines.push_back(line(file + std::string("1"), 200 - file));
  const OpeningAct act = act_in(renju, stones, Side::first, lines, "a1");
  EXPECT_EQ(act.choice, Choice::offer);
  EXPECT_THAT(act.offered, SizeIs(10));
  std::vector<Line> unsorted = lines;  // As a search leaves them that was cut short.
  unsorted[1].value = 0;
  EXPECT_EQ(act_in(renju, stones, Side::first, unsorted, "a1").offered.size(), 10U);

  for (std::size_t i = 9; i < lines.size(); ++i) lines[i].value = 0;
  EXPECT_EQ(act_in(renju, stones, Side::first, lines, "a1").choice, Choice::keep);
  for (Line& line : lines) line.value = -200;
  EXPECT_EQ(act_in(renju, stones, Side::first, lines, "a1").choice, Choice::swap);
}

TEST(OpeningBot, picks_the_offer_that_is_worst_for_black) {
  Opening renju = opening("taraguchi10");
  for (const char* move : {"h8", "i9", "j10"}) {
    renju.place(move);
    renju.choose(Choice::keep);
  }
  renju.place("k11");
  renju.choose(Choice::offer, {"a1", "b1"});
  const OpeningAct act =
      act_in(renju, Texts{"h8", "i9", "j10", "k11"}, Side::first, {line("b1", 50), line("a1", -20)}, "b1");
  EXPECT_EQ(act.move, "a1");
}

TEST(OpeningBot, that_failed_goes_on_all_the_same) {
  EXPECT_EQ(act_in(swap2_before_the_choice(), Texts{"h8", "i9", "g6"}, Side::second, {}, "a1").choice,
            Choice::keep);
}

}  // namespace
}  // namespace server
