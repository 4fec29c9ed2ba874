#include "tests/load/archive.h"

namespace load {

namespace {

constexpr int kMovesOfGame = 80;
constexpr storage::Millis kFirstMoment = 1'700'000'000'000;

}  // namespace

storage::Game stored_game(int number) {
  const auto seat = [](int player) {
    storage::Seat seat;
    seat.name = "Player" + std::to_string(player);
    seat.user = "user" + std::to_string(player);
    return seat;
  };
  storage::Game game;
  game.id = "game" + std::to_string(number);
  game.game = number % 3 == 0 ? "xiangqi" : number % 3 == 1 ? "gomoku" : "antireversi";
  game.rule = number % 3 == 1 ? "freestyle" : "standard";
  game.time.initial = 300'000;
  game.seats = {seat(number % 997), seat(number % 991)};
  game.created = kFirstMoment + number;
  return game;
}

storage::Append stored_move(const std::string& game, int v) {
  storage::Append append;
  append.event = {.game = game,
                  .v = v,
                  .kind = storage::EventKind::move,
                  .ply = v,
                  .by = v % 2 ? "first" : "second",
                  .move = "h2e2",
                  .detail = {},
                  .clock = {300'000, 290'000},
                  .running = v % 2 ? "second" : "first",
                  .spent = 1234,
                  .lag = 20,
                  .at = kFirstMoment + v};
  return append;
}

void fill(storage::Store& store, std::int64_t moves, const std::function<void(std::int64_t)>& progress) {
  std::vector<storage::Write> writes;
  int game = 0;
  for (std::int64_t done = 0; done < moves; ++game) {
    writes.push_back(storage::CreateGame{stored_game(game)});
    for (int v = 1; v <= kMovesOfGame && done < moves; ++v, ++done) {
      writes.push_back(stored_move("game" + std::to_string(game), v));
    }
    auto& last = std::get<storage::Append>(writes.back());
    last.ending = storage::Ending{"finished", "first", "resign", last.event.at};
    if (writes.size() < 20'000 && done < moves) continue;
    store.commit(writes);
    writes.clear();
    progress(done);
  }
}

}  // namespace load
