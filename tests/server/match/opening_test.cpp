#include "server/match/opening.h"

#include <gmock/gmock.h>

#include <set>

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
  EXPECT_THAT(find_opening("gomoku", "soosyrv8")->rules, ElementsAre("renju"));
  EXPECT_THAT(openings(), SizeIs(6));
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
  renju.choose({Choice::offer, offers});
  EXPECT_EQ(renju.by(), Side::second) << "white places the black stone";
  EXPECT_EQ(renju.face()->offered, offers);
  EXPECT_FALSE(renju.permits("k1"));
  renju.place("c1");
  EXPECT_TRUE(renju.done()) << "and there is no swap any more";
}

// With the fourth stone white says how many fifth moves black is to offer.
TEST(Openings, of_soosyrv_declare_how_many_fifth_moves_there_are) {
  Opening renju = opening("soosyrv8");
  EXPECT_EQ(renju.stones(), 3);
  struct Row {
    const char *outside, *inside;
  };
  for (const Row& row : {Row{"h9", "h8"}, Row{"h10", "i9"}, Row{"k8", "j10"}}) {
    EXPECT_EQ(renju.by(), Side::first) << "one player places the three";
    EXPECT_FALSE(renju.permits(row.outside)) << row.outside;
    ASSERT_TRUE(renju.permits(row.inside)) << row.inside;
    renju.place(row.inside);
  }
  EXPECT_THAT(renju.face()->options, ElementsAre(Choice::keep, Choice::swap));
  EXPECT_EQ(renju.by(), Side::second);
  EXPECT_EQ(renju.face()->to_offer, 0) << "not known yet";
  renju.choose(Choice::swap);
  EXPECT_EQ(renju.by(), Side::second);
  EXPECT_TRUE(renju.permits("a1")) << "the fourth stands anywhere";
  EXPECT_TRUE(renju.is_for_both()) << "what is declared goes with it";
  renju.place("a1");
  EXPECT_THAT(renju.face()->options, ElementsAre(Choice::declare));
  EXPECT_EQ(renju.face()->at_most, 8);
  EXPECT_EQ(renju.by(), Side::second);
  renju.choose({Choice::declare, {}, 3});
  EXPECT_THAT(renju.face()->options, ElementsAre(Choice::keep, Choice::swap));
  EXPECT_EQ(renju.by(), Side::first);
  EXPECT_EQ(renju.face()->to_offer, 3) << "by which a side is chosen";
  renju.choose(Choice::keep);
  EXPECT_THAT(renju.face()->options, ElementsAre(Choice::offer));
  EXPECT_EQ(renju.face()->to_offer, 3);
  EXPECT_EQ(renju.by(), Side::first);
  renju.choose({Choice::offer, {"b1", "c1", "d1"}});
  EXPECT_EQ(renju.by(), Side::second);
  EXPECT_FALSE(renju.permits("e1"));
  renju.place("c1");
  EXPECT_TRUE(renju.done()) << "the sixth stands anywhere";
}

TEST(Openings, admit_choices_with_what_belongs_to_them_alone) {
  Opening renju = opening("soosyrv8");
  for (const char* move : {"h8", "i9", "j10"}) renju.place(move);
  EXPECT_TRUE(renju.admits(Choice::keep));
  EXPECT_FALSE(renju.admits({Choice::keep, {"a1"}}));
  EXPECT_FALSE(renju.admits({Choice::keep, {}, 3}));
  EXPECT_FALSE(renju.admits({Choice::declare, {}, 3}));
  renju.choose(Choice::keep);
  renju.place("a1");
  for (const int count : {1, 8}) EXPECT_TRUE(renju.admits({Choice::declare, {}, count})) << count;
  for (const int count : {-1, 0, 9}) EXPECT_FALSE(renju.admits({Choice::declare, {}, count})) << count;
  EXPECT_FALSE(renju.admits({Choice::declare, {"a1"}, 3}));
  renju.choose({Choice::declare, {}, 2});
  EXPECT_FALSE(renju.admits({Choice::offer, {"b1", "c1"}})) << "first a side is chosen";
  renju.choose(Choice::swap);
  EXPECT_TRUE(renju.admits({Choice::offer, {"b1", "c1"}}));
  EXPECT_FALSE(renju.admits({Choice::offer, {"b1"}}));
  EXPECT_FALSE(renju.admits({Choice::offer, {"b1", "c1", "d1"}}));
}

