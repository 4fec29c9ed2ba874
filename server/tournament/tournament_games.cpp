#include <algorithm>
#include <span>

#include "server/tournament/tournament_state.h"

// What becomes of the games of a tournament.
namespace server::tournament {

/// Of the last round, on which nothing is built yet; of an arena nothing ever is.
bool TournamentState::is_current(GameId id) const {
  const auto later = std::span(rounds_).subspan(static_cast<std::size_t>(id.round));
  return rules_.format == Format::arena || std::ranges::all_of(later, &Round::annulled);
}

bool TournamentState::is_running(GameId id) const {
  const Game* const game = find_game(id);
  return phase_ == Phase::running && game && game->is_running();
}

Table& TournamentState::table_at(GameId id) {
  return rounds_[static_cast<std::size_t>(id.round - 1)].tables[static_cast<std::size_t>(id.table - 1)];
}

Game& TournamentState::game_at(GameId id) {
  return table_at(id).games[static_cast<std::size_t>(id.game - 1)];
}

void TournamentState::end(GameId id, const Outcome& outcome, const Event& event) {
  Game& game = game_at(id);
  if (!game.outcome) game.ended_at = event.v;
  // What is corrected after the end was not played then.
  if (phase_ == Phase::running) played_at_ = event.at;
  game.outcome = outcome;
  // The result may end the table, or ask for its next game.
  settle(table_at(id), rules_);
}

bool TournamentState::fits(const GameEnded& ended) const {
  return is_running(ended.game);
}

void TournamentState::apply(const GameEnded& ended, const Event& event) {
  end(ended.game, ended.outcome, event);
}

bool TournamentState::fits(const NotPlayed& missed) const {
  return is_running(missed.game) && !(missed.came[0] && missed.came[1]);
}

void TournamentState::apply(const NotPlayed& missed, const Event& event) {
  const Table& table = *find_table(missed.game);
  const bool exchanged = find_game(missed.game)->exchanged;
  for (const bool second : {false, true}) {
    const Number number = second != exchanged ? table.second : table.first;
    Player& player = at(number);
    // The host of a simul is at other boards. One who has withdrawn stays so.
    const bool is_elsewhere = rules_.format == Format::simul && number == kHost;
    if (!missed.came[second ? 1 : 0] && !is_elsewhere && player.attendance == Attendance::here)
      player.attendance = Attendance::away;
  }
  Outcome outcome{.result = Result::nobody, .ending = Ending::forfeit};
  if (missed.came[0]) outcome.result = Result::first;
  if (missed.came[1]) outcome.result = Result::second;
  end(missed.game, outcome, event);
}

/// Also after the end. In a knock-out the next round is built on who has won; nowhere does a game begin in a
/// round that is past.
bool TournamentState::fits(const Corrected& corrected) const {
  const Game* const game = find_game(corrected.game);
  if (!game || phase_ == Phase::cancelled || game->annulled || !game->outcome) return false;
  const bool is_last = is_current(corrected.game);
  if (rules_.format == Format::knockout && !is_last) return false;
  // A correction that would leave an old table undecided would begin a new game in it, rounds later.
  Table table = *find_table(corrected.game);
  table.games[static_cast<std::size_t>(corrected.game.game - 1)].outcome = corrected.outcome;
  return (is_last && phase_ == Phase::running) || verdict_of(table, rules_);
}

void TournamentState::apply(const Corrected& corrected, const Event& event) {
  end(corrected.game, corrected.outcome, event);
  game_at(corrected.game).correction = event.note;
}

/// The last game of its table that counts, of players who can be asked to play it again.
bool TournamentState::fits(const Replayed& replayed) const {
  const Table* const table = find_table(replayed.game);
  const Game* const game = find_game(replayed.game);
  if (phase_ != Phase::running || !game || game->annulled || table->left != 0) return false;
  if (!may_play(table->first) || !may_play(table->second)) return false;
  const auto later = std::span(table->games).subspan(static_cast<std::size_t>(replayed.game.game));
  return is_current(replayed.game) && rules_.format != Format::arena &&
         std::ranges::all_of(later, &Game::annulled);
}

void TournamentState::apply(const Replayed& replayed, const Event&) {
  game_at(replayed.game).annulled = true;
  settle(table_at(replayed.game), rules_);
}

bool TournamentState::fits(const SeatsExchanged& exchanged) const {
  return is_running(exchanged.game);
}

/// Another game, so that no room has to learn that its sides have changed.
void TournamentState::apply(const SeatsExchanged& exchanged, const Event&) {
  Game& game = game_at(exchanged.game);
  game.annulled = true;
  const Game other{.stage = game.stage, .exchanged = !game.exchanged};
  table_at(exchanged.game).games.push_back(other);
}

}  // namespace server::tournament
