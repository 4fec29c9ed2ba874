#include "server/rooms/game_quota.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {

namespace {

using protocol::ErrorCode;
using protocol::Obstacle;
using protocol::Opponent;

/// On the disk, of a game without its events and of a usual event, with their indexes.
/// From the figures of docs/operations.md: 75 bytes a move on the disk, all included.
constexpr Cost kBytesOfGame = 1024, kBytesOfEvent = 80;
/// A look at the address for each move would be too much.
/// Each payment is a look-up of the address and its network; the debt of up to 31 events is lost if the
/// process ends.
constexpr int kPaidAtATime = 32;

// For games that exist already: they count, but are never refused.
constexpr int kAny = std::numeric_limits<int>::max();

bool is_in_memory(const QuotaTicket& ticket) {
  return ticket.memory != nullptr;
}

GameQuota::Refusal too_many_bot_games() {
  return {because(Obstacle::bot_games,
                  error(ErrorCode::rate_limited, "Finish some of your games against the computer first.")),
          "bot_games"};
}

/// Two places that begin and end together.
KeyedCounts::Ticket both(KeyedCounts::Ticket one, KeyedCounts::Ticket other) {
  return std::make_shared<std::pair<KeyedCounts::Ticket, KeyedCounts::Ticket>>(std::move(one),
                                                                               std::move(other));
}

/// Who waits in a game for an opponent.
const std::string& waiting_user(const GameLog& log) {
  return log.holder(log.is_free(Seat::a) ? Seat::b : Seat::a).user;
}

// One shape for all refusals that stand for an obstacle a client can show and act on.
auto refused(Obstacle obstacle, const char* message, const char* limit) {
  return engine::Unexpected(
      GameQuota::Refusal{because(obstacle, error(ErrorCode::rate_limited, message)), limit});
}

}  // namespace

std::optional<GameQuota::Refusal> GameQuota::refuse(const std::string& user) const {
  if (games_.count(user) + being_created_.of(user) < limits_.of_user) return std::nullopt;
  return Refusal{because(Obstacle::games, error(ErrorCode::rate_limited, "Finish some of your games first.")),
                 "games"};
}

// Only a game's row is asked for: the moves are taken later without asking (pay()), so an address may go into
// debt by what it is playing, and then begins nothing until that is paid.
std::optional<GameQuota::Refusal> GameQuota::refuse_records(const Origin& origin) const {
  const auto wait = records_.would_refuse(origin.address, std::chrono::steady_clock::now(),
                                          cost_of_address(origin.is_private, kBytesOfGame));
  if (!wait) return std::nullopt;
  auto why = protocol::retry_after(*wait, ErrorCode::rate_limited,
                                   "Enough games were played from your address today.");
  return Refusal{because(Obstacle::address, std::move(why)), "records"};
}

engine::Expected<QuotaTicket, GameQuota::Refusal> GameQuota::admit_game(const Origin& origin, bool has_bot) {
  if (auto refusal = refuse_records(origin)) return engine::Unexpected(*std::move(refusal));
  // Each ticket that is refused ends here with what it had taken.
  QuotaTicket ticket{.address = origin.address, .is_private = origin.is_private, .has_bot = has_bot};
  ticket.record = on_record_.admit(origin.address, limits_.on_record.of(origin.is_private));
  if (ticket.record) ticket.memory = in_memory_.admit(origin.address, limits_.games.of(origin.is_private));
  if (!ticket.memory)
    return refused(Obstacle::address, "Enough games are played from your address.", "games");
  if (has_bot) ticket.bot = with_bots_.admit(origin.address, limits_.with_bots.of(origin.is_private));
  if (has_bot && !ticket.bot) return engine::Unexpected(too_many_bot_games());
  return ticket;
}

engine::Expected<QuotaTicket, GameQuota::Refusal> GameQuota::admit_seek(const Origin& origin) {
  return admit_game(origin);
}

