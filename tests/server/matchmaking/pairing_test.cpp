#include "server/matchmaking/pairing.h"

#include <gtest/gtest.h>

#include "tests/server/cost.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::SideChoice;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr TimePoint kStart{};

/// A seek for a quick game of Xiangqi; the user's id is also that of the seek and its connection's.
Seeker seeker(ViewerId who, std::optional<int> rating = {}, TimePoint since = kStart) {
  const std::string id = std::to_string(who);
  protocol::Seek wish{.game = "xiangqi", .rule = "standard"};
  wish.time.initial = minutes(5);
  return {.seek_id = id,
          .viewer = who,
          .user = {.id = id, .name = id},
          .wish = wish,
          .rating = rating,
          .since = since};
}

Seeker with_side(Seeker seeker, SideChoice side) {
  seeker.wish.side = side;
  return seeker;
}

std::string ids(const std::vector<Seeker>& seekers) {
  std::string all;
  for (const Seeker& each : seekers) all += (all.empty() ? "" : " ") + each.seek_id;
  return all;
}

/// The ids of the two who are paired, or "" for nobody: "2-1" says that 2 chose 1.
std::string paired(Pairing& pairing, TimePoint now = kStart) {
  std::size_t comparisons = 1'000;
  const auto pair = pairing.next(now, comparisons);
  return pair ? pair->one.seek_id + '-' + pair->other.seek_id : "";
}

/// The same for these seekers, who come in this order.
std::string paired(const std::vector<Seeker>& seekers, TimePoint now = kStart) {
  Pairing pairing;
  for (const Seeker& seeker : seekers) pairing.add(seeker);
  return paired(pairing, now);
}

TEST(Pairing, pairs_two_who_seek_the_same) {
  EXPECT_EQ(paired(std::vector<Seeker>()), "");
  EXPECT_EQ(paired({seeker(1)}), "");
  EXPECT_EQ(paired({seeker(1), seeker(2)}), "2-1");
}

TEST(Pairing, pairs_no_person_with_a_program_where_games_are_rated) {
  const auto seeks = [](ViewerId who, bool rated, bool program) {
    Seeker one = seeker(who);
    one.wish.rated = rated;
    one.user.program = program;
    return one;
  };
  EXPECT_EQ(paired({seeks(1, false, false), seeks(2, false, true)}), "2-1");
  EXPECT_EQ(paired({seeks(1, true, false), seeks(2, true, true)}), "");
  EXPECT_EQ(paired({seeks(1, true, true), seeks(2, true, false)}), "");
  EXPECT_EQ(paired({seeks(1, true, true), seeks(2, true, false), seeks(3, true, true)}), "3-1");
  EXPECT_EQ(to_lobby(seeks(1, true, true)).program, true);
}

TEST(Pairing, pairs_only_those_who_seek_the_same) {
  const std::vector<std::pair<const char*, void (*)(protocol::Seek&)>> rows = {
      {"game", [](protocol::Seek& wish) { wish.game = "gomoku"; }},
      {"rule", [](protocol::Seek& wish) { wish.rule = "other"; }},
      {"opening", [](protocol::Seek& wish) { wish.opening = "swap2"; }},
      {"rated", [](protocol::Seek& wish) { wish.rated = true; }},
      {"initial", [](protocol::Seek& wish) { wish.time.initial = minutes(3); }},
      {"increment", [](protocol::Seek& wish) { wish.time.increment = seconds(3); }},
      {"byoyomi", [](protocol::Seek& wish) { wish.time.byoyomi = seconds(30); }},
      {"periods", [](protocol::Seek& wish) { wish.time.periods = 2; }},
      {"per move", [](protocol::Seek& wish) { wish.time.per_move = seconds(30); }},
      {"days", [](protocol::Seek& wish) { wish.time.days = 3; }},
      {"unlimited", [](protocol::Seek& wish) { wish.time = {}; }}};
  for (const auto& [what, change] : rows) {
    Seeker other = seeker(2);
    change(other.wish);
    EXPECT_EQ(paired({seeker(1), other}), "") << what;
    Seeker third = seeker(3);
    change(third.wish);
    EXPECT_EQ(paired({seeker(1), other, third}), "3-2") << what;
  }
}

