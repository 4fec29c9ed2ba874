#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>

#include "storage/memory/memory_store.h"
#include "storage/sql/values.h"

// Users, their sessions and their ratings.
namespace storage {

namespace {

constexpr std::size_t kMostSites = 16;  // As in people_queries.h.

}  // namespace

// ---- users and sessions ----------------------------------------------------------------------------------

bool MemoryStore::write(const CreateUser& create) {
  if (users_.contains(create.user.id) || sessions_.contains(create.token_hash)) return false;
  users_.emplace(create.user.id, create.user);
  start_session(create.user.id, create.token_hash, create.client, create.user.created);
  return true;
}

void MemoryStore::start_session(const std::string& user, const std::string& token_hash,
                                const std::string& client, Millis at) {
  Session session{token_hash, {}, client, at, at};
  session.user.id = user;
  sessions_.emplace(token_hash, std::move(session));
}

bool MemoryStore::write(const RenameUser& rename) {
  const auto found = users_.find(rename.id);
  if (found == users_.end() || !found->second.guest) return false;
  found->second.name = rename.name;
  return true;
}

bool MemoryStore::write(const CreateAccount& create) {
  const auto& [user, names, password] = create.account;
  const std::set<std::string> keys = sql::distinct(names);
  if (accounts_.contains(user.id) || sessions_.contains(create.token_hash) ||
      std::ranges::any_of(keys, [this](const auto& key) { return users_by_name_.contains(key); })) {
    return false;
  }
  User& stored = users_.emplace(user.id, user).first->second;  // Of a guest the age stays.
  stored.name = user.name;
  stored.guest = false;
  accounts_.emplace(user.id, Credentials{password, create.keyed_by});
  for (const std::string& key : keys) users_by_name_.emplace(key, user.id);
  write(EndSessions{user.id});
  start_session(user.id, create.token_hash, create.client, user.created);
  remember_site(user.id, create.site, user.created);
  return true;
}

void MemoryStore::remember_site(const std::string& user, const std::string& site, Millis at) {
  if (site.empty()) return;
  auto& sites = accounts_.at(user).sites;
  sites[site] = at;
  if (sites.size() > kMostSites)
    sites.erase(std::ranges::min_element(sites, {}, [](const auto& entry) { return entry.second; }));
}

bool MemoryStore::write(const KeyAccount& account) {
  const auto found = accounts_.find(account.user);
  if (found == accounts_.end()) return false;
  found->second.keyed_by = account.keyed_by;
  std::erase_if(users_by_name_, [&](const auto& entry) { return entry.second == account.user; });
  for (std::size_t i = 0; i < account.own; ++i) users_by_name_[account.names.at(i)] = account.user;
  for (const std::string& key : sql::distinct(account.names)) users_by_name_.emplace(key, account.user);
  return true;
}

bool MemoryStore::write(const ChangePassword& change) {
  if (!has_password(change.user, change.was)) return false;
  accounts_.at(change.user).password = change.password;
  return write(EndSessions{change.user, change.kept_session});
}

bool MemoryStore::write(const CloseAccount& close) {
  if (!has_password(close.user, close.password)) return false;
  accounts_.at(close.user).password.clear();
  accounts_.at(close.user).sites.clear();
  std::erase_if(ratings_, [&close](const auto& entry) { return std::get<0>(entry.first) == close.user; });
  return write(EndSessions{close.user});
}

bool MemoryStore::has_password(const std::string& user) const {
  const auto found = accounts_.find(user);
  return found != accounts_.end() && !found->second.password.empty();
}

bool MemoryStore::has_password(const std::string& user, const std::string& password) const {
  return has_password(user) && accounts_.at(user).password == password;
}

bool MemoryStore::plays(const std::string& user) const {
  return std::ranges::any_of(games_, [&](const auto& entry) {
    const auto& [first, second] = entry.second.game.seats;
    return entry.second.game.ending.status == "playing" && (first.user == user || second.user == user);
  });
}

bool MemoryStore::write(const ForgetSeats& seats) {
  const auto found = users_.find(seats.user);
  if (found == users_.end() || !found->second.guest || plays(seats.user)) return false;
  std::array<int, 2> forgotten{};
  for (auto& [id, record] : games_) {
    for (const std::size_t side : {0u, 1u}) {
      Seat& seat = record.game.seats[side];
      if (seat.user != seats.user || forgotten[side] == seats.most) continue;
      ++forgotten[side];
      seat.user.clear();
      seat.name = "Guest";
    }
  }
  return forgotten[0] + forgotten[1] > 0;
}

bool MemoryStore::write(const ForgetGuest& guest) {
  const auto found = users_.find(guest.user);
  if (found == users_.end() || !found->second.guest || plays(guest.user)) return false;
  write(ForgetSeats{guest.user, std::numeric_limits<int>::max()});
  write(EndSessions{guest.user});
  users_.erase(found);
  return true;
}

bool MemoryStore::write(const StartSession& start) {
  if (!has_password(start.user, start.password) || sessions_.contains(start.token_hash)) return false;
  start_session(start.user, start.token_hash, start.client, start.at);
  remember_site(start.user, start.site, start.at);
  return true;
}

bool MemoryStore::write(const TouchSession& touch) {
  const auto found = sessions_.find(touch.token_hash);
  if (found == sessions_.end()) return false;
  found->second.client = touch.client;
  found->second.seen = touch.at;
  return true;
}

bool MemoryStore::write(const EndSession& end) {
  return sessions_.erase(end.token_hash) > 0;
}

bool MemoryStore::write(const EndSessions& end) {
  std::erase_if(sessions_, [&end](const auto& entry) {
    return entry.second.user.id == end.user && entry.first != end.but;
  });
  return true;
}

bool MemoryStore::write(const SweepUsers& sweep) {
  for (auto& [hash, session] : sessions_)
    if (users_.at(session.user.id).guest && std::ranges::count(sweep.here, session.user.id) > 0)
      session.seen = std::max(session.seen, sweep.now);
  const auto is_meant = [&](const std::string& user) { return user > sweep.after && user <= sweep.until; };
  std::set<std::string> with_game, playing;
  for (const auto& [id, record] : games_) {
    for (const Seat& seat : record.game.seats) {
      with_game.insert(seat.user);
      if (record.game.ending.status == "playing") playing.insert(seat.user);
    }
  }
  std::map<std::string, Millis> seen;
  for (const auto& [hash, session] : sessions_)
    seen[session.user.id] = std::max(seen[session.user.id], session.seen);
  const auto is_older = [&](const User& user, Millis moment) {
    const auto last = seen.find(user.id);
    return user.created < moment && (last == seen.end() || last->second < moment);
  };
  const auto is_idle = [&](const User& user) {
    return is_meant(user.id) && user.guest &&
           ((is_older(user, sweep.guests_before) && !with_game.contains(user.id)) ||
            (is_older(user, sweep.players_before) && !playing.contains(user.id)));
  };
  for (auto& [user, account] : accounts_) {
    if (!is_meant(user)) continue;
    std::erase_if(account.sites, [&](const auto& site) { return site.second < sweep.sessions_before; });
  }
  std::erase_if(sessions_, [&](const auto& entry) {
    const User& user = users_.at(entry.second.user.id);
    const bool is_stale = is_meant(user.id) && !user.guest && entry.second.seen < sweep.sessions_before;
    return is_stale || is_idle(user);
  });
  std::erase_if(users_, [&](const auto& entry) { return is_idle(entry.second); });
  std::erase_if(accounts_, [&](const auto& entry) {
    const std::string& user = entry.first;
    const bool is_unused =
        is_meant(user) && is_older(users_.at(user), sweep.sessions_before) && !with_game.contains(user);
    if (is_unused) {
      std::erase_if(users_by_name_, [&user](const auto& name) { return name.second == user; });
      users_.erase(user);
    }
    return is_unused;
  });
  return true;
}

std::optional<std::string> MemoryStore::last_user_of(std::string_view after, int count) {
  const std::lock_guard lock(*mutex_);
  std::set<std::string> ids;
  for (const auto& [id, user] : users_) {
    if (id > after) ids.insert(id);
    if (std::ssize(ids) > count) ids.erase(std::prev(ids.end()));
  }
  return ids.empty() ? std::nullopt : std::optional(*ids.rbegin());
}

Session MemoryStore::session(const std::string& token_hash) const {
  Session session = sessions_.at(token_hash);
  session.user = users_.at(session.user.id);
  return session;
}

std::optional<Session> MemoryStore::find_token(std::string_view token_hash) {
  const std::lock_guard lock(*mutex_);
  const std::string key(token_hash);
  if (!sessions_.contains(key)) return std::nullopt;
  return session(key);
}

std::optional<Account> MemoryStore::find_account(const NameKeys& names) {
  const std::lock_guard lock(*mutex_);
  for (const std::string& key : names) {
    const auto found = users_by_name_.find(key);
    if (key.empty() || found == users_by_name_.end()) continue;
    return Account{users_.at(found->second), {}, accounts_.at(found->second).password};
  }
  return std::nullopt;
}

std::vector<User> MemoryStore::accounts_keyed_otherwise(std::string_view keyed_by, int most) {
  const std::lock_guard lock(*mutex_);
  std::vector<User> found;
  for (const auto& [user, account] : accounts_) {
    if (account.keyed_by != keyed_by && std::ssize(found) < most) found.push_back(users_.at(user));
  }
  return found;
}

bool MemoryStore::knows_site(std::string_view user, std::string_view site) {
  const std::lock_guard lock(*mutex_);
  const auto found = accounts_.find(std::string(user));
  return found != accounts_.end() && found->second.sites.contains(std::string(site));
}

std::vector<Session> MemoryStore::sessions(std::string_view user) {
  const std::lock_guard lock(*mutex_);
  std::vector<Session> found;
  for (const auto& [hash, each] : sessions_) {
    if (each.user.id == user) found.push_back(session(hash));
  }
  std::ranges::sort(found, [](const Session& a, const Session& b) {
    return a.seen != b.seen ? a.seen > b.seen : a.token_hash < b.token_hash;
  });
  return found;
}

// ---- ratings ---------------------------------------------------------------------------------------------

bool MemoryStore::may_be_rated(const Record& record) const {
  const auto& [first, second] = record.game.seats;
  return record.game.rated && record.game.ending.status == "finished" && !record.ratings &&
         first.user != second.user && has_password(first.user) && has_password(second.user);
}

bool MemoryStore::write(const RateGame& rate) {
  const auto found = games_.find(rate.game);
  if (found == games_.end() || !may_be_rated(found->second)) return true;
  Record& record = found->second;
  const auto key = [&](std::size_t side) {
    return RatingKey{record.game.seats[side].user, record.game.game, rate.speed};
  };
  std::array<Standing, 2> before{rate.start, rate.start};
  for (const std::size_t side : {0u, 1u}) {
    if (const auto known = ratings_.find(key(side)); known != ratings_.end()) before[side] = known->second;
  }
  const Ending& ending = record.game.ending;
  const std::array<Standing, 2> after = rate.formula(before, ending.result, ending.ended);
  record.ratings.emplace();
  for (const std::size_t side : {0u, 1u}) {
    ratings_[key(side)] = after[side];
    (*record.ratings)[side] = {before[side].rating, after[side].rating};
    changes_.push_back({key(side), {rate.game, after[side].rating, ending.ended}});
  }
  return true;
}

std::vector<Rating> MemoryStore::ratings(std::string_view user) {
  const std::lock_guard lock(*mutex_);
  std::vector<Rating> found;
  for (const auto& [key, standing] : ratings_) {
    const auto& [whose, game, speed] = key;
    if (whose == user) found.push_back({whose, game, speed, standing});
  }
  return found;
}

std::vector<RatingPoint> MemoryStore::rating_curve(const std::string& user, const std::string& game,
                                                   const std::string& speed, int limit) {
  const std::lock_guard lock(*mutex_);
  std::vector<RatingPoint> points;
  for (const Change& change : changes_)
    if (change.key == RatingKey{user, game, speed}) points.push_back(change.point);
  const auto keep = [&points](std::size_t most) {
    if (points.size() > most) points.erase(points.begin(), points.end() - static_cast<std::ptrdiff_t>(most));
  };
  const auto most = static_cast<std::size_t>(std::max(limit, 0));
  keep(10 * most);
  std::erase_if(points, [this](const RatingPoint& point) { return games_.at(point.game).game.is_private; });
  keep(most);
  return points;
}

std::vector<Ranked> MemoryStore::leaders(std::string_view game, std::string_view speed, double max_deviation,
                                         int limit) {
  const std::lock_guard lock(*mutex_);
  std::vector<std::pair<std::string, Standing>> found;
  for (const auto& [key, standing] : ratings_) {
    const auto& [user, its_game, its_speed] = key;
    if (its_game == game && its_speed == speed && standing.deviation <= max_deviation) {
      found.emplace_back(user, standing);
    }
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return a.second.rating != b.second.rating ? a.second.rating > b.second.rating : a.first < b.first;
  });
  std::vector<Ranked> leaders;
  for (const auto& [user, standing] : found) {
    if (static_cast<int>(leaders.size()) < limit) leaders.push_back({users_.at(user).name, standing});
  }
  return leaders;
}

Tally MemoryStore::tally(std::string_view user, int most) {
  const std::lock_guard lock(*mutex_);
  Tally tally;
  std::map<std::pair<std::size_t, std::string>, int> counted;
  for (const auto& [id, record] : games_) {
    if (record.game.ending.status != "finished" || record.game.is_private) continue;
    for (const std::size_t side : {0u, 1u}) {
      if (record.game.seats[side].user != user) continue;
      const std::string& result = record.game.ending.result;
      if (++counted[{side, result}] > most) continue;
      const bool won = result == (side == 0 ? "first" : "second");
      ++tally.played;
      ++(result == "draw" ? tally.drawn : won ? tally.won : tally.lost);
    }
  }
  return tally;
}

}  // namespace storage