engine::Expected<QuotaTicket, GameQuota::Refusal> GameQuota::admit(const std::string& user,
                                                                   const Origin& origin, Opponent opponent) {
  // Exhibitions first: they are of all addresses together, and cost no address's places when refused.
  if (opponent == Opponent::ai_vs_ai && std::ssize(exhibitions_) >= limits_.exhibitions)
    return engine::Unexpected(
        Refusal{error(ErrorCode::busy, "The bots play enough games among themselves; watch one of them."),
                "bot_games"});
  auto ticket = admit_game(origin, opponent != Opponent::human);
  if (!ticket) return ticket;
  // Bots among themselves take no place of the user, who does not play.
  if (opponent != Opponent::ai_vs_ai) ticket->users = {being_created_.admit(user, limits_.of_user)};
  // A game with a bot waits for no opponent.
  if (ticket->has_bot) return ticket;
  const auto of_user = waiting_of_users_.admit(user, limits_.waiting_of_user);
  const auto of_address =
      of_user ? waiting_.admit(origin.address, limits_.waiting.of(origin.is_private)) : nullptr;
  if (!of_address)
    return refused(Obstacle::waiting_games, "Enough of your games wait for somebody.", "waiting_games");
  ticket->waiting = both(of_user, of_address);
  return ticket;
}

engine::Expected<KeyedCounts::Ticket, GameQuota::Refusal> GameQuota::hold(const std::string& user) {
  // refuse() and admit() see the same numbers: nothing runs in between on this thread.
  if (auto refusal = refuse(user)) return engine::Unexpected(*std::move(refusal));
  return being_created_.admit(user, limits_.of_user);
}

engine::Expected<QuotaTicket, GameQuota::Refusal> GameQuota::admit_rematch(const GameLog& log,
                                                                           const std::string& user,
                                                                           const Origin& origin) {
  return admit_players({user, log.holder(Seat::a).user, log.holder(Seat::b).user}, user, origin,
                       log.is_bot(Seat::a) || log.is_bot(Seat::b));
}

engine::Expected<QuotaTicket, GameQuota::Refusal> GameQuota::admit_pair(const std::string& user,
                                                                        const std::string& other,
                                                                        const Origin& origin) {
  return admit_players({user, other}, user, origin, false);
}

/// @param players a set, for a user may hold both seats
engine::Expected<QuotaTicket, GameQuota::Refusal> GameQuota::admit_players(
    const std::set<std::string>& players, const std::string& user, const Origin& origin, bool has_bot) {
  auto ticket = admit_game(origin, has_bot);
  if (!ticket) return ticket;
  for (const std::string& player : players) {
    if (player.empty()) continue;  // A bot.
    auto of_user = hold(player);
    // Told as the opponent's obstacle, not the user's: what is refused then is not a limit that the user can
    // wait for.
    if (!of_user && player != user)
      return engine::Unexpected(
          Refusal{error(ErrorCode::not_allowed, "Your opponent has enough games for now."), "games"});
    if (!of_user) return engine::Unexpected(of_user.error());
    ticket->users.push_back(*std::move(of_user));
  }
  return ticket;
}

void GameQuota::occupy(const Room& room, std::vector<QuotaTicket> tickets) {
  // Two tabs or a family that pair with each other: the game exists once.
  if (tickets.size() == 2 && tickets[0].address == tickets[1].address) tickets.pop_back();
  for (const QuotaTicket& ticket : tickets) pay(ticket, kBytesOfGame);
  if (room.state().log().over()) return;
  for (QuotaTicket& ticket : tickets) {
    ticket.users.clear();  // The game is among the unfinished now.
    ticket.paid_events = 0;
  }
  // Replaces what adopt() may have made in between.
  tickets_[room.id()] = std::move(tickets);
}

void GameQuota::adopt(const UnfinishedGames::Entry& game, const Room* room, const Origin& origin) {
  // Without an address there is nothing to count; with a ticket the game counts already.
  if (origin.address.empty() || tickets_.contains(game.id)) return;
  QuotaTicket ticket{.address = origin.address, .is_private = origin.is_private, .has_bot = game.has_bot};
  // kAny: a game that exists is counted even beyond the limit, and the next new one is refused.
  ticket.record = on_record_.admit(origin.address, kAny);
  if (room) load(ticket, *room);
  tickets_[game.id].push_back(std::move(ticket));
}

