#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "engine/core/zobrist.h"
#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/protocol/words.h"

// Every opening procedure, walked at random from the first stone to the last: whatever is allowed leads on,
// whatever is not is refused, and the record of it gives the same game again.
namespace server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kNoon{1'700'000'000s};

class Walk {
 public:
  Walk(const OpeningRule& rule, std::uint64_t seed) : random_(seed), log_(begin(rule)) {
    EXPECT_TRUE(log_.follow(start_event(log_, kNoon)));
  }

  const GameLog& log() const { return log_; }
  int steps() const { return steps_; }
  int declared() const { return declared_; }

  void step() {
    ++steps_;
    expect_refusals();
    const Seat seat = log_.seat_to_move();
    const Decision decision = log_.is_choosing() ? decide_choice(log_, seat, choice(), 0ms, kNoon)
                                                 : decide_move(log_, seat, {log_.plies(), move()}, kNoon);
    ASSERT_TRUE(decision.event) << decision.refusal->message;
    ASSERT_TRUE(log_.follow(*decision.event)) << decision.event->detail;
    expect_record_gives();
  }

 private:
  static GameLog begin(const OpeningRule& rule) {
    storage::Game header;
    header.id = "walk";
    header.game = rule.game;
    header.rule = rule.rules.front();
    header.opening = rule.id;
    header.size = 15;
    header.seats[0].user = "u_lin";
    header.seats[1].user = "u_wang";
    return *GameLog::begin(*engine::find_game(rule.game), header);
  }

  template <class T>
  const T& any_of(const std::vector<T>& items) {
    return items[random_.below(static_cast<std::uint32_t>(items.size()))];
  }
  int any_to(int most) { return 1 + static_cast<int>(random_.below(static_cast<std::uint32_t>(most))); }

  std::string move() { return any_of(log_.legal_moves()); }

  OpeningChoice choice() {
    std::vector<Choice> allowed;
    for (const Choice each : kAll) {
      if (log_.opening().allows(each)) allowed.push_back(each);
    }
    const Choice kind = any_of(allowed);
    if (kind == Choice::declare) return {kind, {}, declared_ = any_to(log_.opening().at_most())};
    return {kind, kind == Choice::offer ? offers(log_.opening().to_offer()) : std::vector<std::string>()};
  }

  std::vector<std::string> offers(int count) {
    std::vector<std::string> legal = log_.match().legal_moves(), chosen;
    while (std::ssize(chosen) < count) {
      chosen.push_back(any_of(legal));
      if (has_symmetric_moves(log_.moves(), chosen)) chosen.pop_back();
    }
    return chosen;
  }

  /// Of the other player everything is refused, of the one who acts everything of another step.
  void expect_refusals() {
    const Seat seat = log_.seat_to_move();
    const auto refused = [](const Decision& decision) { return decision.refusal && !decision.event; };
    for (const Choice each : kAll) {
      EXPECT_TRUE(refused(decide_choice(log_, other(seat), each, 0ms, kNoon))) << protocol::word(each);
      const bool is_there = log_.is_choosing() && log_.opening().allows(each);
      EXPECT_TRUE(is_there || refused(decide_choice(log_, seat, each, 0ms, kNoon))) << protocol::word(each);
    }
    for (const std::string& move : log_.match().legal_moves()) {
      const bool is_permitted = !log_.is_choosing() && log_.opening().permits(move);
      EXPECT_TRUE(refused(decide_move(log_, other(seat), {log_.plies(), move}, kNoon))) << move;
      EXPECT_TRUE(is_permitted || refused(decide_move(log_, seat, {log_.plies(), move}, kNoon))) << move;
    }
    if (!log_.is_choosing()) return;
    for (const int count : {-1, 0, log_.opening().at_most() + 1})
      EXPECT_TRUE(refused(decide_choice(log_, seat, {Choice::declare, {}, count}, 0ms, kNoon))) << count;
    if (!log_.opening().allows(Choice::offer)) return;
    const int count = log_.opening().to_offer();
    for (const int wrong : {count - 1, count + 1})
      EXPECT_TRUE(refused(decide_choice(log_, seat, {Choice::offer, offers(wrong)}, 0ms, kNoon))) << wrong;
    std::vector<std::string> alike = offers(count - 1);
    alike.push_back(alike.empty() ? log_.moves().front() : alike.front());
    EXPECT_TRUE(refused(decide_choice(log_, seat, {Choice::offer, alike}, 0ms, kNoon)));
  }

  void expect_record_gives() const {
    const auto again = GameLog::replay({log_.header(), log_.events()});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->moves(), log_.moves());
    EXPECT_EQ(again->movers(), log_.movers());
    EXPECT_EQ(again->turn(), log_.turn());
    EXPECT_EQ(again->side_of(Seat::a), log_.side_of(Seat::a));
    const auto face = again->opening().face(), as_played = log_.opening().face();
    ASSERT_EQ(face.has_value(), as_played.has_value());
    if (!face) return;
    EXPECT_EQ(face->options, as_played->options);
    EXPECT_EQ(face->to_offer, as_played->to_offer);
    EXPECT_EQ(face->offered, as_played->offered);
  }

  static constexpr std::array kAll{Choice::keep, Choice::swap, Choice::more, Choice::offer, Choice::declare};

  engine::SplitMix64 random_;
  GameLog log_;
  int steps_ = 0;
  int declared_ = 0;
};

TEST(OpeningWalk, every_way_through_every_opening_leads_to_free_play) {
  constexpr int kMostSteps = 10;  // Of Taraguchi-10: five stones, five choices.
  for (const OpeningRule& rule : openings()) {
    std::set<int> declared, plies;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Walk walk(rule, seed);
      while (!walk.log().opening().done() && walk.steps() < kMostSteps) walk.step();
      ASSERT_TRUE(walk.log().opening().done()) << rule.id << " stands still";
      declared.insert(walk.declared());
      plies.insert(walk.log().plies());
      EXPECT_EQ(walk.log().turn(), walk.log().plies() % 2 == 0 ? Side::first : Side::second);
      EXPECT_EQ(walk.log().legal_moves().size(), walk.log().match().legal_moves().size())
          << "all are permitted";
    }
    const bool is_renju = rule.rules.front() == "renju";
    EXPECT_EQ(declared, rule.id == "soosyrv8" ? (std::set{1, 2, 3, 4, 5, 6, 7, 8}) : std::set{0}) << rule.id;
    EXPECT_EQ(plies, rule.id == "swap2" ? (std::set{3, 5}) : std::set{is_renju ? 5 : 3}) << rule.id;
  }
}

}  // namespace
}  // namespace server
