#include "server/matchmaking/pairing.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <ranges>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "server/protocol/obstacle.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::Obstacle;
using protocol::SideChoice;

/// Points of rating that two may be apart at once, and how much more for each second that one of them has
/// waited: after two minutes any rating will do, for a server may have few players.
constexpr int kFirstWindow = 100;
constexpr int kWiderEachSecond = 10;

/// Programs are rated among themselves.
std::string pool_of(const Seeker& seeker) {
  const protocol::Seek& wish = seeker.wish;
  const TimeControl& time = wish.time;
  const char* const mode = !wish.rated ? "casual" : seeker.user.program ? "programs" : "rated";
  std::string key = wish.game + '|' + wish.rule + '|' + wish.opening + '|' + mode;
  for (const auto part : {time.initial, time.increment, time.byoyomi, time.per_move}) {
    key += '|' + std::to_string(part.count());
  }
  return key + '|' + std::to_string(time.periods) + '|' + std::to_string(time.days);
}

bool go_together(SideChoice one, SideChoice other) {
  return one != other || one == SideChoice::random;
}

SideChoice opposite(SideChoice side) {
  if (side == SideChoice::random) return side;
  return side == SideChoice::first ? SideChoice::second : SideChoice::first;
}

SideChoice side_of(const Seeker& one, const Seeker& other) {
  return one.wish.side != SideChoice::random ? one.wish.side : opposite(other.wish.side);
}

int window(const Seeker& one, const Seeker& other, TimePoint now) {
  const auto waited = now - std::min(one.since, other.since);
  return kFirstWindow + kWiderEachSecond * static_cast<int>(waited / std::chrono::seconds(1));
}

/// A seek without a rating counts as just within reach: any known neighbour is nearer. One that is joined is
/// nearer than all.
int distance(const Seeker& one, const Seeker& other) {
  if (one.wish.with == other.seek_id || other.wish.with == one.seek_id) return -1;
  return one.rating && other.rating ? std::abs(*one.rating - *other.rating) : kFirstWindow;
}

bool accept_each_other(const Seeker& one, const Seeker& other) {
  return one.wish.ratings.admits(other.rating) && other.wish.ratings.admits(one.rating);
}

// The cheap questions first: a full pool asks them half a million times.
bool fit(const Seeker& one, const Seeker& other, TimePoint now) {
  return other.state == Seeker::State::open && go_together(one.wish.side, other.wish.side) &&
         accept_each_other(one, other) && distance(one, other) <= window(one, other, now) &&
         one.user.id != other.user.id && !is_blocked(one.blocked, other.user.id) &&
         !is_blocked(other.blocked, one.user.id);
}

/// The nearest that fits, of equals the earliest.
const Seeker* best_for(const Seeker& seeker, std::span<const Seeker> candidates, TimePoint now) {
  const Seeker* best = nullptr;
  for (const Seeker& candidate : candidates) {
    if (!fit(seeker, candidate, now)) continue;
    if (!best || distance(seeker, candidate) < distance(seeker, *best)) best = &candidate;
  }
  return best;
}

/// The first of each owner, then the second of each, and so on.
template <class OwnerOf>
std::vector<const Seeker*> in_turns(const std::vector<const Seeker*>& seekers, OwnerOf owner_of) {
  std::unordered_map<std::string_view, int> turns;
  std::vector<std::pair<int, const Seeker*>> ordered;
  for (const Seeker* const seeker : seekers) ordered.emplace_back(turns[owner_of(*seeker)]++, seeker);
  std::ranges::stable_sort(ordered, {}, &std::pair<int, const Seeker*>::first);
  std::vector<const Seeker*> in_order;
  for (const auto& [turn, seeker] : ordered) in_order.push_back(seeker);
  return in_order;
}

}  // namespace

