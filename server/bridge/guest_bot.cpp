#include "server/bridge/guest_bot.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/read_json.h"

namespace server::bridge {

namespace {

// So often it looks whether a game may be taken.
constexpr std::chrono::seconds kTick{1};
/// Then the seek that was answered has gone meanwhile, or no room is free.
constexpr std::chrono::seconds kAnswerTime{3};
/// Until a rated seek is answered again, beside the policy's own wait.
constexpr std::chrono::seconds kAnswerAgain{10};
/// So many games in a row are given up for the program: then it plays none.
constexpr int kMostFailed = 3;

/// Empty where the game is none that waits for a second player.
OpenGame read_open(const Json& entry, bool is_seek) {
  OpenGame open{.id = text_of(entry, is_seek ? "seekId" : "gameId"),
                .is_seek = is_seek,
                .game = text_of(entry, "game"),
                .rule = text_of(entry, "rule"),
                .opening = text_of(entry, "opening"),
                .opponent = text_of(entry, "name"),
                .time = entry.value("time", Json()),
                .rated = entry.value("rated", false),
                .is_of_program = entry.value("program", false)};
  if (is_seek) return open;
  if (text_of(entry, "status") != "waiting") return {};
  for (const Json& player : entry.at("players")) {
    const std::string name = text_of(player, "name");
    if (name.empty()) continue;
    open.opponent = name;
    open.is_of_program = player.value("program", false);
  }
  return open;
}

}  // namespace

GuestBot::GuestBot(const boost::asio::any_io_executor& executor, Guest guest, std::string room,
                   Callbacks callbacks)
    : executor_(executor),
      guest_(std::move(guest)),
      room_(std::move(room)),
      callbacks_(std::move(callbacks)),
      challenges_(guest_.policy),
      timer_(executor),
      connection_(executor, guest_.url, "/ws",
                  {.opened = [this] { opened(); },
                   .received = [this](const std::string& text) { received(text); },
                   .closed = [this](int code, const std::string& why) { closed(code, why); }}) {}

// A new connection knows nothing: list and seeks begin anew.
void GuestBot::opened() {
  listed_.clear();
  own_seeks_.clear();  // They ended with their connection.
  asked_.clear();
  ended_.clear();
  challenges_.lost();
  quiet_until_ = {};
  say(guest_.hello());
}

void GuestBot::received(const std::string& text) {
  const auto message = read_json(text);
  if (!message || !message->is_object()) return callbacks_.log("no message: " + text.substr(0, 80));
  guard([&] { take(*message); });
}

/// What the server has said may lack something, also where it is looked at later.
void GuestBot::guard(const std::function<void()>& work) const {
  try {
    work();
  } catch (const Json::exception& bad) {
    callbacks_.log(std::string("a message that is not understood: ") + bad.what());
  }
}

void GuestBot::closed(int code, const std::string& why) {
  callbacks_.log("connection closed: " + why);
  if (code == 4001) return callbacks_.give_up("the server speaks another version of the protocol");
  if (code == 4004) return callbacks_.give_up("the server has banned this bot");
  if (code != 4005) return;
  if (guest_.has_account) return callbacks_.give_up("the account was logged out");
  // The next hello makes a new guest.
  guest_.token.clear();
  callbacks_.token({});
}

void GuestBot::take(const Json& message) {
  const std::string type = text_of(message, "t");
  if (type == "welcome") return take_welcome(message);
  if (type == "lobby") return take_lobby(message);
  if (type == "error") return take_error(message);
  if (type == "created") return take_created(message);
  if (type == "gameFull") return play(room_game_ = text_of(message, "gameId"), {}, {});
  if (type.starts_with("challenge")) return take_challenges(message);
  if (type != "ack") return;
  if (challenges_.replied(message, Clock::now())) return answer_challenges();
  if (!message.contains("seekId")) return;
  // An ack of a seek bears its number; only then is its id known.
  const auto request = message.value("id", std::int64_t{0});
  if (ended_.erase(request) > 0) return void(say({{"t", "unseek"}, {"seekId", text_of(message, "seekId")}}));
  const auto asked = asked_.extract(request);
  if (!asked.empty()) own_seeks_[text_of(message, "seekId")] = {Clock::now(), asked.mapped()};
}

void GuestBot::take_welcome(const Json& message) {
  // As a guest it would not be known again.
  if (guest_.has_account && message.at("user").value("guest", true)) return callbacks_.session_over();
  user_name_ = text_of(message.at("user"), "name");
  guest_.token = text_of(message, "token");
  callbacks_.token(guest_.token);
  callbacks_.log("is " + user_name_ + " at " + guest_.url.host);
  // Games of before a restart of this program are taken up again.
  for (const Json& game : message.at("playing")) play(text_of(game, "gameId"), {}, text_of(game, "opponent"));
  if (!room_.empty()) return join_room();
  lobby_again_ = {};
  // Challenges are between accounts.
  watches_again_ = message.at("user").value("guest", true) ? Clock::time_point::max() : Clock::time_point();
  tick();
}

void GuestBot::join_room() {
  if (room_game_.empty()) say({{"t", "join"}, {"code", room_}, {"as", "player"}});
}

/// Of a pairing by seeks, which ends the user's others, or of a challenge.
void GuestBot::take_created(const Json& message) {
  if (!challenges_.replied(message, Clock::now())) {
    own_seeks_.clear();
    // Their acks may come after it.
    for (const auto& [request, is_answer] : std::exchange(asked_, {})) ended_.insert(request);
  }
  play(text_of(message, "gameId"), text_of(message, "token"), {});
  answer_challenges();
}

void GuestBot::take_challenges(const Json& message) {
  if (message.value("id", std::int64_t{0}) == watch_request_) watch_request_ = 0;
  const std::string game = challenges_.take(message, Clock::now());
  if (!game.empty()) play(game, {}, {});
  // Its welcome tells of all games.
  if (challenges_.take_doubt()) say(guest_.hello());
  answer_challenges();
}

void GuestBot::watch_lobby() {
  if (Clock::now() < lobby_again_) return;
  lobby_again_ = Clock::time_point::max();
  lobby_request_ = say({{"t", "lobby"}, {"on", true}});
}

void GuestBot::watch_challenges() {
  if (Clock::now() < watches_again_) return;
  watches_again_ = Clock::time_point::max();
  watch_request_ = say({{"t", "challenges"}, {"on", true}});
}

/// One at a time: whether there is a place is known when it is known what came of the last.
void GuestBot::answer_challenges() {
  const auto may_play = [this](const std::string& opponent) {
    return has_place() && may_play_with(opponent);
  };
  const auto answer = challenges_.next(may_play, Clock::now());
  if (!answer) return;
  callbacks_.log((answer->accepts ? "accepts " : "declines (" + answer->why + ") ") + answer->id);
  challenges_.sent(*answer, say(answer->message()), Clock::now());
}

void GuestBot::take_lobby(const Json& message) {
  const bool is_change = message.contains("add") || message.contains("remove");
  // A message without "add" and "remove" is the whole list.
  if (!is_change) listed_.clear();
  if (message.contains("remove"))
    for (const Json& id : message["remove"]) listed_.erase(id.get<std::string>());
  const Json& lists = message.contains("add") ? message["add"] : message;
  for (const char* const kind : {"seeks", "games"})
    if (lists.contains(kind))
      for (const Json& entry : lists[kind]) list(entry, std::string(kind) == "seeks");
}

void GuestBot::list(const Json& entry, bool is_seek) {
  OpenGame open = read_open(entry, is_seek);
  if (open.id.empty()) {
    listed_.erase(text_of(entry, "gameId"));
    // Not its own seek or room.
  } else if (open.opponent != user_name_) {
    // try_emplace keeps the moment at which it was seen first.
    listed_.try_emplace(open.id, Listed{open, Clock::now()});
  }
}

void GuestBot::take_error(const Json& message) {
  callbacks_.log(message.dump().substr(0, 200));
  const auto request = message.value("id", std::int64_t{0});
  const milliseconds pause(message.value("retryMs", std::int64_t{0}));
  if (challenges_.replied(message, Clock::now())) return;  // They wait by themselves.
  if (request != 0 && request == lobby_request_) lobby_again_ = Clock::now() + pause + kTick;
  if (request != 0 && request == watch_request_) watches_again_ = Clock::now() + pause + kTick;
  asked_.erase(request);
  ended_.erase(request);
  quiet_until_ = std::max(quiet_until_, Clock::now() + pause);
  const std::string code = text_of(message, "code");
  // Before the first welcome it is about the hello: what passes is tried with the next connection.
  if (user_name_.empty() && code != "bad_name" && code != "name_taken") return;
  if (user_name_.empty()) return callbacks_.give_up("as " + guest_.name + ": " + text_of(message, "message"));
  if (room_.empty() || !room_game_.empty()) return;
  // Its session finds the server that keeps it.
  if (code == "elsewhere") room_game_ = text_of(message, "gameId");
  if (!room_game_.empty()) return play(room_game_, {}, {});
  if (pause.count() > 0) return wait(pause, &GuestBot::join_room);
  callbacks_.give_up("room " + room_ + ": " + text_of(message, "message"));
}

void GuestBot::tick() {
  guard([this] { look_around(); });
  wait(kTick, &GuestBot::tick);
}

void GuestBot::look_around() {
  watch_lobby();
  watch_challenges();
  answer_challenges();
  end_old_answers();
  // Own seeks and answers only while there is place, or two would become games at once.
  if (!has_place()) {
    end_seeks();
  } else if (Clock::now() >= quiet_until_) {
    seek_wishes();
    look_for_games();
  }
}

/// In place of what was waited for.
void GuestBot::wait(milliseconds time, void (GuestBot::*then)()) {
  timer_.expires_after(time);
  timer_.async_wait([this, then, weak = std::weak_ptr(alive_)](const boost::system::error_code& error) {
    if (!error && !weak.expired()) (this->*then)();
  });
}

void GuestBot::end_old_answers() {
  for (const auto& [id, seek] : own_seeks_)
    if (seek.is_answer && Clock::now() - seek.since > kAnswerTime) say({{"t", "unseek"}, {"seekId", id}});
  std::erase_if(own_seeks_, [](const auto& each) {
    return each.second.is_answer && Clock::now() - each.second.since > kAnswerTime;
  });
}

/// One in a tick: the next is looked at when it is known what came of the last.
void GuestBot::look_for_games() {
  const auto found = std::ranges::find_if(listed_, [&](const auto& each) { return may_take(each.second); });
  if (found == listed_.end()) return;
  const OpenGame game = listed_.extract(found).mapped().game;
  take_game(game);
}

bool GuestBot::may_take(const Listed& listed) const {
  // An answer would take the place of the bot's own, which then begins anew to wait.
  if (guest_.policy.seeks_alike(listed.game)) return false;
  // People come first: policy.wait lets them take it.
  if (Clock::now() - listed.since < guest_.policy.wait || guest_.policy.refuses(listed.game)) return false;
  return may_play_with(listed.game.opponent);
}

bool GuestBot::may_play_with(const std::string& opponent) const {
  const auto with_same = std::ranges::count_if(
      games_, [&opponent](const auto& each) { return each.second.against() == opponent; });
  return with_same < guest_.policy.most_with_one;
}

void GuestBot::take_game(const OpenGame& game) {
  callbacks_.log("takes " + game.id + " of " + game.opponent);
  if (game.is_seek) {
    // Again later: the bot's rating may not be in its range now.
    if (game.rated) listed_[game.id] = {game, Clock::now() + kAnswerAgain};
    return seek({game.game, game.rule, game.time, game.rated}, game.id);
  }
  play(game.id, {}, game.opponent);
}

void GuestBot::seek(const Wish& wish, const std::string& with) {
  Json message{{"t", "seek"}, {"game", wish.game}, {"time", wish.time}, {"rated", wish.rated}};
  if (!wish.rule.empty()) message["rule"] = wish.rule;
  if (!with.empty()) message["with"] = with;
  asked_[say(std::move(message))] = !with.empty();
}

void GuestBot::seek_wishes() {
  const bool has_sought =
      std::ranges::any_of(own_seeks_, [](const auto& each) { return !each.second.is_answer; });
  // While any is unanswered, its id is not known and it could not be withdrawn.
  if (has_sought || !asked_.empty()) return;
  for (const Wish& wish : guest_.policy.games)
    if (guest_.policy.seeks_itself(wish) && is_playable(wish)) seek(wish);
}

/// As far as the program has not refused it.
bool GuestBot::is_playable(const Wish& wish) const {
  const std::string usual(engine::find_game(wish.game)->rules.front());
  return !guest_.policy.unplayable.contains(wish.game + ' ' + (wish.rule.empty() ? usual : wish.rule));
}

/// Not those that answer others: it is by them that there is no place, and end_old_answers() ends them.
void GuestBot::end_seeks() {
  for (const auto& [id, seek] : own_seeks_)
    if (!seek.is_answer) say({{"t", "unseek"}, {"seekId", id}});
  std::erase_if(own_seeks_, [](const auto& each) { return !each.second.is_answer; });
}

// Seeks that were not paired stand until they are withdrawn.
void GuestBot::play(const std::string& id, const std::string& seat, const std::string& opponent) {
  if (id.empty() || games_.contains(id)) return;
  Playing& game = games_[id];
  game.opponent = opponent;
  game.session = std::make_unique<GameSession>(
      executor_, guest_, id, seat,
      GameSession::Callbacks{[this](const std::string& over, const std::string& next) { ended(over, next); },
                             callbacks_.log,
                             [this](const std::string& kind) { guest_.policy.unplayable.insert(kind); }});
  callbacks_.log("plays " + id);
  if (!has_place()) end_seeks();
}

void GuestBot::ended(const std::string& id, const std::string& next_id) {
  callbacks_.log(id + " is over");
  const auto over = games_.extract(id);
  failed_ = !over.empty() && over.mapped().session->has_failed() ? failed_ + 1 : 0;
  if (failed_ >= kMostFailed) return callbacks_.give_up("the program failed in three games in a row");
  if (!next_id.empty()) play(next_id, {}, over.empty() ? std::string() : over.mapped().against());
  if (!room_game_.empty() && games_.empty()) callbacks_.idle();
  answer_challenges();
}

bool GuestBot::has_place() const {
  // A seek that answers another is as good as a game, known to the server or not yet.
  const auto known =
      std::ranges::count_if(own_seeks_, [](const auto& each) { return each.second.is_answer; });
  const auto asked = std::ranges::count_if(asked_, [](const auto& each) { return each.second; });
  const auto games = std::ssize(games_) + known + asked + (challenges_.is_accepting() ? 1 : 0);
  return games < guest_.policy.most_games;
}

std::int64_t GuestBot::say(Json message) {
  message["id"] = ++ids_;
  connection_.send(message.dump());
  return ids_;
}

}  // namespace server::bridge
