#include "tests/server/protocol/samples.h"

namespace server::protocol {
namespace {

using namespace std::chrono_literals;

/// After h8, i9, g6: black, white, black.
std::string three_stones() {
  std::string board(225, '-');
  board[7 * 15 + 7] = 'X';
  board[8 * 15 + 8] = 'O';
  board[5 * 15 + 6] = 'X';
  return board + " O";
}

GameState in_an_opening() {
  GameState state;
  state.moves = "h8 i9 g6";
  state.ply = 3;
  state.look.pos = three_stones();
  state.look.turn = Side::second;
  state.status = Status::playing;
  state.opening = OpeningFace{.by = Side::second,
                              .options = {Choice::keep, Choice::swap, Choice::more},
                              .stones = 0,
                              .at_most = 0,
                              .to_offer = 0,
                              .offered = {}};
  return state;
}

GameEvent event(EventKind kind, GameState state) {
  GameEvent event;
  event.game_id = "aB3dE9xQ";
  event.version = 5;
  event.kind = kind;
  event.by = Side::second;
  event.state = std::move(state);
  return event;
}

/// The second person wants black: from now on he is the first.
GameEvent swapped() {
  GameState state = in_an_opening();
  state.opening.reset();
  state.lapse = Lapse{std::chrono::days(14), Side::second};
  GameEvent swap = event(EventKind::swap, std::move(state));
  swap.players = {PlayerInfo{.name = "Wang", .rating = {}, .level = {}, .online = true},
                  PlayerInfo{.name = "Lin 林", .rating = {}, .level = {}, .online = true}};
  return swap;
}

GameEvent two_more() {
  GameState state = in_an_opening();
  state.opening->options = {};
  state.opening->stones = 2;
  GameEvent more = event(EventKind::opening, std::move(state));
  more.choice = Choice::more;
  return more;
}

/// Soosyrv-8: by the number black chooses a side.
GameEvent declared() {
  GameState state = in_an_opening();
  state.opening->by = state.look.turn = Side::first;
  state.opening->options = {Choice::keep, Choice::swap};
  state.opening->to_offer = 3;
  GameEvent declare = event(EventKind::opening, std::move(state));
  declare.choice = Choice::declare;
  declare.count = 3;
  return declare;
}

GameEvent to_declare() {
  GameState state = in_an_opening();
  state.opening->options = {Choice::declare};
  state.opening->at_most = 8;
  return event(EventKind::resume, std::move(state));
}

/// Taraguchi-10, shortened: there are ten to offer.
GameEvent offered() {
  GameState state = in_an_opening();
  state.opening->options = {};
  state.opening->stones = 1;
  state.opening->offered = {"g8", "i10"};
  GameEvent offer = event(EventKind::opening, std::move(state));
  offer.by = Side::first;
  offer.choice = Choice::offer;
  offer.offered = {"g8", "i10"};
  return offer;
}

/// Before the choice between a swap and offers, as the event before it shows it.
GameEvent to_choose() {
  GameState state = in_an_opening();
  state.opening->by = state.look.turn = Side::first;
  state.opening->options = {Choice::keep, Choice::swap, Choice::offer};
  state.opening->to_offer = 10;
  GameEvent resume = event(EventKind::resume, std::move(state));
  return resume;
}

}  // namespace

std::vector<Sample<ServerMessage>> opening_samples() {
  return {{"event swap", swapped(), {}},
          {"event opening more", two_more(), {}},
          {"event opening offer", offered(), {}},
          {"event opening declare", declared(), {}},
          {"state before a declaration", to_declare(), {}},
          {"state of an opening", to_choose(), {}}};
}

}  // namespace server::protocol
