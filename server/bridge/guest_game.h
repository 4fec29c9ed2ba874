#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/lab/players/player.h"
#include "server/bridge/policy.h"

namespace server::bridge {

using Clock = std::chrono::steady_clock;

/// What the program is asked: a move for the side to move.
struct Question {
  int ply = 0;
  std::string game{};
  engine::Setup setup{};
  std::vector<std::string> moves{};
  engine::lab::MoveLimits limits{};
  Clock::time_point deadline{};  ///< Then another move has to be made.
};

/// What there is to do after a message.
struct Todo {
  std::vector<Json> say{};  ///< Messages without `id`.
  std::optional<Question> ask{};
  std::optional<Question> prepare{};       ///< The program may be started for its game.
  bool is_over = false;                    ///< Nothing more comes of this game.
  bool may_end_soon = false;               ///< Nothing but a rematch may come of it.
  std::string next_id{};                   ///< A rematch to be joined.
  std::optional<milliseconds> claim_in{};  ///< When claim() should be asked for: the opponent is away.
  std::optional<milliseconds>
      again_in{};  ///< When again() should be asked for: the server has too much to do.
};

/// A game as its bot knows it by the messages of its room. Pure: one thread, no clock but the one told.
///
/// A move that was found is sent again whenever the room says that it is still to be made: messages may be
/// lost with a connection or a server, and moves are idempotent.
///
/// A turn: nothing asked → asked (a question is with the program) → chosen (sent, until the room shows it).
/// take() goes by what the room says alone, so a lost message only delays.
class GuestGame {
 public:
  GuestGame(std::string id, const Policy& policy) : id_(std::move(id)), policy_(policy) {}

  /// A `gameFull`, `event` or `gone` of this game, or an `error` on its connection; others are ignored.
  /// Throws Json::exception where it is none of the protocol.
  /// @param server_now the server's clock, in milliseconds since 1970
  Todo take(const Json& message, Clock::time_point now, milliseconds server_now);
  /// The program's move for the position at `ply`; nothing: it has none, crashed or was too slow.
  Todo answered(int ply, const std::optional<std::string>& move);
  /// The program was still starting, for which it is not to blame.
  Todo unready(int ply);
  Todo resign() const;
  /// The program does not know such a game: it is left.
  Todo refuse();
  /// "gomoku renju"; empty where the board or its beginning is an unusual one.
  std::string kind() const;
  /// Whether the question for the position at `ply` is open.
  bool waits_for(int ply) const { return asked_ == ply; }
  /// The opponent has been away as long as `claim_in` said.
  Todo claim() const;
  /// What was refused for a while is said again: a move, or to be in the room.
  Todo again() const;

  /// It was given up for its program.
  bool has_failed() const;

  const std::string& id() const { return id_; }
  /// Empty before the first `gameFull`.
  std::string opponent() const;

 private:
  /// A move that was chosen, until the room shows that it was made.
  /// Sent again by act() whenever the room shows that the move is still to be made.
  struct Chosen {
    int ply;
    std::string move;
  };

  Todo look(Clock::time_point now, milliseconds server_now);
  Todo finish() const;
  void answer_offers(Todo& todo) const;
  void act(Todo& todo, Clock::time_point now, milliseconds server_now);
  Json choice() const;
  std::vector<std::string> offers(int count) const;
  Todo after_error(const Json& message);
  Question question(Clock::time_point now, milliseconds server_now) const;
  milliseconds time_to_begin() const;
  Json play(std::string move);
  Json action(const char* what) const;
  Json join_message() const;
  Json move_message() const;
  /// A legal move of the position as it is known; the game is not lost for a program that has none.
  std::string any_move() const;
  // -1 before the first state.
  int ply() const { return state_.value("ply", 0); }
  bool is_my_turn() const;

  const std::string id_;
  const Policy& policy_;
  Json full_{}, state_ = Json::object();
  std::string you_{};               ///< "first" or "second".
  int asked_ = -1;                  ///< Ply of the question that is open.
  std::optional<Chosen> chosen_{};  ///< Of the present turn.
  bool is_prepared_ = false;        ///< The program was started, or asked.
  bool aborts_ = false;             ///< The game, unless it has to be resigned.
  // In a row.
  int failures_ = 0;
  int losses_ = 0;        ///< Since the last `gameFull`.
  bool rejoins_ = false;  ///< The room may not know us any more.
};

}  // namespace server::bridge
