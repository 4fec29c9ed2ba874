#include "server/rooms/unfinished_games.h"

#include <algorithm>
#include <utility>

#include "server/match/game_log.h"
#include "server/protocol/words.h"

namespace server {
namespace {

/// Whether the players are still those of the entry: at nearly every move.
bool is_of(const UnfinishedGames::Entry& entry, const GameLog& log) {
  return std::ranges::all_of(kSeats, [&](Seat seat) {
    const protocol::User& player = entry.players[engine::index(log.side_of(seat))];
    return player.id == log.holder(seat).user && player.name == log.holder(seat).name;
  });
}

}  // namespace

int to_move(const GameLog& log) {
  // While paused no side is asked for a move, though one is on turn.
  return log.playing() && !log.paused() ? static_cast<int>(engine::index(log.turn())) : -1;
}

std::string creator_of(const storage::Game& header) {
  // Of bots among themselves no seat has a token; the host is written down.
  if (!header.order.host.empty()) return header.order.host;
  const auto& [first, second] = header.seats;
  // Both or neither: two seeks, or bots alone.
  if (first.token_hash.empty() == second.token_hash.empty()) return {};
  return first.token_hash.empty() ? second.user : first.user;
}

UnfinishedGames::Entry UnfinishedGames::entry_of(const GameLog& log) {
  Entry entry{.id = log.header().id, .game = log.header().game, .players = {}, .creator = {}};
  for (const Seat seat : kSeats) {
    // The sides may have been exchanged by an opening: log.side_of(), not the seat's index.
    protocol::User& player = entry.players[engine::index(log.side_of(seat))];
    player.id = log.holder(seat).user;
    player.name = log.holder(seat).name;
    entry.has_bot = entry.has_bot || log.is_bot(seat);
  }
  entry.to_move = server::to_move(log);
  entry.creator = creator_of(log.header());
  entry.over = log.over();
  return entry;
}

// Without a replay: seats and last event stand in the record. Its sides are the seats' as they were written
// last.
UnfinishedGames::Entry UnfinishedGames::entry_of(const storage::Record& end) {
  const storage::Game& game = end.game;
  Entry entry{.id = game.id, .game = game.game, .players = {}, .creator = creator_of(game)};
  for (std::size_t side = 0; side < game.seats.size(); ++side) {
    entry.players[side].id = game.seats[side].user;
    entry.players[side].name = game.seats[side].name;
    entry.has_bot = entry.has_bot || game.seats[side].level > 0;
  }
  // The word is empty where no clock runs, and before both have moved.
  const auto running = protocol::from_word<Side>(end.events.empty() ? "" : end.events.back().running);
  if (running) entry.to_move = static_cast<int>(engine::index(*running));
  entry.over = game.ending.status != protocol::word(Status::playing);
  return entry;
}

void UnfinishedGames::note(const GameLog& log) {
  const auto known = entries_.find(log.header().id);
  if (!log.over() && known != entries_.end() && is_of(known->second, log)) {
    known->second.to_move = to_move(log);
    return;
  }
  // Copied: discard() erases the entry to which `known` points. Players have changed: an opening's swap, or a
  // seat that was taken.
  if (known != entries_.end()) discard(Entry(known->second));
  Entry entry = entry_of(log);
  // discard() also removes ids that came() filed without an entry.
  entry.over ? discard(entry) : file(std::move(entry));
}

void UnfinishedGames::note(Entry entry) {
  if (entry.over) return discard(entry);
  if (!entries_.contains(entry.id)) file(std::move(entry));
}

void UnfinishedGames::file(Entry entry) {
  for (const protocol::User& player : entry.players)
    if (!player.id.empty()) games_[player.id].insert(entry.id);
  entries_[entry.id] = std::move(entry);
}

void UnfinishedGames::discard(const Entry& entry) {
  for (const protocol::User& player : entry.players) drop(entry.id, player.id);
  entries_.erase(entry.id);
}

void UnfinishedGames::drop(const std::string& id, const std::string& user) {
  const auto games = games_.find(user);
  if (games == games_.end()) return;
  games->second.erase(id);
  // No empty sets: the table would keep every user who ever played.
  if (games->second.empty()) games_.erase(games);
}

void UnfinishedGames::retired(const std::string& id, const Asked& is_user_here) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  // A player who is not here has its list read at the next hello.
  bool is_wanted = false;
  for (const protocol::User& player : found->second.players) {
    const bool here = !player.id.empty() && is_user_here(player.id);
    if (!here) drop(id, player.id);
    is_wanted = is_wanted || here;
  }
  if (!is_wanted) entries_.erase(found);
}

void UnfinishedGames::came(const std::string& user, const std::vector<std::string>& games) {
  for (const std::string& id : games) games_[user].insert(id);
}

void UnfinishedGames::left(const std::string& user, const Asked& is_game_loaded) {
  const auto games = games_.find(user);
  if (games == games_.end()) return;
  // A copy, for drop() changes the set and may erase it.
  for (const std::string& id : std::set<std::string>(games->second)) {
    if (is_game_loaded(id)) continue;
    drop(id, user);
    const auto entry = entries_.find(id);
    if (entry == entries_.end()) continue;
    // The opponent may be here and need the entry.
    const bool is_wanted = std::ranges::any_of(entry->second.players, [&](const protocol::User& player) {
      const auto others = games_.find(player.id);
      return others != games_.end() && others->second.contains(id);
    });
    if (!is_wanted) entries_.erase(entry);
  }
}

std::vector<protocol::PlayingGame> UnfinishedGames::of(const std::string& user) const {
  std::vector<protocol::PlayingGame> playing;
  const auto games = games_.find(user);
  if (games == games_.end()) return playing;
  for (const std::string& id : games->second) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) continue;
    const Entry& entry = found->second;
    // Both seats may be one user's: then the first counts.
    const int own = entry.players[0].id == user ? 0 : 1;
    playing.push_back({.game_id = id,
                       .game = entry.game,
                       .opponent = entry.players[static_cast<std::size_t>(1 - own)].name,
                       .your_turn = entry.to_move == own});
  }
  // Stable, so that the order of ids stays within each half.
  std::ranges::stable_partition(playing, &protocol::PlayingGame::your_turn);
  return playing;
}

std::vector<const UnfinishedGames::Entry*> UnfinishedGames::opened_by(const std::string& user) const {
  std::vector<const Entry*> opened;
  const auto games = games_.find(user);
  if (games == games_.end()) return opened;
  for (const std::string& id : games->second) {
    const auto entry = entries_.find(id);
    if (entry != entries_.end() && entry->second.creator == user) opened.push_back(&entry->second);
  }
  return opened;
}

int UnfinishedGames::count(const std::string& user) const {
  const auto games = games_.find(user);
  return games == games_.end() ? 0 : static_cast<int>(games->second.size());
}

}  // namespace server
