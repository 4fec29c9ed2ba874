#include "tests/server/room/simulated_room.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "server/identity/glicko.h"
#include "server/protocol/codec.h"
#include "server/protocol/event_texts.h"
#include "server/protocol/words.h"
#include "tests/server/protocol/apply_delta.h"

namespace server {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

protocol::User user(const std::string& name) {
  return {"g_" + name, name, false};  // With an account, so that games may be rated.
}

/// The state without what only one side is told.
std::string as_text(protocol::GameState state) {
  protocol::GameFull full;
  state.legal.clear();
  state.expires.reset();
  state.lapse.reset();
  state.clock
      .reset();  // Its moment differs from telling to telling; the records' clocks are compared instead.
  full.state = std::move(state);
  return protocol::encode(full);
}

nlohmann::json json_of(const protocol::GameState& state) {
  protocol::GameEvent event;
  event.state = state;
  return nlohmann::json::parse(protocol::encode(event))["state"];
}

}  // namespace

SimulatedRoom::SimulatedRoom(const engine::Game& game, storage::Game header, storage::Store& store,
                             engine::SplitMix64& random, TimePoint now)
    : store_(store), random_(random), now_(now) {
  // Each player has two tabs, and two people look on.
  for (const storage::Seat& seat : header.seats) {
    if (seat.level > 0) continue;
    for (int tab = 0; tab < 2; ++tab) pages_.push_back({.user = user(seat.user.substr(2))});
  }
  for (const char* name : {"Zhao", "Qian"}) pages_.push_back({.user = user(name), .as_player = false});
  pages_.front().keeps_state = true;
  // The second player takes the free seat by joining, as people do.
  const bool alone = header.seats[0].level > 0 || header.seats[1].level > 0;
  if (!alone && header.seats[1].token_hash.empty()) header.seats[1] = {};
  room_.emplace(*GameLog::begin(game, std::move(header)), now_);
  input(Opened{});
  for (Page& page : pages_) {
    if (page.as_player) join(page);
  }
}

