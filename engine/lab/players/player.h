#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"

namespace engine::lab {

using std::chrono::milliseconds;

// Who plays in matches: our engine, simple opponents, and programs by their protocols. make_player() turns
// the text of the command line into a Player; the referee (matches/referee.h) asks it for moves.

/// The limits of a player for a game, as its specification says. Without any, 100 ms a move.
struct TimeControl {
  std::optional<milliseconds> move = {};  ///< For each move.
  std::optional<milliseconds> base = {};  ///< A clock for the game,
  milliseconds increment{0};              ///< with so much after each move.
  std::optional<std::uint64_t> nodes = {};
  std::optional<int> depth = {};
};

/// What a player may spend on a move: the settings of its specification, and the clocks of both sides.
struct MoveLimits {
  TimeControl control;
  milliseconds clocks[2] = {};  ///< By side; only with control.base.

  /// How long the referee waits: nodes and depth alone give a minute.
  milliseconds time_limit(Side side) const;
};

/// A game in progress, as its players see it.
// Owned by the referee; a player must not hold on to it after the call.
struct GameState {
  const Game* game;
  Setup setup;
  std::vector<std::string> moves;  ///< Protocol text, openings included.
  const Match* match;              ///< After them.
};

/// Lines of the board of a position, as Gomoku and anti-Reversi write them: a character a square.
int size_of_board(const std::string& pos);

/// Why a player has lost without the rules.
// "resigned" (GTP) is a loss as on the board and counts as no failure of the program.
struct PlayerFailed : std::runtime_error {
  /// `reason`: "stalled" (no answer), "crashed", "protocol" (an answer that makes no sense), "refused" (it
  /// does not play this game).
  PlayerFailed(std::string_view reason, const std::string& what) : runtime_error(what), reason(reason) {}
  std::string_view reason;
};

/// Chooses moves in one game at a time, on one thread. After an exception the object may be destroyed and
/// another one made.
class Player {
 public:
  virtual ~Player() = default;
  /// Forgets the last game and makes ready for this one, before any clock runs. Throws PlayerFailed.
  virtual void begin(const GameState& start, const TimeControl& control) = 0;
  /// A move for the side to move, in protocol text; its legality is the referee's affair. Throws PlayerFailed
  /// when there is none by `deadline`.
  virtual std::string move(const GameState& now, const MoveLimits& limits,
                           std::chrono::steady_clock::time_point deadline) = 0;
};

/// A player as the command line describes it: "name=new cmd=./sanqi-engine proto=uci option.Hash=16 level=8".
///
/// Keys: name, cmd, dir, proto (uci, ucci, gomocup, nboard, gtp, own, beginner, paper), st (seconds a move),
/// tc (seconds+increment), nodes, depth, ranks (Xiangqi by UCI: the number of the first rank, 0 or 1; found
/// out by itself for Fairy-Stockfish), level, threads, hash, network, book and param.NAME (own; see
/// search/parameters.h), seed, option.NAME (blanks of the name as _).
struct PlayerSpec {
  std::string name;
  std::string command;
  std::string directory;
  std::string protocol = "own";
  TimeControl control;
  std::map<std::string, std::string> settings;  ///< The other keys.

  /// All keys in one order, and checksums of the files that the player is made of: this program, or those
  /// that its command names. Another build is another player.
  std::string identity() const;
  /// A setting that is a number; read_player() has checked it.
  int number(const std::string& key, int fallback) const;
};

/// Throws std::invalid_argument, also for numbers beyond their bounds.
PlayerSpec read_player(std::string_view text);

/// Whether it answers a position in the same way each time: one thread, limited by nodes, depth or those of a
/// level rather than by a clock.
/// Two players that do get each opening once, or equal games would pass for evidence.
bool answers_alike(const PlayerSpec& spec);

/// Throws std::invalid_argument for limits that the player's protocol has no words for, which the referee
/// would enforce although the program does not know them.
void check_limits(const PlayerSpec& spec);

/// Throws std::invalid_argument for an unknown protocol, PlayerFailed when the program does not
/// start. After a request to stop a program answers no longer: waiting for it ends with PlayerFailed.
std::unique_ptr<Player> make_player(const PlayerSpec& spec, std::stop_token stop = {});

}  // namespace engine::lab
