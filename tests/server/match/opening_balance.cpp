// Measures whether an opening procedure leaves bots an even game: plays games between two by it, as a room
// would.
//
//     opening_balance [opening=soosyrv8] [games=100] [nodes a step=20000]
//
// Not a test: says how many games each side and each person won, and which numbers were declared.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/match/opening_bot.h"

namespace server {
namespace {

constexpr TimePoint kStart{std::chrono::seconds(1'700'000'000)};

class BalanceGame {
 public:
  BalanceGame(const OpeningRule& rule, std::uint64_t seed, std::uint64_t nodes)
      : seed_(seed), nodes_(nodes), log_(begin(rule)) {
    for (auto& bot : bots_) bot = log_.game().new_bot({});
    follow(start_event(log_, kStart));
  }

  const GameLog& play() {
    while (log_.playing()) {
      step();
      if (auto end = end_by_rules(log_, kStart)) follow(*std::move(end));
    }
    return log_;
  }
  const std::string& choices() const { return choices_; }

 private:
  static GameLog begin(const OpeningRule& rule) {
    storage::Game header;
    header.id = "balance";
    header.game = rule.game;
    header.rule = rule.rules.front();
    header.opening = rule.id;
    header.size = 15;
    for (storage::Seat& seat : header.seats) seat.level = 8;
    return *GameLog::begin(*engine::find_game(rule.game), header);
  }

  void step() {
    const Opening& opening = log_.opening();
    const OpeningQuestion question =
        ask_in(opening, log_.moves(), log_.match().legal_moves(), log_.board_size(), seed_);
    const engine::Limits limits{
        .nodes = nodes_, .multipv = question.lines, .seed = seed_, .among = question.among};
    const engine::Thought thought = bots_[index(log_.seat_to_move())]->think(log_.match(), limits, {}, {});
    const OpeningAct act = act_in(opening, log_.look().turn, thought.lines, thought.best);
    const Decision decision = act.choice ? decide_bot_choice(log_, *act.choice, Millis(0), kStart)
                                         : decide_bot_move(log_, act.move, Millis(0), kStart);
    if (act.choice) choices_ += decision.event->detail + "; ";
    follow(*decision.event);
  }

  void follow(storage::Event event) {
    if (!log_.follow(std::move(event))) std::abort();
  }

  const std::uint64_t seed_, nodes_;
  GameLog log_;
  std::array<std::unique_ptr<engine::Bot>, 2> bots_;
  std::string choices_;
};

int measure(const OpeningRule& rule, int games, std::uint64_t nodes) {
  std::map<std::string, int> wins, chosen;
  for (int i = 0; i < games; ++i) {
    // Each of the 26 openings of renju, turned in one way after the other.
    BalanceGame game(rule, static_cast<std::uint64_t>(i), nodes);
    const GameLog& log = game.play();
    const std::string result = log.state(kStart).result.value_or("none");
    ++wins[result == "first" ? "black" : result == "second" ? "white" : "nobody"];
    if (result != "draw")
      ++wins[log.side_of(Seat::a) == (result == "first" ? Side::first : Side::second) ? "the first person"
                                                                                      : "the other"];
    std::string choices = game.choices();
    for (std::size_t from = 0; from < choices.size(); from = choices.find("; ", from) + 2) {
      std::string choice = choices.substr(from, choices.find("; ", from) - from);
      if (choice.starts_with("offer")) choice = "offer";
      ++chosen[choice];
    }
    std::printf("%d %s %s: %d plies, %s\n", i, std::string(log.opening_code()).c_str(), choices.c_str(),
                log.plies(), result.c_str());
    std::fflush(stdout);
  }
  for (const auto& [who, count] : wins) std::printf("%s won %d\n", who.c_str(), count);
  for (const auto& [what, count] : chosen) std::printf("%s: %d\n", what.c_str(), count);
  return 0;
}

}  // namespace
}  // namespace server

int main(int argc, char** argv) {
  const auto* const rule = server::find_opening("gomoku", argc > 1 ? argv[1] : "soosyrv8");
  if (!rule) return 2;
  return server::measure(*rule, argc > 2 ? std::atoi(argv[2]) : 100,
                         argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 20'000);
}