std::optional<ErrorCode> Pairing::refuse(const std::string& user) const {
  if (size() >= limits_.all) return ErrorCode::busy;
  std::size_t own = 0;
  for (const auto& [key, pool] : pools_) {
    own += static_cast<std::size_t>(
        std::ranges::count(pool, user, [](const Seeker& seeker) { return seeker.user.id; }));
  }
  return own >= limits_.of_user ? std::optional(ErrorCode::rate_limited) : std::nullopt;
}

std::optional<protocol::Error> Pairing::refuse_to_join(const Seeker& seeker) const {
  if (seeker.wish.with.empty()) return std::nullopt;
  const Seeker* const other = find(seeker.wish.with);
  if (!other || other->state != Seeker::State::open)
    return error(ErrorCode::not_found, "This seek has found a game, or has ended.");
  if (!other->wish.ratings.admits(seeker.rating))
    return because(Obstacle::rating, protocol::not_allowed("This player seeks another rating."));
  if (is_blocked(other->blocked, seeker.user.id))
    return because(Obstacle::blocked, error(ErrorCode::forbidden, "This player does not want it."));
  if (is_blocked(seeker.blocked, other->user.id))
    return because(Obstacle::blocking, protocol::not_allowed("You block this player."));
  if (pool_of(*other) == pool_of(seeker) && fit(seeker, *other, seeker.since)) return std::nullopt;
  return protocol::not_allowed("Your seek does not fit this one.");
}

void Pairing::add(Seeker seeker) {
  Pool& pool = pools_[pool_of(seeker)];
  const auto came = [](const Seeker& one) { return std::tie(one.since, one.seek_id); };
  pool.insert(std::ranges::upper_bound(pool, came(seeker), {}, came), std::move(seeker));
}

const Seeker* Pairing::find(std::string_view seek_id) const {
  for (const auto& [key, pool] : pools_) {
    const auto found = std::ranges::find(pool, seek_id, &Seeker::seek_id);
    if (found != pool.end()) return &*found;
  }
  return nullptr;
}

void Pairing::put(std::string_view seek_id, Seeker::State state) {
  for (auto& [key, pool] : pools_)
    for (Seeker& seeker : pool)
      if (seeker.seek_id == seek_id) seeker.state = state;
}

void Pairing::block(std::string_view seek_id, Blocked blocked) {
  const auto shared = std::make_shared<const Blocked>(std::move(blocked));
  for (auto& [key, pool] : pools_)
    for (Seeker& seeker : pool)
      if (seeker.seek_id == seek_id) seeker.blocked = shared;
}

std::vector<std::string> Pairing::seat(std::string_view user, bool is_being_seated) {
  using enum Seeker::State;
  std::vector<std::string> ids;
  for (auto& [key, pool] : pools_) {
    for (Seeker& seeker : pool) {
      if (seeker.user.id != user || (seeker.state != open && seeker.state != being_seated)) continue;
      seeker.state = is_being_seated ? being_seated : open;
      ids.push_back(seeker.seek_id);
    }
  }
  return ids;
}

/// The newest of the pool with one who came before it, if it is for us to seat it.
std::optional<Pairing::Pair> Pairing::pair_last_of(std::span<const Seeker> pool, TimePoint now) {
  const Seeker& one = pool.back();
  if (!one.is_here || one.state != Seeker::State::open) return std::nullopt;
  const Seeker* const other = best_for(one, pool.first(pool.size() - 1), now);
  return other ? std::optional(Pair{one, *other, side_of(one, *other)}) : std::nullopt;
}

// The newest chooses first: it has not been compared with any. A seek that it does not fit need not compare
// again. What comes or goes meanwhile may shift a place: then a seek waits for the next turn.
std::optional<Pairing::Pair> Pairing::next(TimePoint now, std::size_t& comparisons) {
  const auto [from, left] = std::exchange(resume_, {});
  for (auto pool = pools_.lower_bound(from); pool != pools_.end(); ++pool) {
    std::span<const Seeker> rest(pool->second);
    if (pool->first == from) rest = rest.first(std::min(left, rest.size()));
    for (; !rest.empty(); rest = rest.first(rest.size() - 1)) {
      auto pair = comparisons > 0 ? pair_last_of(rest, now) : std::nullopt;
      if (comparisons == 0 || pair) resume_ = {pool->first, rest.size()};
      if (comparisons == 0) return std::nullopt;
      comparisons -= std::min(comparisons, rest.size());
      if (pair) return pair;
    }
  }
  return std::nullopt;
}

