#pragma once

#include <optional>
#include <string>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"
#include "server/tournament/events.h"
#include "storage/tournament.h"

/// What people write into the forms of tournaments. For the pool.
namespace server {

/// Of rounds, tables, games and players.
inline constexpr int kMostOrdinal = tournament::kMostNumber;

/// Not stored yet.
struct NewTournament {
  storage::Tournament about;
  tournament::Rules rules;
  std::optional<tournament::Joined> host{};  ///< Of a simul.
};

/// With id and moment; `user` is its director.
/// The game's own rules are judged by new_game(), as those of a room are. Without a host; whose its club is,
/// is not looked at.
engine::Expected<NewTournament, protocol::Error> read_tournament_form(const std::string& body,
                                                                      const storage::User& user,
                                                                      TimePoint now);

/// The note is the reason, which all players see.
struct Correction {
  tournament::GameId game;
  tournament::Result result = tournament::Result::draw;
  std::string note;
};
/// Or the field that is wrong, as the others below.
engine::Expected<Correction, std::string> read_correction(const std::string& body);

/// Of a game, or of a round: then of its number alone.
struct GameRuling {
  tournament::GameId game;
  std::string note;
};
/// The game is named: said twice, the second is of one that does not count any more.
engine::Expected<GameRuling, std::string> read_game_ruling(const std::string& body);
engine::Expected<GameRuling, std::string> read_round_ruling(const std::string& body);

/// A player to add, or to put in the place of another.
struct PlayerForm {
  std::string name;
  bool guest = false;  ///< Is to be made.
  int player = 0;      ///< The number of the one who is replaced; 0: none.
  std::string note;
};
engine::Expected<PlayerForm, std::string> read_player_form(const std::string& body);

}  // namespace server