TEST(Pairing, ratings_are_as_wished) {
  struct Row {
    std::optional<int> rating;
    protocol::RatingRange range;
    bool fits;
  };
  const Row rows[] = {
      {1500, {1500, 1500}, true}, {1500, {1501, 0}, false}, {1500, {0, 1499}, false}, {1500, {1400, 0}, true},
      {1500, {0, 1600}, true},    {{}, {1, 0}, false},      {{}, {0, 4000}, false},   {{}, {}, true}};
  for (const Row& row : rows) {
    Seeker wants = seeker(1, 1500), is = seeker(2, row.rating);
    wants.wish.ratings = row.range;
    EXPECT_EQ(paired({wants, is}), row.fits ? "2-1" : "");
    wants.since += seconds(1);
    EXPECT_EQ(paired({is, wants}), row.fits ? "1-2" : "") << "whoever comes later";
  }
}

// However long it waits: the range is a wish, not a matter of patience.
TEST(Pairing, a_range_is_kept_however_long_one_waits) {
  Seeker wants = seeker(1, 1500);
  wants.wish.ratings = {.min = 1450, .max = 1550};
  EXPECT_EQ(paired({wants, seeker(2, 1560)}, kStart + minutes(10)), "");
  EXPECT_EQ(paired({wants, seeker(2, 1560), seeker(3, 1550)}, kStart + minutes(10)), "3-2")
      << "who has none is found by all";
}

Seeker joining(Seeker seeker, const std::string& seek_id) {
  seeker.wish.with = seek_id;
  return seeker;
}

// Who joined a seek in the lobby waited until the ratings were near enough.
TEST(Pairing, who_joins_a_seek_plays_it_at_once) {
  const Seeker strong = seeker(1, 1741), weak = seeker(2, 1141), near = seeker(3, 1150);
  EXPECT_EQ(paired({strong, weak}), "");
  EXPECT_EQ(paired({strong, joining(weak, "1")}), "2-1");
  EXPECT_EQ(paired({seeker(1), seeker(2), joining(seeker(3), "2")}), "3-2") << "not the earliest";
  EXPECT_EQ(paired({strong, weak, joining(near, "1")}), "3-1") << "nor the nearest";
  EXPECT_EQ(paired({joining(strong, "2"), weak}), "2-1") << "by the clock of another server";
}

TEST(Pairing, who_joins_a_seek_that_has_gone_is_paired_as_all_are) {
  EXPECT_EQ(paired({seeker(1, 1741), joining(seeker(2, 1141), "9")}), "");
  EXPECT_EQ(paired({seeker(1, 1741), joining(seeker(2, 1700), "9")}), "2-1");
}

TEST(Pairing, who_joins_a_seek_has_to_fit_it) {
  using enum SideChoice;
  const auto why_not = [](const Seeker& one, const Seeker& other) {
    Pairing pairing;
    pairing.add(one);
    return pairing.refuse_to_join(joining(other, "1"));
  };
  const auto joined = [&](const Seeker& one, const Seeker& other) {
    std::string pair = paired({one, joining(other, "1")});
    EXPECT_EQ(why_not(one, other).has_value(), pair.empty()) << "it is refused where it would not be paired";
    return pair;
  };
  Seeker choosy = seeker(1, 1741);
  choosy.wish.ratings = {.min = 1600, .max = 1800};
  EXPECT_EQ(joined(choosy, seeker(2, 1141)), "");
  EXPECT_EQ(joined(choosy, seeker(2)), "") << "without a rating";
  EXPECT_EQ(joined(choosy, seeker(2, 1600)), "2-1");
  choosy.seek_id = choosy.user.id = "2";
  EXPECT_EQ(joined(seeker(1, 1141), choosy), "") << "who joins has a range, too";
  EXPECT_EQ(joined(with_side(seeker(1), first), with_side(seeker(2), first)), "");
  EXPECT_EQ(joined(with_side(seeker(1), first), with_side(seeker(2), second)), "2-1");
  Seeker blocking = seeker(1);
  blocking.blocked = std::make_shared<const Blocked>(Blocked{"2"});
  EXPECT_EQ(joined(blocking, seeker(2)), "");
  EXPECT_EQ(why_not(blocking, seeker(2))->reason, "blocked");
  Seeker blocking_too = seeker(2);
  blocking_too.blocked = std::make_shared<const Blocked>(Blocked{"1"});
  EXPECT_EQ(joined(seeker(1), blocking_too), "");
  EXPECT_EQ(why_not(seeker(1), blocking_too)->reason, "blocking");
  Seeker seated = seeker(1);
  seated.state = Seeker::State::being_seated;
  EXPECT_EQ(joined(seated, seeker(2)), "");
  Seeker own = seeker(2);
  own.user = seeker(1).user;
  EXPECT_EQ(joined(seeker(1), own), "");
  Seeker quicker = seeker(2);
  quicker.wish.time.initial = minutes(3);
  EXPECT_EQ(joined(seeker(1), quicker), "");
  EXPECT_FALSE(Pairing().refuse_to_join(seeker(1))) << "it joins none";
}