void SimulatedRoom::live(int steps) {
  for (int step = 0; step < steps && !rematch_; ++step) {
    const unsigned dice = random_.below(100);
    if (room_->log().over() && dice < 50) {
      act();  // The only thing left is the next game.
    } else if (dice < 62) {
      asked_&& chance(80) ? let_bot_move() : move();
    } else if (dice < 66) {
      pass(chance(10) ? seconds(random_.below(200)) : milliseconds(random_.below(5'000)));
    } else if (dice < 78) {
      come_or_go();
    } else if (dice < 91) {
      act();
    } else if (dice < 98) {
      move_wrongly();
    } else if (dice < 99) {
      chance(50) ? restart() : walk_out();
    } else {
      disk_fails_next_ = true;
    }
    if (room_->log().over() && random_.below(12) == 0) return;
  }
}

void SimulatedRoom::finish() {
  disk_fails_next_ = false;
  if (room_->log().over()) return;
  Page& page = pages_.front();  // Always a player's.
  if (!page.viewer) join(page);
  act(page, ActionKind::resign);
  if (!room_->log().over()) act(page, ActionKind::abort);
}

// ---- what may happen -------------------------------------------------------------------------------------

// By what the page knows, not by what is true: that is the point.
void SimulatedRoom::move() {
  Page* const page = connected_player(room_->log().turn());
  if (!page) return come_or_go();
  pass(milliseconds(random_.below(3'000)));
  if (page->state.status != protocol::Status::playing) return;
  const auto& opening = page->state.opening;
  if (opening && !opening->options.empty() && (page->state.legal.empty() || chance(50))) return choose(*page);
  if (page->state.legal.empty()) return;
  send_move(*page, page->state.ply, any_of(page->state.legal));
  ++happened["move"];
}

void SimulatedRoom::choose(Page& page) {
  const protocol::OpeningFace& opening = *page.state.opening;
  const auto kind = *protocol::from_word<ActionKind>(protocol::word(any_of(opening.options)));
  std::set<std::string> offered;
  const auto legal = room_->log().match().legal_moves();
  const auto wanted = static_cast<std::size_t>(kind == ActionKind::offer ? opening.to_offer : 0);
  while (offered.size() < wanted) offered.insert(any_of(legal));
  const bool declares = kind == ActionKind::declare;
  const int count =
      declares ? 1 + static_cast<int>(random_.below(static_cast<std::uint32_t>(opening.at_most))) : 0;
  act(page, kind, true, {offered.begin(), offered.end()}, count);
}

void SimulatedRoom::move_wrongly() {
  Page& page = any_of(pages_);
  if (!page.viewer) return;
  const int ply = page.state.ply;
  switch (random_.below(5)) {
    case 0:
      return send_move(page, ply, "nonsense");
    case 1:
      return send_move(page, ply + 1, "h8");
    case 2:
      return send_move(page, std::max(ply - 1, 0), "a1");
    case 3: {  // Out of turn, or by somebody who only looks on.
      const auto legal = room_->log().match().legal_moves();
      if (page.you != room_->log().turn() && !legal.empty()) send_move(page, ply, any_of(legal));
      return;
    }
    default: {  // The network gives the last message again, late.
      if (!last_sent_) return;
      const int plies = room_->log().plies();
      const bool was_played =
          last_sent_->ply < plies &&
          room_->log().moves()[static_cast<std::size_t>(last_sent_->ply)] == last_sent_->move;
      if (page_of(last_sent_->reply_to.viewer)) input(*last_sent_);
      EXPECT_TRUE(!was_played || room_->log().plies() == plies) << "a move that came twice was played twice";
      ++happened["duplicate"];
    }
  }
}

void SimulatedRoom::act() {
  std::vector<Page*> players;
  for (Page& page : pages_) {
    if (page.viewer && page.as_player) players.push_back(&page);
  }
  if (players.empty()) return;
  Page& page = *any_of(players);
  // What ends the game at once is done seldom, so that games are long enough for the rest.
  static constexpr ActionKind kOften[] = {ActionKind::takeback, ActionKind::draw,   ActionKind::add_time,
                                          ActionKind::pause,    ActionKind::resume, ActionKind::resume};
  const auto kind = chance(2) ? (chance(50) ? ActionKind::resign : ActionKind::abort) : any_of(kOften);
  act(page, room_->log().over() ? ActionKind::rematch : kind, !chance(20));
}

void SimulatedRoom::act(Page& page, ActionKind kind, bool on, std::vector<std::string> moves, int count) {
  const int version = room_->log().version();
  input(Acted{.reply_to = {*page.viewer, next_request_++},
              .kind = kind,
              .on = on,
              .moves = std::move(moves),
              .count = count});
  if (room_->log().version() > version) ++happened[std::string(protocol::word(kind))];
}

void SimulatedRoom::come_or_go() {
  Page& page = any_of(pages_);
  if (page.viewer && chance(60)) return leave(page);
  if (page.viewer) return join(page);    // Once more on the same connection.
  if (chance(15)) page.version.reset();  // The page was loaded anew and knows nothing.
  join(page);
}

/// One player closes everything, and the other loses patience.
void SimulatedRoom::walk_out() {
  const Side side = room_->log().turn();
  for (Page& page : pages_) {
    if (page.viewer && page.you == side) leave(page);
  }
  pass(seconds(random_.below(60)));
  Page* const other = connected_player(engine::other(side));
  if (other) act(*other, chance(50) ? ActionKind::claim_win : ActionKind::claim_draw);
}

void SimulatedRoom::let_bot_move() {
  const AskBot asked = std::move(*std::exchange(asked_, std::nullopt));
  auto legal = asked.match->legal_moves();
  const std::string move = chance(3) ? "nonsense" : any_of(legal);
  pass(milliseconds(random_.below(1'000)));
  const BotMoved answer{asked.epoch, asked.ply, move, milliseconds(1)};
  input(answer);
  ++happened["bot"];
  if (chance(5)) input(answer);
}

void SimulatedRoom::pass(Millis time) {
  const TimePoint until = now_ + time;
  while (timer_ && *timer_ <= until) {
    now_ = std::max(now_, *timer_);
    timer_.reset();
    input(TimerFired{});
  }
  now_ = until;
}

/// The server is killed, and starts again some time later.
void SimulatedRoom::restart() {
  const auto record = store_.open_reader()->load(room_->log().header().id);
  ASSERT_TRUE(record);
  auto log = GameLog::replay(room_->log().game(), *record, static_cast<int>(record->events.size()));
  ASSERT_TRUE(log) << "the record is no game";
  EXPECT_EQ(as_text(log->state(now_)), as_text(room_->log().state(now_))) << "the record is another game";
  for (Page& page : pages_) page.viewer.reset();
  timer_.reset();
  asked_.reset();
  const TimePoint lived_until = now_;
  now_ += seconds(random_.below(3'600));
  room_.emplace(*std::move(log), now_);
  input(Restored{lived_until});
  ++happened["restart"];
}

void SimulatedRoom::join(Page& page) {
  if (!page.viewer) page.viewer = next_viewer_++;
  Joined joined;
  joined.reply_to = {*page.viewer, next_request_++};
  joined.user = page.user;
  joined.rating = ShownRating{};
  joined.as_player = page.as_player;
  if (!page.keeps_state) joined.since = page.version;
  joined.round_trip = milliseconds(random_.below(200));
  input(joined);
  ++happened["join"];
}

void SimulatedRoom::leave(Page& page) {
  const ViewerId viewer = *std::exchange(page.viewer, std::nullopt);
  const Leaving how = chance(50) ? Leaving::lost : chance(50) ? Leaving::closed : Leaving::said;
  input(Left{{viewer, {}}, how});
}

void SimulatedRoom::send_move(const Page& page, int ply, const std::string& move) {
  MoveSent sent;
  sent.reply_to = {*page.viewer, next_request_++};
  sent.ply = ply;
  sent.move = move;
  if (chance(50)) sent.spent = milliseconds(random_.below(4'000));
  sent.round_trip = milliseconds(random_.below(300));
  last_sent_ = sent;
  input(sent);
}

// ---- how it comes about ----------------------------------------------------------------------------------

void SimulatedRoom::input(const Input& input) {
  for (Effect& effect : room_->handle(input, now_)) {
    std::visit([this](auto& one) { perform(one); }, effect);
  }
}

void SimulatedRoom::perform(Persist& persist) {
  const bool first = std::holds_alternative<storage::CreateGame>(persist.writes.front());
  if (!first && std::exchange(disk_fails_next_, false)) {
    ++happened["disk failure"];
    return input(CommitFailed{});
  }
  if (persist.rates) {
    persist.writes.push_back(
        storage::RateGame{room_->log().header().id, kSpeed, glicko::kStart, glicko::rate_game});
  }
  for (const auto result : store_.commit(persist.writes)) EXPECT_EQ(result, storage::WriteResult::done);
  input(Committed{});
}

void SimulatedRoom::perform(Send& send) {
  Page* const page = page_of(send.to);
  ASSERT_TRUE(page) << "told to nobody";
  if (const auto* full = std::get_if<protocol::GameFull>(&send.message)) tell(*page, *full);
  if (const auto* event = std::get_if<protocol::GameEvent>(&send.message)) tell(*page, *event);
}

void SimulatedRoom::perform(Publish& publish) {
  for (const auto& [id, viewer] : room_->presence().viewers()) {
    if (id == publish.newcomer) continue;
    protocol::GameEvent event = publish.event;
    if (publish.mover && viewer.seat == publish.mover) event.state.legal = publish.legal;
    tell(*page_of(id), event);
  }
}

void SimulatedRoom::perform(CreateRematch& create) {
  rematch_ = create.header;
  rematch_->id = room_->log().header().id + "r";
  rematch_->created = now_.time_since_epoch().count();
  create.event.detail = rematch_->id;
  const storage::Write write = storage::Append{create.event, {}, {}};  // The game itself comes later.
  EXPECT_EQ(store_.commit(std::span(&write, 1)).front(), storage::WriteResult::done);
  input(RematchCreated{rematch_->id});
}

void SimulatedRoom::tell(Page& page, const protocol::GameFull& full) {
  page.version = full.version;
  page.you = full.you;
  page.state = full.state;
  if (page.keeps_state) page.kept = json_of(full.state);
}

// Rules 2 to 4 of the protocol's versions.
void SimulatedRoom::tell(Page& page, const protocol::GameEvent& event) {
  ASSERT_TRUE(page.version) << "an event before the snapshot";
  if (event.version <= *page.version) return;
  ASSERT_EQ(event.version, *page.version + 1) << "a page missed an event";
  page.version = event.version;
  if (page.keeps_state) keep_state(page, event);
  page.state = event.state;
  if (event.kind == protocol::EventKind::swap && page.you) page.you = engine::other(*page.you);
}

/// By what it was told alone, event after event; it must come to the state that the other pages are shown.
void SimulatedRoom::keep_state(Page& page, protocol::GameEvent event) {
  const nlohmann::json shown = json_of(event.state);
  const auto legal = std::exchange(event.state.legal, {});
  protocol::EventTexts texts(event, page.state, legal);
  page.kept = protocol::apply_delta(std::move(page.kept), nlohmann::json::parse(*texts.text(true, true)));
  EXPECT_EQ(page.kept, shown) << "after " << *texts.text(true, true);
}

SimulatedRoom::Page* SimulatedRoom::page_of(ViewerId viewer) {
  const auto found = std::ranges::find(pages_, std::optional(viewer), &Page::viewer);
  return found == pages_.end() ? nullptr : &*found;
}

SimulatedRoom::Page* SimulatedRoom::connected_player(Side side) {
  const auto speaks = [side](const Page& page) { return page.viewer && page.you == side; };
  const auto found = std::ranges::find_if(pages_, speaks);
  return found == pages_.end() ? nullptr : &*found;
}

void SimulatedRoom::expect_all_pages_know() const {
  const std::string truth = as_text(room_->log().state(now_));
  for (const Page& page : pages_) {
    if (!page.viewer) continue;
    EXPECT_EQ(page.version, room_->log().version()) << page.user.name;
    const Viewer* const viewer = room_->presence().find(*page.viewer);
    ASSERT_TRUE(viewer) << page.user.name;
    const auto side = viewer->seat ? std::optional(room_->log().side_of(*viewer->seat)) : std::nullopt;
    EXPECT_EQ(page.you, side) << page.user.name << " does not know his side";
    EXPECT_EQ(as_text(page.state), truth) << page.user.name;
  }
}

}  // namespace server
