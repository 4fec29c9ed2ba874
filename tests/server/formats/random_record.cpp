#include "tests/server/formats/random_record.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/games/registry.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"

namespace server {

namespace {

using engine::SplitMix64;
using storage::Game;

constexpr TimePoint kStart{Millis(1'731'900'000'123)};
constexpr int kLongestGame = 150;  // Plies: random Xiangqi would go on for hundreds.

template <class List>
auto any_of(const List& list, SplitMix64& random) {
  return list[random.below(static_cast<std::uint32_t>(std::size(list)))];
}

bool one_in(std::uint32_t n, SplitMix64& random) {
  return random.below(n) == 0;
}

/// Stones anywhere, anyone to move: what Gomoku calls a position.
std::string random_stones(int size, SplitMix64& random) {
  std::string stones(static_cast<std::size_t>(size * size), '-');
  for (std::uint32_t left = random.below(30); left > 0; --left) {
    stones[random.below(static_cast<std::uint32_t>(stones.size()))] = one_in(2, random) ? 'X' : 'O';
  }
  return stones + (one_in(2, random) ? " X" : " O");
}

/// A position that random moves have led to, with some pieces taken off and perhaps the other side to move.
std::string random_fen(std::string fen, SplitMix64& random) {
  const std::size_t end = fen.find(' ');
  for (std::size_t i = 0; i < end; ++i) {
    const bool is_piece = std::string_view("rnbacpRNBACP").find(fen[i]) != std::string_view::npos;
    if (is_piece && one_in(6, random)) fen[i] = '1';
  }
  if (one_in(2, random)) fen[end + 1] = fen[end + 1] == 'w' ? 'b' : 'w';
  return fen;
}

std::string random_start(const engine::Game& rules, const Game& header, SplitMix64& random) {
  const auto match = *rules.new_match({.rule = header.rule, .size = header.size});
  if (rules.id == "gomoku") return random_stones(header.size, random);
  for (std::uint32_t plies = random.below(60); plies > 0 && !match->outcome(); --plies) {
    (void)match->play(any_of(match->legal_moves(), random));
  }
  return rules.id == "xiangqi" ? random_fen(match->look().pos, random) : match->look().pos;
}

Game random_header(const engine::Game& rules, SplitMix64& random) {
  Game header;
  header.id = "aB3dE9xQ";
  header.game = rules.id;
  header.rule = any_of(rules.rules, random);
  if (!rules.sizes.empty()) header.size = any_of(rules.sizes, random);
  if (one_in(2, random)) header.time = {600'000, 5'000, 30'000, 3, 0, 0};
  header.created =
      kStart.time_since_epoch().count() - static_cast<Millis::rep>(random() % 1'000'000'000'000ULL);
  for (storage::Seat& seat : header.seats) seat.name = random_name(random);
  if (one_in(4, random)) header.seats[1].level = 5;
  if (one_in(4, random)) header.event = random_name(random);
  return header;
}

/// A game that can be begun, in about every second try from a set-up position.
GameLog begin_random(const engine::Game& rules, SplitMix64& random) {
  while (true) {
    Game header = random_header(rules, random);
    if (one_in(2, random)) header.start_pos = random_start(rules, header, random);
    auto log = GameLog::begin(rules, header);
    if (log && !log->match().outcome()) return *std::move(log);
  }
}

void happen(GameLog& log, storage::Event event) {
  if (!log.follow(std::move(event))) throw std::logic_error("an event that its own game does not take");
}

void move_at_random(GameLog& log, TimePoint now, SplitMix64& random) {
  GameClock clock = log.clock();
  GameClock::Charge charge{.spent = Millis(random.below(5'000))};
  if (clock.running()) charge = clock.press(now, std::nullopt, Millis(20));
  happen(log, move_event(log, now, any_of(log.match().legal_moves(), random), clock, charge));
}

void happen_at_random(GameLog& log, TimePoint now, SplitMix64& random) {
  const Seat by = one_in(2, random) ? Seat::a : Seat::b;
  switch (random.below(40)) {
    case 0:
      return happen(log, offer_event(log, now, by, OfferKind::draw, true));
    case 1:
      if (log.plies() == 0) return;
      return happen(log, takeback_event(log, now, by, 1 + static_cast<int>(random.below(2)) % log.plies(),
                                        log.clock(), {}));
    case 2:
      return happen(log, added_time_event(log, now, by, Side::first, Millis(15'000)));
    case 3:
      happen(log, pause_event(log, now, by));
      return happen(log, resume_event(log, now + Millis(1'000), by));
    default:
      return move_at_random(log, now, random);
  }
}

void end_at_random(GameLog& log, TimePoint now, SplitMix64& random) {
  const Side winner = one_in(2, random) ? Side::first : Side::second;
  if (const auto end = log.match().outcome()) {
    return happen(log, end_event(log, now, Status::finished, end->winner, end->reason, {}));
  }
  switch (random.below(5)) {
    case 0:
      return happen(
          log, end_event(log, now, Status::finished, winner, "resign", log.seat_of(engine::other(winner))));
    case 1:
      if (!log.clock().running())
        return happen(log, end_event(log, now, Status::finished, winner, "abandoned", {}));
      return happen(log, timeout_event(log, now));
    case 2:
      return happen(log, end_event(log, now, Status::finished, {}, "agreement", {}));
    case 3:
      return happen(log, end_event(log, now, Status::aborted, {}, "no_start", {}));
    default:
      return happen(log, end_event(log, now, Status::finished, winner, "timeout", {}));
  }
}

}  // namespace

std::string random_name(SplitMix64& random) {
  static constexpr std::string_view kPieces[] = {
      "Lin",      "\"", "\\", "]",    "[",      "(",       ";",     "{",  "}",   "1,2,3", "[/DhtmlXQ_red]",
      "[DhtmlXQ", "林", "😀", "*",    "红胜和", "1-0",     "B[hh]", "$1", "a b", "'",     "<b>",
      "&",        "%",  "é",  "\\\"", "-1",     "2,Renju", "，"};
  std::string name;
  for (std::uint32_t left = 1 + random.below(4); left > 0; --left) name += any_of(kPieces, random);
  return name;
}

storage::Record random_record(std::string_view game, SplitMix64& random) {
  GameLog log = begin_random(*engine::find_game(game), random);
  TimePoint now(Millis(log.header().created));
  happen(log, start_event(log, now));
  for (std::uint32_t left = random.below(kLongestGame); left > 0 && !log.match().outcome(); --left) {
    now += Millis(random.below(3'000));
    happen_at_random(log, now, random);
  }
  end_at_random(log, now, random);
  return {log.header(), log.events()};
}

}  // namespace server
