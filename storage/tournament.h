#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/record.h"

/// Tournaments, as the events of which they are made, and the games that are played in them. What an event
/// says is text that only the server understands.
namespace storage {

/// What lists show, beside the events. `phase` is written with each batch of events.
struct Tournament {
  std::string id;          ///< In addresses.
  std::string owner;       ///< User::id of the director,
  std::string owner_name;  ///< as it was then.
  std::string name;
  std::string game;     ///< What is played, as in Game.
  std::string rule;     ///< Of the game.
  std::string opening;  ///< Of the game.
  int size = 0;         ///< Of the board.
  Millis created = 0;
  std::string phase = "open";  ///< "open", "running", "finished" or "cancelled": by its events.
  std::string club{};          ///< Club::id, whose members alone may join; empty: of none.
  bool operator==(const Tournament&) const = default;
};

/// One step in the life of a tournament; nothing of it ever changes, but for a guest who is forgotten.
/// `kind` and `body` are made by server/tournament/event_codec.h.
struct TournamentEvent {
  int v = 0;  ///< 1, 2, 3, ... without gaps.
  std::string kind;
  std::string body;
  std::string by;    ///< User::id; empty: the server.
  std::string note;  ///< Why, in words of the director.
  Millis at = 0;
  bool operator==(const TournamentEvent&) const = default;
};

/// Who sits where: each player once in a round, also one who sits at all tables.
struct TournamentSeat {
  int round = 0;
  int player = 0;
  int table = 0;
  bool operator==(const TournamentSeat&) const = default;
};

/// Which game is the n-th of a table.
struct TournamentGame {
  int round = 0;
  int table = 0;
  int number = 0;
  std::string game;  ///< Game::id
  bool operator==(const TournamentGame&) const = default;
};

/// The same, and how it stands.
struct TournamentResult {
  TournamentGame game;
  std::array<std::string, 2> users;  ///< User::id of the first side and of the second, as they sit now.
  Ending ending;
  int plies = 0;
  bool operator==(const TournamentResult&) const = default;
};

/// A tournament that is over, and how one of its players came out of it.
struct PlayedTournament {
  std::string id;
  std::string name;
  std::string game;
  std::string format;
  Millis started = 0;
  int rank = 0;     ///< From 1; shared by equals.
  int players = 0;  ///< That have a rank.
  bool operator==(const PlayedTournament&) const = default;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// With its first event. Refused when the id is known, when the owner has so many that are not over, or does
/// not own its club.
struct CreateTournament {
  Tournament tournament;
  TournamentEvent event;
  int most = 0;
};

/// The next events, and all that begins with them. Refused, as a whole, unless the version of the first is
/// one more than the last: of two writers that both believe to own a tournament only one can go on, and
/// nothing is paired twice; or where `most_running` are running already. Not carried out, as a whole, when a
/// seat, a game or its place is taken.
struct AppendTournament {
  /// A game that begins, with its first event. It is this server's.
  struct NewGame {
    TournamentGame place;
    Game game;
    Event start;
  };
  /// Of one that is over. Who is no user any more gets none, and no user gets a second one.
  struct Ranking {
    struct Rank {
      std::string user;
      int rank = 0;
    };
    std::string format;
    Millis started = 0;  ///< The same in all that are written of a tournament.
    std::vector<Rank> ranks;
  };
  std::string tournament;
  std::string phase;  ///< After them.
  std::vector<TournamentEvent> events = {};
  std::vector<TournamentSeat> seats = {};
  std::vector<NewGame> games = {};
  std::optional<Ranking> ranking = {};
  int most_running = 0;  ///< 0: of no concern.
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads tournaments; the same promises.
class TournamentReader {
 public:
  virtual ~TournamentReader() = default;

  /// None: there is no such tournament.
  virtual std::optional<Tournament> tournament(std::string_view id) = 0;
  /// Those in this phase, newest first, at most so many.
  virtual std::vector<Tournament> tournaments(std::string_view phase, int most) = 0;
  /// The same after the one of `last`, which may have another phase by now.
  virtual std::vector<Tournament> tournaments_after(const Cursor& last, std::string_view phase, int most) = 0;
  /// Those over in which the user has a rank: the last begun first, after `last`, at most so many.
  virtual std::vector<PlayedTournament> tournaments_of(std::string_view user, const Cursor& last,
                                                       int most) = 0;
  /// Ids of those in this phase that were created before, oldest first, at most so many.
  virtual std::vector<std::string> old_tournaments(std::string_view phase, Millis before, int most) = 0;
  /// Those after a version, in their order, at most so many.
  virtual std::vector<TournamentEvent> tournament_events(std::string_view id, int after, int most) = 0;
  /// Those of a round, by table and number.
  virtual std::vector<TournamentGame> tournament_games(std::string_view id, int round) = 0;
  /// Those of this round and of later ones, by round, table and number.
  virtual std::vector<TournamentResult> tournament_results_from(std::string_view id, int round) = 0;
  /// All of them.
  std::vector<TournamentResult> tournament_results(std::string_view id) {
    return tournament_results_from(id, 1);
  }
};

}  // namespace storage
