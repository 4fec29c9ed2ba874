#include "server/bridge/game_session.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "server/base/read_json.h"

namespace server::bridge {

namespace {

constexpr std::chrono::seconds kRematchTime{20};
/// So long a program may take to start before moves that it has no time for count against it.
constexpr std::chrono::seconds kStartTime{10};

}  // namespace

Json Guest::hello() const {
  Json message{{"t", "hello"}, {"v", 1}, {"client", "sanqi-bot"}};
  if (!name.empty()) message["name"] = name;
  if (!token.empty()) message["token"] = token;
  return message;
}

GameSession::GameSession(const boost::asio::any_io_executor& executor, const Guest& guest, std::string id,
                         std::string seat, Callbacks callbacks)
    : guest_(guest),
      seat_(std::move(seat)),
      callbacks_(std::move(callbacks)),
      game_(id, guest.policy),
      detours_(guest.url, id),
      opponent_(executor),
      deadline_(executor),
      again_(executor),
      // The session may be gone by then.
      thinker_(guest.program, [this, executor, weak = std::weak_ptr(alive_)](
                                  std::uint64_t number, const std::optional<std::string>& move,
                                  const Thinker::Failure& why) {
        boost::asio::post(executor, [this, weak, number, move, why] {
          if (!weak.expired()) guard([&] { thought(number, move, why); });
        });
      }) {
  connect(detours_.home());
}

/// In place of the connection that it has.
void GameSession::connect(const Detours::Way& way) {
  connection_ = std::make_unique<Connection>(
      again_.get_executor(), way.url, way.target,
      Connection::Callbacks{.opened = [this] { opened(); },
                            .received = [this](const std::string& text) { received(text); },
                            .closed = [this](int code, const std::string& why) { closed(code, why); }});
}

// Also after each lost connection: the answer to the join is the whole game.
void GameSession::opened() {
  say(guest_.hello());
  Json join{{"t", "join"}, {"gameId", game_.id()}, {"as", "player"}};
  if (!seat_.empty()) join["token"] = seat_;
  say(std::move(join));
}

void GameSession::received(const std::string& text) {
  const auto message = read_json(text);
  if (!message || !message->is_object())
    return callbacks_.log(game_.id() + ": no message: " + text.substr(0, 80));
  if (text_of(*message, "t") == "error") callbacks_.log(game_.id() + ": " + text.substr(0, 200));
  guard([&] { take(*message); });
}

void GameSession::take(const Json& message) {
  const std::string type = text_of(message, "t");
  if (type == "welcome" || type == "pong") take_time(message);
  if (type == "error" && text_of(message, "code") == "elsewhere" && follow(message)) return;
  if (type == "gameFull") detours_.found();
  const auto now = Clock::now();
  Todo todo = game_.take(message, now, clock_.at(now));
  if (type == "gameFull" && !todo.is_over) greet(message);
  carry_out(std::move(todo));
}

/// What the server has said may lack something, also where it is looked at later.
void GameSession::guard(const std::function<void()>& work) const {
  try {
    work();
  } catch (const Json::exception& bad) {
    callbacks_.log(game_.id() + ": a message that is not understood: " + bad.what());
  }
}

/// A welcome may have been long in the making: it stands until a pong has come, which waits for nothing.
void GameSession::take_time(const Json& message) {
  const auto now = Clock::now();
  const bool is_pong = text_of(message, "t") == "pong";
  const milliseconds told(message.at("now").get<std::int64_t>());
  clock_.take(told, is_pong ? pinged_ : now, now);
  if (is_pong) return;
  clock_.forget_way();
  pinged_ = now;
  say({{"t", "ping"}, {"at", 0}});
}

/// Once, where the game has just begun: who plays a program should know it.
void GameSession::greet(const Json& full) {
  if (std::exchange(has_greeted_, true) || guest_.greeting.empty() || full.at("state").at("ply") > 2) return;
  say({{"t", "chat"}, {"gameId", game_.id()}, {"room", "all"}, {"text", guest_.greeting}});
}

// Version, kicked, banned, logged out: to connect again would change nothing. All else is opened again.
void GameSession::closed(int code, const std::string& why) {
  callbacks_.log(game_.id() + ": connection closed: " + why);
  if (code == 4001 || code == 4003 || code == 4004 || code == 4005) return end({});
  if (std::exchange(is_away_, false)) connect(detours_.home());
}

/// Posted, for it destroys the connection that called.
bool GameSession::follow(const Json& error) {
  const auto way = detours_.follow(error, Clock::now());
  if (!way) return false;
  boost::asio::post(again_.get_executor(), [this, weak = std::weak_ptr(alive_), way = *way] {
    if (weak.expired()) return;
    is_away_ = true;
    connect(way);
  });
  return true;
}

void GameSession::carry_out(Todo todo) {
  for (Json& message : todo.say) say(std::move(message));
  if (todo.ask) ask(*std::move(todo.ask));
  if (todo.prepare) thinker_.prepare(*std::move(todo.prepare));
  if (todo.claim_in) wait_to_claim(*todo.claim_in);
  if (todo.again_in) send_again(*todo.again_in);
  if (todo.may_end_soon) wait_for_rematch();
  if (todo.is_over) end(todo.next_id);
}

/// The wait of a timer may have ended, and its handler be on its way, when the session is destroyed.
void GameSession::wait(boost::asio::steady_timer& timer, std::function<void()> then) {
  timer.async_wait(
      [this, weak = std::weak_ptr(alive_), then = std::move(then)](const boost::system::error_code& error) {
        if (!error && !weak.expired()) guard(then);
      });
}

/// A program that is late is ended: it may hang, or think of a position that has passed.
void GameSession::ask(Question question) {
  deadline_.expires_at(question.deadline);
  wait(deadline_, [this, ply = question.ply] {
    if (question_ == 0 || !game_.waits_for(ply)) return;
    question_ = 0;
    if (!thinker_.abandon()) return unready(ply);
    started_ = Clock::now();
    answered(ply, std::nullopt, "it took too long");
  });
  question_ply_ = question.ply;
  question_ = thinker_.ask(std::move(question));
}

/// A takeback leads to the same ply by other moves: it is the number that tells to what it is an answer.
void GameSession::thought(std::uint64_t number, const std::optional<std::string>& move,
                          const Thinker::Failure& why) {
  if (why.is_refusal) {
    callbacks_.log(game_.id() + ": the program refuses it: " + why.text);
    callbacks_.refused(game_.kind());
    return carry_out(game_.refuse());
  }
  if (number != question_) return;
  question_ = 0;
  if (why.is_resignation) return carry_out(game_.resign());
  if (why.is_unready) return unready(question_ply_);
  if (!move) started_ = Clock::now();
  answered(question_ply_, move, why.text);
}

void GameSession::answered(int ply, const std::optional<std::string>& move, const std::string& why) {
  if (!move && game_.waits_for(ply))
    callbacks_.log(game_.id() + ": no move at ply " + std::to_string(ply) + ": " + why);
  carry_out(game_.answered(ply, move));
}

/// It may have to read large files, in a game of few seconds a move.
void GameSession::unready(int ply) {
  const std::string why = "it is not ready yet";
  if (Clock::now() - started_ >= kStartTime) return answered(ply, std::nullopt, why);
  callbacks_.log(game_.id() + ": no move at ply " + std::to_string(ply) + ": " + why);
  carry_out(game_.unready(ply));
}

/// Posted, for the session does not outlive it.
void GameSession::end(const std::string& next_id) {
  if (std::exchange(is_over_, true)) return;
  boost::asio::post(opponent_.get_executor(),
                    [over = callbacks_.over, id = game_.id(), next_id] { over(id, next_id); });
}

void GameSession::say(Json message) {
  message["id"] = ++ids_;
  connection_->send(message.dump());
}

// A little later than told, for clocks and ways differ.
void GameSession::wait_to_claim(milliseconds time) {
  opponent_.expires_after(time + milliseconds(200));
  wait(opponent_, [this] { carry_out(game_.claim()); });
}

void GameSession::wait_for_rematch() {
  opponent_.expires_after(kRematchTime);
  wait(opponent_, [this] { end({}); });
}

void GameSession::send_again(milliseconds time) {
  again_.expires_after(time);
  wait(again_, [this] { carry_out(game_.again()); });
}

}  // namespace server::bridge
