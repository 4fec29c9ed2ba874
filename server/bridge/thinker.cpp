#include "server/bridge/thinker.h"

#include <stdexcept>
#include <utility>

#include "engine/games/registry.h"

namespace server::bridge {

using engine::lab::PlayerFailed;

namespace {

/// The game is none for this program.
struct GameRefused : std::runtime_error {
  using runtime_error::runtime_error;
};

}  // namespace

Thinker::Thinker(engine::lab::PlayerSpec spec, Answer answer)
    : spec_(std::move(spec)),
      answer_(std::move(answer)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Thinker::~Thinker() {
  thread_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    program_.request_stop();
  }
  thread_.join();
}

bool Thinker::abandon() {
  const std::lock_guard lock(mutex_);
  if (is_thinking_) program_.request_stop();
  return is_thinking_;
}

void Thinker::set_thinking(bool is_thinking) {
  const std::lock_guard lock(mutex_);
  is_thinking_ = is_thinking;
}

std::uint64_t Thinker::ask(Question question) {
  const std::lock_guard lock(mutex_);
  put({std::move(question), ++numbers_});
  return numbers_;
}

void Thinker::prepare(Question question) {
  const std::lock_guard lock(mutex_);
  if (!request_) put({std::move(question), 0});
}

/// With the mutex.
void Thinker::put(Request request) {
  request_ = std::move(request);
  asked_.notify_one();
}

void Thinker::run(const std::stop_token& stop) {
  while (true) {
    std::unique_lock lock(mutex_);
    if (!asked_.wait(lock, stop, [this] { return request_.has_value(); })) return;
    if (stop.stop_requested()) return;
    const Request request = *std::exchange(request_, std::nullopt);
    lock.unlock();
    work(request, stop);
  }
}

// A program that failed is started at once, so that the next question finds it ready; one that cannot be
// started waits for that question.
void Thinker::work(const Request& request, const std::stop_token& stop) {
  std::optional<std::string> move;
  Failure why;
  try {
    move = think(request, stop);
    why.is_unready = !move;
  } catch (const GameRefused& refused) {
    player_.reset();
    why = {.text = refused.what(), .is_refusal = true};
  } catch (const PlayerFailed& failed) {
    player_.reset();
    why = {.text = failed.what(), .is_resignation = failed.reason == "resigned"};
  } catch (const std::exception& failed) {
    player_.reset();
    why.text = failed.what();
  }
  set_thinking(false);
  if (stop.stop_requested() || (request.number == 0 && !why.is_refusal)) return;
  if (!move && !why.is_refusal && !why.is_resignation) prepare(request.question);
  answer_(request.number, std::move(move), std::move(why));
}

std::optional<std::string> Thinker::think(const Request& request, const std::stop_token& stop) {
  const Question& question = request.question;
  const engine::Game* const game = engine::find_game(question.game);
  if (game == nullptr) throw GameRefused("There is no game " + question.game + ".");
  auto match = game->new_match(question.setup);
  if (!match) throw GameRefused(match.error().message);
  engine::lab::GameState state{game, question.setup, {}, match->get()};
  auto control = question.limits.control;
  control.depth = spec_.control.depth;
  engine::lab::Player& program = player(state, control, stop);
  if (request.number == 0 || Clock::now() >= question.deadline) return std::nullopt;
  for (const std::string& move : question.moves)
    if (!(*match)->play(move)) throw PlayerFailed("protocol", "The server's moves are not legal: " + move);
  state.moves = question.moves;
  auto limits = question.limits;
  limits.control = control;
  set_thinking(true);
  const std::string move = program.move(state, limits, question.deadline);
  const auto read = (*match)->read_move(move);
  if (!read)
    throw PlayerFailed("protocol", "The program's move " + move + " is not legal: " + read.error().message);
  return *read;
}

engine::lab::Player& Thinker::player(const engine::lab::GameState& start,
                                     const engine::lab::TimeControl& control, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (player_ && !program_.stop_requested()) return *player_;
  lock.unlock();
  player_.reset();  // Its last answer came, and was abandoned all the same.
  lock.lock();
  program_ = std::stop_source();
  auto made = engine::lab::make_player(spec_, program_.get_token());
  lock.unlock();
  if (stop.stop_requested()) throw PlayerFailed("crashed", "The game is over.");
  try {
    made->begin(start, control);
  } catch (const PlayerFailed& failed) {
    if (failed.reason == "refused") throw GameRefused(failed.what());
    throw;
  }
  player_ = std::move(made);
  return *player_;
}

}  // namespace server::bridge