std::optional<Pairing::Pair> Pairing::next_of(std::string_view seek_id, TimePoint now) const {
  for (const auto& [key, pool] : pools_) {
    const auto one = std::ranges::find(pool, seek_id, &Seeker::seek_id);
    if (one != pool.end()) return pair_last_of({pool.begin(), one + 1}, now);
  }
  return std::nullopt;
}

template <class Test>
std::vector<Seeker> Pairing::remove_if(Test test) {
  std::vector<Seeker> ended;
  for (auto& [key, pool] : pools_) {
    const auto end = std::ranges::stable_partition(pool, std::not_fn(test));
    std::ranges::move(end, std::back_inserter(ended));
    pool.erase(end.begin(), end.end());
  }
  std::erase_if(pools_, [](const auto& entry) { return entry.second.empty(); });
  return ended;
}

std::vector<Seeker> Pairing::remove_user(std::string_view user) {
  return remove_if([user](const Seeker& seeker) { return seeker.user.id == user; });
}

std::vector<Seeker> Pairing::remove_viewer(ViewerId viewer) {
  return remove_if([viewer](const Seeker& seeker) { return seeker.viewer == viewer; });
}

std::vector<Seeker> Pairing::remove(std::string_view seek_id) {
  return remove_if([seek_id](const Seeker& seeker) { return seeker.seek_id == seek_id; });
}

std::set<ViewerId> Pairing::viewers_of(std::string_view user) const {
  std::set<ViewerId> viewers;
  for (const auto& [key, pool] : pools_) {
    for (const Seeker& seeker : pool) {
      if (seeker.is_here && seeker.user.id == user) viewers.insert(seeker.viewer);
    }
  }
  return viewers;
}

std::size_t Pairing::size() const {
  std::size_t all = 0;
  for (const auto& [key, pool] : pools_) all += pool.size();
  return all;
}

std::vector<std::string> Pairing::written() const {
  std::vector<std::string> ids;
  for (const auto& [key, pool] : pools_)
    for (const Seeker& seeker : pool)
      if (seeker.state != Seeker::State::beginning) ids.push_back(seeker.seek_id);
  return ids;
}

std::vector<protocol::LobbySeek> Pairing::list(std::size_t most) const {
  std::vector<const Seeker*> open;
  for (const auto& [key, pool] : pools_)
    for (const Seeker& seeker : pool)
      if (seeker.state == Seeker::State::open) open.push_back(&seeker);
  std::ranges::stable_sort(open, std::greater(), &Seeker::since);
  open = in_turns(open, [](const Seeker& seeker) { return std::string_view(seeker.user.id); });
  open = in_turns(open, [](const Seeker& seeker) {
    return std::string_view(seeker.network.empty() ? seeker.user.id : seeker.network);
  });
  std::vector<protocol::LobbySeek> seeks;
  for (const Seeker* const seeker : open | std::views::take(most)) seeks.push_back(to_lobby(*seeker));
  return seeks;
}

protocol::LobbySeek to_lobby(const Seeker& seeker) {
  const protocol::Seek& wish = seeker.wish;
  return {.seek_id = seeker.seek_id,
          .game = wish.game,
          .rule = wish.rule,
          .opening = wish.opening,
          .time = wish.time,
          .side = wish.side,
          .rated = wish.rated,
          .name = seeker.user.name,
          .rating = seeker.rating,
          .ratings = wish.ratings,
          .program = seeker.user.program};
}

}  // namespace server
