#pragma once

#include <set>

#include "engine/lab/players/player.h"
#include "engine/lab/players/process.h"

namespace engine::lab {

/// A player that is a program: starts it, and turns its deaths and silences into PlayerFailed. A program that
/// failed is started again for the next game.
///
/// A protocol is three functions: greet(), new_game(), ask(). They talk by say(), wait_for() and next_line(),
/// and may throw PlayerFailed at any point; the process is dropped then, with what it might still say.
class ProgramPlayer : public Player {
 public:
  explicit ProgramPlayer(PlayerSpec spec, std::stop_token stop)
      : spec_(std::move(spec)), stop_(std::move(stop)) {}
  void begin(const GameState& start, const TimeControl& control) final;
  std::string move(const GameState& now, const MoveLimits& limits, Process::Clock::time_point deadline) final;

 protected:
  using Deadline = Process::Clock::time_point;
  /// Once after each start of the program.
  virtual void greet() = 0;
  /// Throws PlayerFailed("refused") for a game, rule or position that the protocol has no words for.
  virtual void new_game(const GameState& start, const TimeControl& control) = 0;
  /// A move in protocol text. All that the program must know is said here, from the moves of the game.
  virtual std::string ask(const GameState& now, const MoveLimits& limits, Deadline deadline) = 0;

  /// Throws Process::Gone, which becomes PlayerFailed("crashed").
  void say(const std::string& line) { process_->write_line(line); }
  /// The next line that begins with one of these words; others are skipped. Throws PlayerFailed at the
  /// deadline.
  std::string wait_for(std::initializer_list<std::string_view> words, Deadline deadline);
  /// Any next line. Throws PlayerFailed at the deadline.
  std::string next_line(Deadline deadline);
  /// For answers that no clock of the game limits: starting up may take long (tables, networks).
  static Deadline soon() { return Process::Clock::now() + std::chrono::seconds(20); }

  PlayerSpec spec_;

 private:
  const std::stop_token stop_;
  std::unique_ptr<Process> process_;
};

/// UCI, and UCCI for Xiangqi. Sets UCI_Variant, and GomokuRule or AntireversiRule.
class UciPlayer final : public ProgramPlayer {
 public:
  UciPlayer(PlayerSpec spec, std::stop_token stop, bool ucci)
      : ProgramPlayer(std::move(spec), std::move(stop)), ucci_(ucci) {}

 private:
  void greet() override;
  void new_game(const GameState& start, const TimeControl& control) override;
  std::string ask(const GameState& now, const MoveLimits& limits, Deadline deadline) override;
  void set(const std::string& name, const std::string& value);
  std::string position(const GameState& now) const;
  std::string go(const GameState& now, const MoveLimits& limits) const;

  bool ucci_;
  milliseconds unit_{1};                 ///< Of times.
  std::set<std::string> options_{};      ///< That a program names which speaks UCI.
  bool ranks_from_one_ = false;          ///< Fairy-Stockfish counts the ranks of Xiangqi from 1 in UCI.
  std::vector<std::string> variants_{};  ///< That the program names as its own; empty: it names none.
};

/// Gomocup's protocol (Piskvork): the opponent's move, or the whole board where that is not what is new.
/// Programs keep their board: BOARD alone adds to it, so that it is emptied before.
class GomocupPlayer final : public ProgramPlayer {
 public:
  using ProgramPlayer::ProgramPlayer;

 private:
  void greet() override {}
  void new_game(const GameState& start, const TimeControl& control) override;
  std::string ask(const GameState& now, const MoveLimits& limits, Deadline deadline) override;
  void tell_turn_time(const TimeControl& control);
  void empty_board(Deadline deadline);
  void tell_position(const std::vector<std::string>& moves, Deadline deadline);

  // As the program knows them.
  std::optional<milliseconds> turn_time_{};
  int size_ = 0;
  std::vector<std::string> board_{};  ///< In the order of moves.
};

/// NBoard 2: boards of 8 x 8, depth as its only limit.
class NBoardPlayer final : public ProgramPlayer {
 public:
  using ProgramPlayer::ProgramPlayer;

 private:
  void greet() override;
  void new_game(const GameState& start, const TimeControl& control) override;
  std::string ask(const GameState& now, const MoveLimits& limits, Deadline deadline) override;
};

/// Go Text Protocol, as programs for Othello and Gomoku use it. The size of the board is all that it can tell
/// of a rule, seconds are its only limit.
class GtpPlayer final : public ProgramPlayer {
 public:
  using ProgramPlayer::ProgramPlayer;

 private:
  void greet() override {}
  void new_game(const GameState& start, const TimeControl& control) override;
  std::string ask(const GameState& now, const MoveLimits& limits, Deadline deadline) override;
  /// A command that programs need not know.
  void tell(const std::string& line, Deadline deadline);
  /// @param stones 0: `left` is main time
  void tell_time_left(const std::string& colour, milliseconds left, int stones, Deadline deadline);
  /// The answer to a command, without its sign. Throws PlayerFailed for "?".
  std::string command(const std::string& line, Deadline deadline);
};

/// Throws std::invalid_argument for an unknown protocol.
std::unique_ptr<Player> make_program_player(const PlayerSpec& spec, std::stop_token stop);

}  // namespace engine::lab