TEST(Openings, write_and_read_what_was_chosen) {
  for (const char* detail : {"keep", "swap", "offer g8 i10", "declare 3"}) {
    const auto choice = read_opening_choice(detail);
    ASSERT_TRUE(choice) << detail;
    EXPECT_EQ(write_opening_choice(*choice), detail);
  }
  for (const char* bad : {"", "pass", "declare x", "declare 3 4", "declare 03", "declare 3x", "offer  a1",
                          "declare 99999999999", " keep"})
    EXPECT_FALSE(read_opening_choice(bad)) << bad;
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

TEST(Offers, that_differ_are_the_first_of_each_kind) {
  const Texts d8 = {"h8", "h9", "h7", "h6"};
  EXPECT_THAT(distinct_moves(d8, Texts{"i7", "g8", "a1", "i8", "o1", "g7"}), ElementsAre("i7", "a1"));
  EXPECT_THAT(distinct_moves(d8, Texts{}), IsEmpty());
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
    return act_in(swap2_before_the_choice(), Side::second, {std::move(best)}, "a1").choice->kind;
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
  EXPECT_EQ(act_in(swap2, Side::second, {line("b1", 200)}, "b1").choice->kind, Choice::swap)
      << "white, to move, is better, and the chooser is black";
  EXPECT_EQ(act_in(swap2, Side::second, {line("b1", -5)}, "b1").choice->kind, Choice::keep);
}

TEST(OpeningBot, gives_the_other_a_position_that_favours_nobody) {
  Opening swap2 = swap2_before_the_choice();
  swap2.choose(Choice::more);
  EXPECT_EQ(ask_in(swap2, Texts{"h8", "i9", "g6"}, {}, 15, 1).lines, 1);
  swap2.place("a1");
  const Texts stones = {"h8", "i9", "g6", "a1"};
  EXPECT_GT(ask_in(swap2, stones, {}, 15, 1).lines, 10);
  EXPECT_EQ(act_in(swap2, Side::first, {line("b1", 90), line("c1", 12), line("d1", -40)}, "b1").move, "c1");
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
  const auto choice = [&](const std::vector<Line>& lines) {
    return *act_in(renju, Side::first, lines, "a1").choice;
  };
  EXPECT_EQ(choice(lines).kind, Choice::offer);
  EXPECT_THAT(choice(lines).offered, SizeIs(10));
  std::vector<Line> unsorted = lines;  // As a search leaves them that was cut short.
  unsorted[1].value = 0;
  EXPECT_THAT(choice(unsorted).offered, SizeIs(10));

  for (std::size_t i = 9; i < lines.size(); ++i) lines[i].value = 0;
  EXPECT_EQ(choice(lines).kind, Choice::keep);
  for (Line& line : lines) line.value = -200;
  EXPECT_EQ(choice(lines).kind, Choice::swap);
}

TEST(OpeningBot, picks_the_offer_that_is_worst_for_black) {
  Opening renju = opening("taraguchi10");
  for (const char* move : {"h8", "i9", "j10"}) {
    renju.place(move);
    renju.choose(Choice::keep);
  }
  renju.place("k11");
  renju.choose({Choice::offer, {"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"}});
  const Texts stones = {"h8", "i9", "j10", "k11"};
  EXPECT_EQ(ask_in(renju, stones, {"a1", "b1", "k1"}, 15, 1).lines, 10);
  EXPECT_THAT(ask_in(renju, stones, {"a1", "b1", "k1"}, 15, 1).among, ElementsAre("a1", "b1"));
  EXPECT_EQ(act_in(renju, Side::first, {line("b1", 50), line("a1", -20)}, "b1").move, "a1");
}

/// The fourth stone stands; the position is crooked.
const Texts kFourStones = {"h8", "i9", "j8", "h11"};

/// Of black's fifth moves, a1 to h1.
std::vector<Line> fifths(const std::vector<int>& values) {
  std::vector<Line> lines;
  for (const int value : values) {
    lines.push_back(line(std::string(1, static_cast<char>('a' + lines.size())) + "1", value));
  }
  return lines;
}

Opening soosyrv_before_the_declaration() {
  Opening renju = opening("soosyrv8");
  for (const std::string& stone : kFourStones) {
    if (renju.chooses()) renju.choose(Choice::keep);
    renju.place(stone);
  }
  return renju;
}

TEST(OpeningBot, declares_as_many_fifth_moves_as_leave_neither_side_better) {
  const Opening renju = soosyrv_before_the_declaration();
  const auto declared = [&](const std::vector<int>& values) {
    const auto choice = act_in(renju, Side::first, fifths(values), "a1").choice;
    EXPECT_EQ(choice->kind, Choice::declare);
    return choice->count;
  };
  EXPECT_EQ(declared({300, 200, 110, 50, -50, -60, -90, -100}), 4) << "white will pick the last";
  EXPECT_EQ(declared({-40, -90}), 1);
  EXPECT_EQ(declared({900, 800, 700, 600, 500, 400, 300, 200}), 8);
  EXPECT_EQ(declared({50, 300, 190}), 3) << "of a search that was cut short";
}

TEST(OpeningBot, takes_a_side_by_the_last_of_the_declared_moves) {
  Opening renju = soosyrv_before_the_declaration();
  renju.choose({Choice::declare, {}, 3});
  const auto choice = [&](const std::vector<int>& values) {
    return act_in(renju, Side::first, fifths(values), "a1").choice->kind;
  };
  EXPECT_EQ(choice({300, 200, 90}), Choice::keep);
  EXPECT_EQ(choice({300, 200, -90}), Choice::swap) << "white would pick c1";
  EXPECT_EQ(choice({300, 200, 50}), Choice::swap) << "black wins fewer than half of the games";
  EXPECT_EQ(choice({-300}), Choice::swap);
}

TEST(OpeningBot, offers_the_best_of_so_many_as_were_declared) {
  Opening renju = soosyrv_before_the_declaration();
  renju.choose({Choice::declare, {}, 3});
  renju.choose(Choice::keep);
  EXPECT_EQ(ask_in(renju, kFourStones, {"a1", "b1", "c1", "d1"}, 15, 1).lines, 3);
  EXPECT_THAT(ask_in(renju, kFourStones, {"a1", "b1", "c1", "d1"}, 15, 1).among, IsEmpty()) << "all differ";
  const auto choice = act_in(renju, Side::first, fifths({10, 400, -20, 300}), "b1").choice;
  EXPECT_EQ(choice->kind, Choice::offer);
  EXPECT_THAT(choice->offered, ElementsAre("b1", "d1", "a1"));
}

// Each of four fifth moves would be found four times: of 24 lines only six would be left.
TEST(OpeningBot, asks_about_fifth_moves_that_differ) {
  Opening renju = opening("soosyrv8");
  const Texts d8 = {"h8", "h9", "h7", "h6"};
  for (const std::string& stone : d8) {
    if (renju.chooses()) renju.choose(Choice::keep);
    renju.place(stone);
  }
  EXPECT_EQ(ask_in(renju, d8, {"g8", "i8", "g7", "a1"}, 15, 1).lines, 8);
  EXPECT_THAT(ask_in(renju, d8, {"g8", "i8", "g7", "a1"}, 15, 1).among, ElementsAre("g8", "a1"));
}

TEST(OpeningBot, begins_soosyrv_with_one_of_the_openings_of_renju) {
  for (const int size : {15, 19, 20}) {
    std::set<Texts> seen;
    for (std::uint64_t seed = 0; seed < 26 * 8; ++seed) {
      Opening renju = opening("soosyrv8", size);
      Texts stones;
      while (!renju.chooses()) {
        const OpeningQuestion question = ask_in(renju, stones, {}, size, seed);
        ASSERT_THAT(question.among, SizeIs(1));
        ASSERT_TRUE(renju.permits(question.among[0])) << question.among[0];
        stones.push_back(question.among[0]);
        renju.place(stones.back());
      }
      seen.insert(stones);
    }
    EXPECT_THAT(seen, SizeIs(8 * 23)) << "in each way in which the second and the third stone may stand";
  }
}

TEST(OpeningBot, that_failed_goes_on_all_the_same) {
  EXPECT_EQ(act_in(swap2_before_the_choice(), Side::second, {}, "a1").choice->kind, Choice::keep);
}

}  // namespace
}  // namespace server