/// The game is in memory, and not over.
// Use::play: a player is there, or a clock or the bot goes on. Otherwise the bot's place is free for another
// game.
void GameQuota::load(QuotaTicket& ticket, const Room& room) {
  if (ticket.has_bot && room.state().use() != RoomState::Use::play) {
    ticket.bot.reset();
  } else if (ticket.has_bot && !ticket.bot) {
    ticket.bot = with_bots_.admit(ticket.address, kAny);  // By itself: who comes back has asked resume().
  }
  // Others may have its place at any time (Rooms::make_place()), so it takes none of its address.
  if (room.state().stays_for_chat()) return ticket.memory.reset();
  // Comes back into memory: counted anew, even beyond the limit.
  if (ticket.memory) return;
  ticket.memory = in_memory_.admit(ticket.address, kAny);
  const GameLog& log = room.state().log();
  if (log.status() == protocol::Status::waiting)
    ticket.waiting =
        both(waiting_of_users_.admit(waiting_user(log), kAny), waiting_.admit(ticket.address, kAny));
}

std::optional<GameQuota::Refusal> GameQuota::resume(const Room& room, const Origin& origin) {
  const GameLog& log = room.state().log();
  if (log.over() || !(log.is_bot(Seat::a) || log.is_bot(Seat::b))) return std::nullopt;
  // After a restart: this player's address takes the game over if it has no other.
  adopt(UnfinishedGames::entry_of(log), &room, origin);
  const auto found = tickets_.find(room.id());
  if (found == tickets_.end()) return std::nullopt;  // Of no address.
  // Of two tickets (two seeks) there is no bot; the loop is for games that were adopted.
  for (QuotaTicket& ticket : found->second) {
    if (ticket.bot) continue;
    ticket.bot = with_bots_.admit(ticket.address, limits_.with_bots.of(ticket.is_private));
    if (!ticket.bot) return too_many_bot_games();
  }
  return std::nullopt;
}

// take() asks nothing and may go below zero.
void GameQuota::pay(const QuotaTicket& ticket, Cost bytes) {
  records_.take(ticket.address, std::chrono::steady_clock::now(), cost_of_address(ticket.is_private, bytes));
}

void GameQuota::pay_for_events(QuotaTicket& ticket, const GameLog& log) {
  // The first sight of an adopted game sets the mark and pays nothing: who wrote it has paid.
  const int events = log.version() - ticket.paid_events.value_or(log.version());
  if (ticket.paid_events && events < (log.over() ? 1 : kPaidAtATime)) return;
  ticket.paid_events = log.version();
  pay(ticket, events * kBytesOfEvent);
}

GameQuota::Page GameQuota::on_record_alone(const std::string& after, int most) const {
  // upper_bound: a game that has gone since the last page does not stop the walk.
  Page page;
  auto next = tickets_.upper_bound(after);
  for (; next != tickets_.end() && most > 0; ++next, --most) {
    page.last = next->first;
    if (std::ranges::none_of(next->second, is_in_memory)) page.games.push_back(next->first);
  }
  if (next == tickets_.end()) page.last.clear();
  return page;
}

void GameQuota::ended(const std::string& id) {
  const auto found = tickets_.find(id);
  if (found != tickets_.end() && std::ranges::none_of(found->second, is_in_memory)) tickets_.erase(found);
}

void GameQuota::follow(const std::string& id, const Room* room) {
  // Each exhibition is told of at its first change, when it is created or loaded.
  if (room && !room->state().log().over() && room->state().log().is_exhibition()) {
    exhibitions_.insert(id);
  } else {
    exhibitions_.erase(id);
  }
  const auto found = tickets_.find(id);
  if (found == tickets_.end()) return;
  std::vector<QuotaTicket>& tickets = found->second;
  if (!room) {
    // It is over when it has no record's place left; then nothing is to be remembered.
    for (QuotaTicket& ticket : tickets) ticket.memory = ticket.bot = ticket.waiting = nullptr;
    std::erase_if(tickets, [](const QuotaTicket& ticket) { return !ticket.record; });
    if (tickets.empty()) tickets_.erase(found);
    return;
  }
  const GameLog& log = room->state().log();
  for (QuotaTicket& ticket : tickets) {
    pay_for_events(ticket, log);
    if (log.status() != protocol::Status::waiting) ticket.waiting.reset();
    if (log.over()) {
      // The entry itself stays until the game leaves the memory: its last events are still to be paid.
      ticket.record = ticket.memory = ticket.bot = nullptr;
    } else {
      load(ticket, *room);
    }
  }
}

}  // namespace server
