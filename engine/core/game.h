#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "engine/core/limits.h"
#include "engine/core/types.h"

/// The whole face of the engine: what the server, the command line and the tests see of a game.
namespace engine {

/// How a match ended by its rules. `reason` is a stable word of the protocol: "checkmate", "five",
/// "fewest_discs", "perpetual_check", ...
struct Outcome {
  std::optional<Side> winner;  ///< None: a draw.
  std::string_view reason;
  bool operator==(const Outcome&) const = default;
};

/// Why a text is not a legal move or no position. `code` is a stable word of the protocol
/// ("own_king_in_check", "no_flip", "syntax", ...), `message` a sentence for people.
struct Rejection {
  std::string code;
  std::string message;
};

/// What there is to see on the board besides the legal moves.
struct Look {
  Side turn = Side::first;
  std::string pos = {};                     ///< Game::new_match reads it back.
  bool check = false;                       ///< Xiangqi: the general of the side to move is attacked.
  std::vector<std::string> forbidden = {};  ///< Renju: points closed to black, sorted.
  /// Moves that would lose at once by the repetition rules, sorted; a client warns before them.
  std::vector<std::string> perilous = {};
};

/// A legal move as written in one of the styles of its game, e.g. {"wxf", "C2=5"}, {"zh", "炮二平五"}.
struct Notation {
  std::string_view style;
  std::string text;
};

/// One match in progress: a position with its past. It knows the rules, and nothing about clocks,
/// seats or sockets. Moves and positions are text, the one language that server, records and
/// clients share. Not thread-safe: give another thread a clone().
class Match {
 public:
  virtual ~Match() = default;
  virtual std::unique_ptr<Match> clone() const = 0;
  virtual Look look() const = 0;
  /// Sorted and unique. Empty exactly when outcome() has a value.
  virtual std::vector<std::string> legal_moves() const = 0;
  virtual std::optional<Outcome> outcome() const = 0;
  /// Whether a move may be played: without an outcome, and past a draw where Setup::past_draws says so.
  virtual bool can_go_on() const = 0;
  /// The move in protocol text, from that or any other notation of the game that names one legal move.
  virtual Expected<std::string, Rejection> read_move(std::string_view text) const = 0;
  /// @pre `move` is one of legal_moves()
  virtual std::vector<Notation> notations(std::string_view move) const = 0;
  /// Plays a legal move in protocol text; otherwise changes nothing and says why. Gives the side that moved.
  virtual Expected<Side, Rejection> play(std::string_view move) = 0;
  /// Takes the last move back. @pre one was played, on this match or on the one that it was cloned from
  virtual void undo() = 0;
};

/// How sure a value is and what it counts.
enum class ScoreKind {
  eval,  ///< An estimate in the unit of the game, for the side to move.
  win,   ///< Proven; value = plies to the end. Anti-Reversi: only the winner is proven, the value is a bound.
  loss,  ///< Likewise.
  draw,  ///< Proven.
  exact,  ///< Anti-Reversi solved to the end; value = opponent's discs - own discs.
};

/// One way to go on, best first.
struct Line {
  ScoreKind kind = ScoreKind::eval;
  int value = 0;
  std::vector<std::string> pv = {};
};

/// What a bot thinks of a position, finished or so far.
struct Thought {
  std::string best;         ///< The move to play: pv.front() at full strength, perhaps another below.
  std::vector<Line> lines;  ///< Limits::multipv of them, or as many as there are moves.
  int depth = 0;
  int seldepth = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hash_permille = 0;     ///< Of the table, in thousandths, what this search has written.
  std::string current = {};  ///< The move that is about to be looked at, if that is what is told.
  int current_number = 0;    ///< Its place in the order of moves, from 1.
};

/// A computer player. One thread at a time may use it; it may use several inside.
class Bot {
 public:
  using Progress = std::function<void(const Thought&)>;
  virtual ~Bot() = default;
  /// Allocates what thinking about this match needs, so that the first thought loses no time to it.
  virtual void prepare(const Match& /*match*/) {}
  /// Blocks until `limits` are spent or `stop` is requested, then gives a legal move; it never throws
  /// for lack of time. `progress` (may be empty) is called on this thread after each iteration, and before
  /// each move of it where Limits::tell_moves_after says so.
  /// Past a draw it thinks as if the game began with the board as it is.
  /// @pre match.can_go_on(), and `match` is of the game that made this bot.
  virtual Thought think(const Match& match, const Limits& limits, std::stop_token stop,
                        const Progress& progress) = 0;
};

struct BotOptions {
  std::size_t hash_bytes = std::size_t{16} << 20;
  int threads = 1;
  bool network = true;  ///< Judge by a network in games that have one; else by what was made by hand.
  std::map<std::string, int> parameters = {};  ///< Of the search, by name: see search/parameters.h.
};

/// Where a match starts.
struct Setup {
  std::string rule = {};  ///< One of Game::rules; empty: the first.
  std::string pos = {};   ///< Empty: the start position.
  int size = 0;           ///< Board size where the game has several; 0: the first of Game::sizes.
  /// Moves may follow a draw by rule (a repetition, a move limit, too little material), as they do in games
  /// that other programs recorded under laxer rules; outcome() tells of the draw all the same.
  bool past_draws = false;
};

/// How far an opening reaches.
inline constexpr int kOpeningPlies = 20;

/// Elo of each game's first level, by convention: ratings of a game compare its levels, not games.
inline constexpr int kFirstRating = 1000;

/// A row in the table of games: all that the rest of the program knows of a game. A plain constant.
struct Game {
  std::string_view id;  ///< "xiangqi": in URLs, records and folder names.
  std::string_view name;
  std::span<const std::string_view> rules = {};       ///< The first is the default.
  std::span<const std::string_view> solved = {};      ///< Those whose winner is known from the start.
  std::span<const std::string_view> side_names = {};  ///< Two: {"red", "black"}.
  std::span<const int> sizes = {};                    ///< Of the board, where it can be chosen; else empty.
  Expected<std::unique_ptr<Match>, Rejection> (*new_match)(const Setup& setup) = nullptr;
  std::unique_ptr<Bot> (*new_bot)(const BotOptions& options) = nullptr;
  /// Leaves of the game tree at `depth` plies, split by root move; `threads` >= 1.
  /// For correctness counts and speed figures. @pre `match` is of this game
  std::vector<std::pair<std::string, std::uint64_t>> (*perft)(const Match& match, int depth,
                                                              int threads) = nullptr;
  /// How strong a level plays: Elo above the first one, which is kFirstRating; 0: not measured.
  int (*rating)(int level) = nullptr;
  /// Positions with depths for `bench`.
  std::span<const struct BenchRow> bench = {};
  /// The codes of the openings that have a name, sorted; null: none has.
  std::span<const std::string_view> (*opening_codes)() = nullptr;
  /// The one of them that these moves from `setup` make, empty if none; null: there are none. What follows
  /// the first kOpeningPlies moves changes nothing.
  std::string_view (*opening_code)(const Setup& setup, std::span<const std::string> moves) = nullptr;
};

/// A fixed position that `bench` searches to a fixed depth.
struct BenchRow {
  std::string_view rule;
  std::string_view pos;    ///< Empty: the start position.
  std::string_view moves;  ///< Separated by blanks.
  int depth;
};

}  // namespace engine