TEST(Pairing, nobody_plays_himself) {
  Seeker second_page = seeker(2);
  second_page.user = seeker(1).user;
  EXPECT_EQ(paired({seeker(1), second_page}), "");
  EXPECT_EQ(paired({seeker(1), second_page, seeker(3)}), "3-1");
}

TEST(Pairing, whoever_blocks_another_plays_a_third) {
  const auto blocking = [](Seeker seeker, const std::string& other) {
    seeker.blocked = std::make_shared<const Blocked>(Blocked{other});
    return seeker;
  };
  EXPECT_EQ(paired({seeker(1), blocking(seeker(2), "1")}), "");
  EXPECT_EQ(paired({blocking(seeker(1), "2"), seeker(2)}), "") << "whoever of them does";
  EXPECT_EQ(paired({seeker(1), seeker(2), blocking(seeker(3), "1")}), "3-2");
  Pairing pairing;
  pairing.add(seeker(1));
  pairing.add(seeker(2));
  pairing.block("1", {"2"});
  EXPECT_EQ(paired(pairing), "") << "at another server, meanwhile";
  pairing.block("1", {});
  EXPECT_EQ(paired(pairing), "2-1");
}

TEST(Pairing, whoever_came_first_is_served_first) {
  EXPECT_EQ(
      paired({with_side(seeker(1), SideChoice::first), with_side(seeker(2), SideChoice::first), seeker(3)}),
      "3-1");
}

TEST(Pairing, sides_are_as_wished) {
  using enum SideChoice;
  struct Row {
    SideChoice one, other;
    bool fits;
    SideChoice side_of_one;
  };
  const Row rows[] = {
      {first, first, false, first},   {second, second, false, first}, {first, second, true, first},
      {second, first, true, second},  {first, random, true, first},   {random, first, true, second},
      {second, random, true, second}, {random, second, true, first},  {random, random, true, random}};
  for (const Row& row : rows) {
    Pairing pairing;
    pairing.add(with_side(seeker(1), row.other));
    pairing.add(with_side(seeker(2), row.one));
    std::size_t comparisons = 2;
    const auto pair = pairing.next(kStart, comparisons);
    ASSERT_EQ(pair.has_value(), row.fits);
    if (!pair) continue;
    EXPECT_EQ(pair->one.seek_id, "2");
    EXPECT_EQ(pair->side_of_one, row.side_of_one);
  }
}

TEST(Pairing, looks_for_a_new_one_alone) {
  Pairing pairing;
  for (int id = 1; id <= 3; ++id) pairing.add(seeker(id));
  const auto of_second = pairing.next_of("2", kStart);
  ASSERT_TRUE(of_second);
  EXPECT_EQ(of_second->one.seek_id + '-' + of_second->other.seek_id, "2-1") << "the third came later";
  EXPECT_FALSE(pairing.next_of("1", kStart));
  EXPECT_FALSE(pairing.next_of("4", kStart)) << "it has ended";
}

