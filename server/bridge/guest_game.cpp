#include "server/bridge/guest_game.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include "engine/core/board_point.h"
#include "engine/games/registry.h"
#include "server/bridge/move_time.h"

namespace server::bridge {

namespace {

/// Then the game is given up: an opponent does not play against random moves.
constexpr int kMostFailures = 3;
/// A program does not find a move in less.
constexpr milliseconds kShortestThought{10};
/// So often the room may be said to be gone, or to know nothing of us, before it is believed.
constexpr int kMostLosses = 3;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Empty for the usual start, which some protocols of programs can begin from alone.
std::string unusual_start(const std::string& game, engine::Setup setup) {
  const std::string start = std::exchange(setup.pos, {});
  const engine::Game* const rules = engine::find_game(game);
  if (rules == nullptr) return start;
  const auto usual = rules->new_match(setup);
  return usual && (*usual)->look().pos == start ? std::string() : start;
}

/// So many moves of which no two are the same by symmetry, near the stones: such two lie equally far from all
/// of black's stones together, so no two of these do.
std::vector<std::string> fifth_moves(const engine::Match& match, const std::vector<std::string>& stones,
                                     std::size_t count) {
  std::map<int, std::string> by_distance;
  for (const std::string& move : match.legal_moves()) {
    const engine::BoardPoint point = engine::point_named(move);
    int distance = 0;
    for (std::size_t i = 0; i < stones.size(); i += 2) {
      const engine::BoardPoint stone = engine::point_named(stones[i]);
      distance += (point.x - stone.x) * (point.x - stone.x) + (point.y - stone.y) * (point.y - stone.y);
    }
    by_distance.emplace(distance, move);
  }
  std::vector<std::string> moves;
  for (const auto& [distance, move] : by_distance) {
    if (moves.size() < count) moves.push_back(move);
  }
  return moves;
}

engine::Side side_of(const std::string& word) {
  return word == "first" ? engine::Side::first : engine::Side::second;
}

}  // namespace

Todo GuestGame::take(const Json& message, Clock::time_point now, milliseconds server_now) {
  const std::string type = text_of(message, "t"), game = text_of(message, "gameId");
  // A refused join names no game, nor does what was too much for the server: the connection is this game's.
  if (type == "error" && game.empty()) return after_error(message);
  if (game != id_) return {};
  if (type == "error") return after_error(message);
  // Absent: claimInMs tells from when the game may be claimed.
  if (type == "gone" && !full_.is_null()) {
    Todo todo;
    if (text_of(message, "side") != you_ && message.value("gone", false) && message.contains("claimInMs"))
      todo.claim_in = milliseconds(message["claimInMs"].get<std::int64_t>());
    return todo;
  }
  if (type == "gameFull") {
    full_ = message;
    state_ = message.at("state");
    you_ = text_of(message, "you");
    losses_ = 0;
    rejoins_ = false;
    return look(now, server_now);
  }
  // Events before the first gameFull belong to a state that is not known.
  if (type != "event" || full_.is_null()) return {};
  const std::string kind = text_of(message, "kind");
  if (kind == "rematch") return {.is_over = true, .next_id = text_of(message, "nextId")};
  // The sides have changed hands, or the start has told who plays: the room knows which is ours.
  if (kind == "swap") return {.say = {join_message()}};
  if (kind == "start") full_["players"] = message.at("players");
  state_ = message.at("state");
  return look(now, server_now);
}

std::string GuestGame::opponent() const {
  if (full_.is_null() || !full_.contains("players")) return {};
  return text_of(full_["players"].at(you_ == "first" ? 1 : 0), "name");
}

bool GuestGame::is_my_turn() const {
  return text_of(state_, "status") == "playing" && !you_.empty() && text_of(state_, "turn") == you_ &&
         !state_.value("paused", false);
}

// The one place where a state becomes things to do.
Todo GuestGame::look(Clock::time_point now, milliseconds server_now) {
  if (you_.empty() || text_of(state_, "status") == "aborted") return {.is_over = true};
  if (text_of(state_, "status") == "finished") return finish();
  Todo todo;
  answer_offers(todo);
  // The room shows another ply, or that it is not our turn: what was chosen or asked is void.
  if (chosen_ && (chosen_->ply != ply() || !is_my_turn())) chosen_.reset();
  if (asked_ != ply() || !is_my_turn()) asked_ = -1;
  if (is_my_turn()) act(todo, now, server_now);
  if (!std::exchange(is_prepared_, true) && !todo.ask) todo.prepare = question(now, server_now);
  return todo;
}

/// The opponent may want another game: it is agreed to, and never asked for.
Todo GuestGame::finish() const {
  const std::string next = text_of(full_, "rematchId");
  if (!next.empty()) return {.is_over = true, .next_id = next};
  if (!policy_.rematches) return {.is_over = true};
  Todo todo{.may_end_soon = true};
  const std::string offer = state_.contains("offers") ? text_of(state_["offers"], "rematch") : std::string();
  if (!offer.empty() && offer != you_) todo.say.push_back(action("rematch"));
  return todo;
}

// Draws are never agreed to, and never offered: programs decide by playing.
void GuestGame::answer_offers(Todo& todo) const {
  if (!state_.contains("offers")) return;
  const auto is_offered = [&](const char* kind) {
    const std::string by = text_of(state_["offers"], kind);
    return !by.empty() && by != you_;
  };
  if (is_offered("takeback") && policy_.takebacks) todo.say.push_back(action("takeback"));
}

// Also for a repeated state: a move that was sent and not made is sent again.
void GuestGame::act(Todo& todo, Clock::time_point now, milliseconds server_now) {
  if (state_.contains("opening")) {
    todo.say.push_back(choice());
  } else if (chosen_) {
    todo.say.push_back(move_message());
  } else if (asked_ != ply()) {
    Question asked = question(now, server_now);
    // With no time left a program is not to blame, nor is it ended for what comes after.
    if (asked.deadline - now < kShortestThought) {
      todo.say.push_back(play(any_move()));
    } else {
      asked_ = ply();
      todo.ask = std::move(asked);
    }
  }
}

/// Programs know no openings by choices: its stones are put where they may stand, and sides are kept.
Json GuestGame::choice() const {
  const Json& opening = state_["opening"];
  if (text_of(opening, "step") == "choose") {
    const Json options = opening.value("options", Json::array());
    const std::string option = options.empty() ? "keep" : options.front().get<std::string>();
    Json message = action(option.c_str());
    if (option == "declare") message["count"] = 1;
    if (option == "offer") message["moves"] = offers(opening.value("toOffer", 0));
    return message;
  }
  const Json& moves = text_of(opening, "step") == "pick" ? opening.at("offered") : state_.at("legal");
  Json message{{"t", "move"}, {"gameId", id_}, {"ply", ply()}};
  message["move"] = moves.at(moves.size() / 2);
  return message;
}

/// An opening begins on the empty board, by rules that the engine knows; else nothing is offered.
std::vector<std::string> GuestGame::offers(int count) const {
  const std::vector<std::string> stones = words(text_of(state_, "moves"));
  const engine::Game* const game = engine::find_game(text_of(full_, "game"));
  if (game == nullptr) return {};
  const auto match = game->new_match({.rule = text_of(full_, "rule"), .size = full_.value("size", 0)});
  if (!match) return {};
  for (const std::string& stone : stones) {
    if (!(*match)->play(stone)) return {};
  }
  return fifth_moves(**match, stones, static_cast<std::size_t>(count));
}

Question GuestGame::question(Clock::time_point now, milliseconds server_now) const {
  const auto time = full_.find("time");
  const auto clock = state_.find("clock");
  const MoveTime thought =
      move_time(time == full_.end() ? Json() : *time, clock == state_.end() ? Json() : *clock, side_of(you_),
                server_now, policy_);
  const std::string game = text_of(full_, "game");
  engine::Setup setup{
      .rule = text_of(full_, "rule"), .pos = text_of(full_, "startPos"), .size = full_.value("size", 0)};
  setup.pos = unusual_start(game, setup);
  return {.ply = ply(),
          .game = game,
          .setup = setup,
          .moves = words(text_of(state_, "moves")),
          .limits = thought.limits,
          .deadline = now + std::min(thought.most, time_to_begin())};
}

/// What is left for the first move, before any clock runs.
// Only before the first move: later the clock is told by move_time().
milliseconds GuestGame::time_to_begin() const {
  const auto found = state_.find("expiresMs");
  if (found == state_.end()) return milliseconds::max() / 2;
  return std::max(milliseconds(found->get<std::int64_t>()) - policy_.margin, milliseconds(1));
}

// The position has gone: the answer is of no use.
Todo GuestGame::answered(int ply, const std::optional<std::string>& move) {
  if (ply != asked_ || !is_my_turn()) return {};
  asked_ = -1;
  failures_ = move ? 0 : failures_ + 1;
  // Resigned, so that an opponent does not play against random moves.
  if (has_failed()) return resign();
  return {.say = {play(move ? *move : any_move())}};
}

Todo GuestGame::unready(int ply) {
  if (ply != asked_ || !is_my_turn()) return {};
  asked_ = -1;
  return {.say = {play(any_move())}};
}

bool GuestGame::has_failed() const {
  return failures_ >= kMostFailures;
}

/// The message that plays a move of this turn. Without one the room is asked for: what is legal is told with
/// the turn, and not with an offer that comes in it.
Json GuestGame::play(std::string move) {
  if (move.empty()) return join_message();
  chosen_ = Chosen{ply(), std::move(move)};
  return move_message();
}

Todo GuestGame::resign() const {
  return {.say = {action("resign")}};
}

// Before both have moved nothing is lost by it.
Todo GuestGame::refuse() {
  aborts_ = ply() < 2;
  return {.say = {action(aborts_ ? "abort" : "resign")}};
}

std::string GuestGame::kind() const {
  const std::string name = text_of(full_, "game"), rule = text_of(full_, "rule");
  const engine::Game* const game = engine::find_game(name);
  if (game == nullptr) return name + ' ' + rule;
  const int size = full_.value("size", 0);
  const bool is_usual_size = size == 0 || game->sizes.empty() || size == game->sizes.front();
  const engine::Setup setup{.rule = rule, .pos = text_of(full_, "startPos"), .size = size};
  const bool is_usual = is_usual_size && unusual_start(name, setup).empty();
  return is_usual ? name + ' ' + rule : std::string();
}

Todo GuestGame::claim() const {
  const bool is_playing = text_of(state_, "status") == "playing";
  return is_playing && !is_my_turn() ? Todo{.say = {action("claimWin")}} : Todo{};
}

// A join is answered with the whole game, and that with the move.
Todo GuestGame::again() const {
  return {.say = {chosen_ && is_my_turn() && !rejoins_ ? move_message() : join_message()}};
}

/// A move that the room refuses was none of the program's best. Other refusals are followed by a `gameFull`,
/// or change nothing.
Todo GuestGame::after_error(const Json& message) {
  const std::string code = text_of(message, "code");
  const Todo later{.again_in = milliseconds(message.value("retryMs", std::int64_t{1'000}))};
  if (code == "rate_limited") return later;
  // The room has been closed, or is at another server for some seconds: a move would not reach it.
  const bool is_away = code == "busy" || code == "elsewhere" || code == "internal" || code == "shutting_down";
  const bool is_lost = code == "not_found" || code == "forbidden";
  if (code == "full" || (full_.is_null() && !is_away)) return {.is_over = true};
  if (is_lost && ++losses_ >= kMostLosses) return {.is_over = true};
  rejoins_ = rejoins_ || is_away || is_lost;
  if (is_away || is_lost) return later;
  if (code == "not_allowed" && std::exchange(aborts_, false)) return resign();
  if (code != "illegal_move" || !chosen_) return {};
  // As if the program had found none: any_move() then.
  asked_ = chosen_->ply;
  return answered(chosen_->ply, std::nullopt);
}

Json GuestGame::action(const char* what) const {
  return {{"t", "action"}, {"gameId", id_}, {"do", what}};
}

/// Answered with a fresh `gameFull`.
Json GuestGame::join_message() const {
  return {{"t", "join"}, {"gameId", id_}, {"as", "player"}};
}

Json GuestGame::move_message() const {
  return {{"t", "move"}, {"gameId", id_}, {"ply", chosen_->ply}, {"move", chosen_->move}};
}

/// Empty: none is known.
std::string GuestGame::any_move() const {
  const auto legal = state_.find("legal");
  if (legal == state_.end() || legal->empty()) return {};
  return legal->at(legal->size() / 2).get<std::string>();
}

}  // namespace server::bridge
