#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace server {

/// Whose work comes first. Bots that play among themselves, and after them what is done in the background,
/// get the threads that no person's game wants, and give one back the moment such a game finds none free;
/// they go on where they were when there is one again.
// In this order: numbers are compared, and stored with tasks (storage::Task).
enum class Urgency { game, exhibition, background };

/// What makes a match of its game anew.
/// For a process that has no copy of the room: a worker.
struct Past {
  engine::Setup setup;
  std::vector<std::string> moves;
};

/// A position that a room, an analysis or a variation wants an answer for.
struct BotRequest {
  std::string room;  ///< Thoughts are remembered from one request to the next of the same room and level.
  std::uint64_t epoch = 0;  ///< With `ply`: what the room compares before it plays the answer.
  int ply = 0;
  const engine::Game* game = nullptr;
  std::unique_ptr<engine::Match> match;  ///< The pool's own copy.
  engine::Limits limits;                 ///< @pre limits.time: the pool must know when to give up.
  Urgency urgency = Urgency::game;
  /// An answer that is ready sooner is held back until so long after the question: see reply_time().
  std::chrono::milliseconds not_before{0};
  /// A bot that a busy machine does not let run is waited for so long after the question; not given: for some
  /// seconds.
  std::optional<std::chrono::milliseconds> answer_within = {};
  /// How `match` came about; with it another process may think about it, too.
  std::optional<Past> past = {};
  std::stop_source stop = {};  ///< What Bots::think() gives.
  /// Room, epoch and ply are those of the request, for the caller to compare.
};

struct BotAnswer {
  std::string room;
  std::uint64_t epoch = 0;
  int ply = 0;
  engine::Thought thought;            ///< `best` is always a legal move.
  std::chrono::milliseconds held{0};  ///< For how long it was held back when it was ready.
  bool fallback = false;  ///< The bot failed, or all threads hang: `best` is the first legal move `among`.
};

/// What thinks for rooms. Network thread only: each request is answered there exactly once, and never inside
/// the call.
class Bots {
 public:
  // Implemented by BotPool (threads here) and WorkerBots (threads elsewhere, with a pool to fall back on).
  using Done = std::function<void(BotAnswer)>;
  virtual ~Bots() = default;

  /// Asking the result to stop makes the answer come soon, with the best move so far: for takebacks
  /// and ends. Only one that is held back already stays so.
  /// @pre request.game, request.match with a legal move, request.limits.time
  virtual std::stop_source think(BotRequest request, Done done) = 0;
  /// How many requests are thought about at a time.
  /// For metrics and analyses; it may change while workers come and go.
  virtual unsigned threads() const = 0;
  /// How much of their time games have to think; less than 1 when more is asked for than the threads can do.
  /// New games against bots are refused below a bound (Hub::Options::least_share_of_bots).
  virtual double share() const = 0;
};

}  // namespace server