// Each one more is looked at by nobody but who comes.
TEST(Pairing, a_new_one_costs_as_much_as_there_are_others) {
  const auto cost = [](std::size_t seekers) {
    Pairing pairing;
    for (int id = 1; id <= static_cast<int>(seekers); ++id)
      pairing.add(with_side(seeker(id, {}, kStart + Millis(id)), SideChoice::first));
    const std::string last = std::to_string(seekers);
    constexpr int kTimes = 100;
    return usual_cost(time_of_this_thread, [&] {
      for (int i = 0; i < kTimes; ++i) EXPECT_FALSE(pairing.next_of(last, kStart));
    });
  };
  expect_at_most_doubled(cost, 1'000, "one more seek");
}

// As many as there may be, of which the two oldest alone go together: half a million comparisons.
TEST(Pairing, a_look_at_all_costs_what_it_may_and_goes_on_later) {
  constexpr int kAll = 1'000;
  constexpr std::size_t kEachTime = 50'000;
  Pairing pairing;
  for (int id = 1; id <= kAll; ++id) {
    const int rating = id <= 2 ? 1500 : 3000;
    pairing.add(
        with_side(seeker(id, rating, kStart + Millis(id)), id == 1 ? SideChoice::second : SideChoice::first));
  }
  std::size_t used = 0;
  for (std::optional<Pairing::Pair> pair; !pair;) {
    std::size_t comparisons = kEachTime;
    pair = pairing.next(kStart + seconds(1), comparisons);
    used += kEachTime - comparisons;
    ASSERT_TRUE(pair || comparisons == 0);
    ASSERT_LE(used, kAll * (kAll + 1) / 2);
    if (pair) {
      EXPECT_EQ(pair->one.seek_id + '-' + pair->other.seek_id, "2-1");
    }
  }
  EXPECT_GT(used, 8 * kEachTime);
}

TEST(Pairing, a_pair_that_is_found_costs_its_comparisons_too) {
  Pairing pairing;
  for (int id = 1; id <= 5; ++id) pairing.add(seeker(id));
  std::size_t comparisons = 7;
  ASSERT_TRUE(pairing.next(kStart, comparisons));
  EXPECT_EQ(comparisons, 2u);
  ASSERT_TRUE(pairing.next(kStart, comparisons)) << "which are not removed here";
  EXPECT_EQ(comparisons, 0u);
  EXPECT_FALSE(pairing.next(kStart, comparisons));
}

TEST(Pairing, takes_the_nearest_of_those_with_ratings) {
  EXPECT_EQ(paired({seeker(1, 1420), seeker(2, 1600), seeker(3, 1510)}), "3-1")
      << "both are 90 away: who came first";
  EXPECT_EQ(paired({seeker(1, 1420), seeker(2, 1590), seeker(3, 1510)}), "3-2");
}

TEST(Pairing, accepts_more_distance_as_one_waits) {
  const std::vector<Seeker> two = {seeker(1, 1500), seeker(2, 1700, kStart + seconds(5))};
  EXPECT_EQ(paired(two, kStart + seconds(5)), "");
  EXPECT_EQ(paired(two, kStart + seconds(9)), "");
  EXPECT_EQ(paired(two, kStart + seconds(10)), "2-1") << "it is the longer wait that counts";
  EXPECT_EQ(paired({seeker(1, 800), seeker(2, 2400)}, kStart + minutes(3)), "2-1");
}

TEST(Pairing, who_has_no_rating_plays_anybody_but_a_neighbour_first) {
  EXPECT_EQ(paired({seeker(1, 2400), seeker(2)}), "2-1");
  EXPECT_EQ(paired({seeker(1), seeker(2, 1550), seeker(3, 1500)}), "3-2");
  EXPECT_EQ(paired({seeker(1), seeker(2, 1650), seeker(3, 1500)}), "3-1");
}

TEST(Pairing, who_has_found_a_game_seeks_no_other) {
  Pairing pairing;
  pairing.add(seeker(1));
  Seeker another = seeker(1);
  another.seek_id = "1b";
  another.wish.game = "gomoku";
  pairing.add(another);
  pairing.add(seeker(2));
  EXPECT_EQ(ids(pairing.remove_user("1")), "1b 1");
  EXPECT_EQ(pairing.size(), 1u);
  EXPECT_EQ(paired(pairing), "");
}

TEST(Pairing, a_seek_ends_with_its_connection_or_by_its_id) {
  Pairing pairing;
  pairing.add(seeker(1));
  pairing.add(seeker(2));
  EXPECT_EQ(ids(pairing.remove("1")), "1");
  EXPECT_EQ(ids(pairing.remove("1")), "");
  EXPECT_EQ(ids(pairing.remove_viewer(2)), "2");
  EXPECT_TRUE(pairing.list(10).empty());
}

TEST(Pairing, nobody_is_found_before_his_seek_is_written_down_or_while_he_is_seated) {
  Pairing pairing;
  Seeker one = seeker(1);
  one.state = Seeker::State::beginning;
  pairing.add(one);
  pairing.add(seeker(2, {}, kStart + seconds(1)));
  EXPECT_EQ(paired(pairing), "");
  EXPECT_EQ(pairing.written(), std::vector<std::string>{"2"});
  EXPECT_EQ(pairing.list(10).size(), 1u);
  pairing.seat("1", true);
  pairing.seat("1", false);
  EXPECT_EQ(paired(pairing), "") << "it is still to be written down";
  pairing.open("1");
  EXPECT_EQ(paired(pairing), "2-1");
  for (const char* user : {"1", "2"}) {
    pairing.seat(user, true);
    EXPECT_EQ(paired(pairing), "") << user;
    pairing.seat(user, false);
  }
  EXPECT_EQ(paired(pairing), "2-1");
}

TEST(Pairing, who_gives_up_is_not_found_unless_that_cannot_be_written_down) {
  Pairing pairing;
  pairing.add(seeker(1));
  pairing.add(seeker(2, {}, kStart + seconds(1)));
  for (const char* id : {"1", "2"}) {
    pairing.close(id);
    pairing.seat(id, true);
    pairing.seat(id, false);
    EXPECT_EQ(paired(pairing), "") << id;
    EXPECT_EQ(pairing.list(10).size(), 1u);
    pairing.open(id);
  }
  EXPECT_EQ(paired(pairing), "2-1");
}

// Of two servers that know the same seeks one seats a pair, whichever seek it has heard of first.
TEST(Pairing, whoever_came_later_is_seated_where_he_seeks) {
  const auto at_server_of = [](ViewerId here, std::vector<Seeker> seekers) {
    for (Seeker& each : seekers) each.is_here = each.viewer == here;
    return paired(seekers, kStart + seconds(9));
  };
  const Seeker one = seeker(1, {}, kStart), two = seeker(2, {}, kStart + seconds(1));
  const Seeker three = seeker(3, {}, kStart + seconds(1));
  for (const auto& order : {std::vector{one, two}, std::vector{two, one}}) {
    EXPECT_EQ(at_server_of(1, order), "");
    EXPECT_EQ(at_server_of(2, order), "2-1");
  }
  for (const auto& order : {std::vector{two, three}, std::vector{three, two}}) {
    EXPECT_EQ(at_server_of(2, order), "") << "at the same moment";
    EXPECT_EQ(at_server_of(3, order), "3-2");
  }
}

TEST(Pairing, has_bounds) {
  Pairing pairing({.of_user = 2, .all = 3});
  pairing.add(seeker(1));
  EXPECT_FALSE(pairing.refuse("1"));
  pairing.add(seeker(1));
  EXPECT_EQ(pairing.refuse("1"), ErrorCode::rate_limited);
  EXPECT_FALSE(pairing.refuse("2"));
  pairing.add(seeker(2));
  EXPECT_EQ(pairing.refuse("3"), ErrorCode::busy);
}

// Pools have an order: the seeks of one /48 for a game that is first in it were all that anyone saw.
TEST(Pairing, lists_seeks_of_others_however_many_one_network_has) {
  Pairing pairing;
  const auto add = [&](ViewerId who, const std::string& network, const char* game, int at) {
    Seeker each = seeker(who, {}, kStart + seconds(at));
    each.network = network;
    each.wish.game = game;
    pairing.add(std::move(each));
  };
  for (ViewerId who = 100; who < 300; ++who) add(who, "2001:db8:1::/48", "antireversi", 50);
  for (ViewerId who = 1; who <= 30; ++who) add(who, "192.0.2." + std::to_string(who), "xiangqi", 9);
  add(31, "", "xiangqi", 10);
  const auto list = pairing.list(100);
  ASSERT_EQ(list.size(), 100u);
  EXPECT_EQ(std::ranges::count(list, std::string("xiangqi"), &protocol::LobbySeek::game), 31);
  EXPECT_EQ(list[0].game, "antireversi") << "the newest";
  EXPECT_EQ(list[1].seek_id, "31") << "newest first";
}

TEST(Pairing, lists_users_of_a_network_in_turns) {
  Pairing pairing;
  for (int i = 0; i < 10; ++i) {
    Seeker each = seeker(7, {}, kStart + seconds(10 + i));
    each.seek_id = "many" + std::to_string(i);
    each.network = "school";
    pairing.add(std::move(each));
  }
  for (const ViewerId who : {ViewerId{1}, ViewerId{2}}) {
    Seeker each = seeker(who);
    each.network = "school";
    pairing.add(std::move(each));
  }
  const auto list = pairing.list(4);
  std::string ids;
  for (const protocol::LobbySeek& each : list) ids += each.seek_id + ' ';
  EXPECT_EQ(ids, "many9 1 2 many8 ");
}

TEST(Pairing, lists_so_many) {
  Pairing pairing;
  for (ViewerId who = 1; who <= 5; ++who) pairing.add(seeker(who, 1500));
  const auto list = pairing.list(2);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].seek_id, "1");
  EXPECT_EQ(list[0].rating, 1500);
  EXPECT_EQ(list[0].time.initial, minutes(5));
}

}  // namespace
}  // namespace server
