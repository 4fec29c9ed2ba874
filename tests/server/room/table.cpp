#include "tests/server/room/table.h"

#include "engine/games/registry.h"
#include "server/protocol/codec.h"
#include "server/protocol/words.h"

namespace server {
namespace {

protocol::User user_of(ViewerId viewer) {
  switch (viewer) {
    case kLin:
    case kLinsPhone:
      return {"g_lin", "Lin", true};
    case kWang:
      return {"g_wang", "Wang", true};
    default:
      return {"g_" + std::to_string(viewer), "Zhao " + std::to_string(viewer), true};
  }
}

storage::Seat seat_of(int level, const char* name, const char* user, const char* token_hash) {
  storage::Seat seat;
  seat.level = level;
  seat.name = level > 0 ? "Bot " + std::to_string(level) : name;
  if (level == 0) seat.user = user;
  if (level == 0) seat.token_hash = token_hash;
  return seat;
}

}  // namespace

Table::Table(const Setup& setup) {
  storage::Game header;
  header.id = "aB3dE9xQ";
  header.code = "K7QMX";
  header.game = setup.game;
  header.time = to_record(setup.time);
  header.rated = setup.rated;
  header.start_pos = setup.pos;
  header.rule = setup.rule;
  header.opening = setup.opening;
  header.size = setup.size;
  header.tournament = setup.tournament;
  header.created = now.time_since_epoch().count();
  header.seats[0] = seat_of(setup.first_level, "Lin", "g_lin", "hash of Lin's token");
  if (setup.second_level > 0) header.seats[1] = seat_of(setup.second_level, "", "", "");
  // Its players are known before they come.
  if (!setup.tournament.empty()) header.seats[1] = seat_of(0, "Wang", "g_wang", "");
  auto log = GameLog::begin(*engine::find_game(setup.game), header);
  state.emplace(*std::move(log), now);
}

Table Table::of_two(const TimeControl& time) {
  Setup setup;
  setup.time = time;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.join(kWang);
  return table;
}

Table Table::against_bot(const TimeControl& time) {
  Setup setup;
  setup.time = time;
  setup.second_level = 3;
  Table table(setup);
  table.open();
  table.join(kLin);
  return table;
}

void Table::join(ViewerId viewer, bool as_player, std::optional<int> since) {
  Joined joined;
  joined.reply_to = {viewer, ++request};
  joined.user = user_of(viewer);
  joined.user.guest = !state->log().header().rated;  // Whoever plays for a rating has an account.
  joined.as_player = as_player;
  joined.keeps_order = joined.user.name == "Lin";
  joined.since = since;
  joined.round_trip = round_trip;
  input(joined);
}

void Table::join_with_token(ViewerId viewer, const std::string& token_hash) {
  Joined joined;
  joined.reply_to = {viewer, ++request};
  joined.user = user_of(viewer);
  joined.as_player = true;
  joined.token_hash = token_hash;
  input(joined);
}

void Table::move(ViewerId viewer, int ply, const std::string& move) {
  MoveSent sent;
  sent.reply_to = {viewer, ++request};
  sent.ply = ply;
  sent.move = move;
  sent.round_trip = round_trip;
  input(sent);
}

void Table::moves(const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    move(state->log().plies() % 2 == 0 ? kLin : kWang, text);
    ASSERT_EQ(state->log().moves().back(), text);
  }
}

void Table::play(const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    move(to_act(), text);
    ASSERT_FALSE(state->log().moves().empty());
    ASSERT_EQ(state->log().moves().back(), text);
  }
}

void Table::choose(const OpeningChoice& choice) {
  const auto kind = protocol::from_word<ActionKind>(protocol::word(choice.kind));
  input(Acted{
      .reply_to = {to_act(), ++request}, .kind = *kind, .moves = choice.offered, .count = choice.count});
}

void Table::chat(ViewerId viewer, ChatRoom room, const std::string& text) {
  input(Chatted{{viewer, ++request}, room, text});
}

void Table::report(ViewerId viewer, const protocol::ChatLine& line) {
  input(LineReported{{viewer, ++request}, line.from, line.at});
}

void Table::bot_moves(const std::string& move, const std::vector<engine::Line>& lines) {
  ASSERT_TRUE(asked);
  const AskBot ask = std::move(*asked);
  asked.reset();
  input(BotMoved{ask.epoch, ask.ply, move, 0ms, lines});
}

void Table::input(const Input& input, TimePoint arrived) {
  const bool answers =
      std::holds_alternative<Committed>(input) || std::holds_alternative<CommitFailed>(input);
  if (state->awaits_commit() && !answers) {
    after_commit_.emplace_back(input, arrived);
    return;
  }
  for (Effect& effect : state->handle(input, arrived)) perform(effect);
  if (answers) {
    for (const auto& [waiting, when] : std::exchange(after_commit_, {})) this->input(waiting, when);
  }
}

void Table::pass(Millis time) {
  const TimePoint until = now + time;
  while (timer && *timer <= until) {
    now = std::max(now, *timer);
    timer.reset();
    input(TimerFired{});
  }
  now = until;
}

void Table::restart(Millis away, Millis since_sign) {
  auto record = store.load(state->log().header().id);
  ASSERT_TRUE(record);
  const TimePoint lived_until = now - since_sign;
  now += away;
  auto log = GameLog::replay(state->log().game(), *record, static_cast<int>(record->events.size()));
  ASSERT_TRUE(log);
  state.emplace(*std::move(log), now);
  inbox.clear();
  timer.reset();
  asked.reset();
  input(Restored{lived_until});
}

std::string Table::refusal(ViewerId viewer) {
  if (inbox[viewer].empty()) return "";
  const auto* error = std::get_if<protocol::Error>(&inbox[viewer].back());
  return error ? std::string(protocol::word(error->code)) : "";
}

std::vector<std::string> Table::kinds() const {
  std::vector<std::string> kinds;
  for (const storage::Event& event : state->log().events()) kinds.emplace_back(word(event.kind));
  return kinds;
}

void Table::perform(Effect& effect) {
  std::visit([this](auto& one) { perform(one); }, effect);
}

void Table::perform(Persist& persist) {
  switch (disk) {
    case Disk::works:
      for (const auto result : store.commit(persist.writes)) EXPECT_EQ(result, storage::WriteResult::done);
      rated += persist.rates;
      return input(Committed{persist.rates ? ratings : std::nullopt});
    case Disk::full:
      return input(CommitFailed{});
    case Disk::is_lost:
      return input(CommitFailed{.unknown = true});
    case Disk::refuses:
      return input(CommitFailed{.refused = true});
    case Disk::stalls:
      stalled_ = std::move(persist.writes);
      return;
  }
}

void Table::write(const std::vector<storage::Write>& writes) {
  for (const auto result : store.commit(writes)) EXPECT_EQ(result, storage::WriteResult::done);
  input(Committed{});
}

void Table::disk_catches_up() {
  disk = Disk::works;
  write(std::exchange(stalled_, {}));
}

void Table::perform(Send& send) {
  inbox[send.to].push_back(std::move(send.message));
}

void Table::perform(Broadcast& broadcast) {
  for (const auto& [id, viewer] : state->presence().viewers()) {
    if (broadcast.is_for(id, viewer)) inbox[id].push_back(broadcast.message);
  }
}

void Table::perform(Publish& publish) {
  for (const auto& [id, viewer] : state->presence().viewers()) {
    if (id == publish.newcomer) continue;
    protocol::GameEvent event = publish.event;
    if (publish.mover && viewer.seat == publish.mover) event.state.legal = publish.legal;
    inbox[id].push_back(std::move(event));
  }
}

}  // namespace server
