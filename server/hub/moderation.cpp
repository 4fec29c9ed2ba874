#include "server/hub/moderation.h"

#include <algorithm>
#include <utility>

#include "server/base/attempt.h"

namespace server {
namespace {

/// Of one user: more than may be open.
constexpr int kMostChallengesOfBanned = 200;

}  // namespace

void close_banned(const Client& client, const std::string& reason) {
  attempt("farewell", [&] { client.send(protocol::Bye{protocol::CloseCode::banned, reason, std::nullopt}); });
  client.subscriber->close(protocol::CloseCode::banned, "banned");
}

Moderation::Moderation(Timer::Executor network, RecordQueue& records, Users& users, Clients& clients,
                       Rooms& rooms, ChangedPeople& changed_people, const Options& options)
    : records_(records),
      measures_(users.measures()),
      banned_networks_(users.banned_networks()),
      clients_(clients),
      rooms_(rooms),
      changed_people_(changed_people),
      options_(options),
      timer_(network, [this] { look(); }) {
  timer_.wait(options_.interval);
}

void Moderation::look() {
  look_again_ = true;
  if (looking_) return;
  looking_ = true;
  look_again_ = false;
  records_.read(
      {.lane = WorkPool::Lane::slow},
      [known = known_, most = options_.most_acts](storage::Reader& store) {
        return read(store, known, most, server_now());
      },
      [this](std::optional<News> news) {
        looking_ = false;
        // What cannot be read now is read at the next look.
        const bool is_more = news && (news->is_more || look_again_);
        const bool is_sound = news && attempt("moderation", [&] { found(*std::move(news)); });
        if (is_sound && is_more) return look();
        timer_.wait(options_.interval);
      });
}

/// For the pool. Nothing, where the log has not grown: that costs one look at its index.
Moderation::News Moderation::read(storage::Reader& store, std::int64_t known, int most, TimePoint now) {
  News news;
  news.last = store.last_act();
  if (news.last == known) return news;
  // Acts first: a measure that comes in between is in the table, and its act in the next look.
  news.acts = store.acts_after(known, most);
  news.is_more = static_cast<int>(news.acts.size()) == most;
  const auto at = now.time_since_epoch().count();
  news.table = std::make_shared<const MeasureTable>(store.measures_at(at));
  for (const storage::ModerationLine& act : news.acts) {
    if (act.act != "ban") continue;
    for (const storage::Challenge& each : store.challenges(act.subject, at, kMostChallengesOfBanned))
      news.challenged.insert(each.from == act.subject ? each.to : each.from);
  }
  return news;
}

void Moderation::found(News news) {
  if (!news.table) return;
  measures_.replace(std::move(news.table));
  // One that fails is not in the way of those behind it, of which no later look would tell again.
  for (const storage::ModerationLine& act : news.acts) attempt("act", [&] { carry_out(act, server_now()); });
  // Once for all: one user's addresses are up to 20 acts, and each would look at every connection.
  const auto is_of_address = [](const storage::ModerationLine& act) { return act.act == "address"; };
  if (std::ranges::any_of(news.acts, is_of_address)) close_all_banned(server_now());
  known_ = news.acts.empty() ? news.last : news.acts.back().number;
  changed_people_.look_at({.users = {news.challenged.begin(), news.challenged.end()}});
}

// By what holds now, not by what the act was: it may have been lifted since.
void Moderation::carry_out(const storage::ModerationLine& act, TimePoint now) {
  const auto connections = clients_.connections_of(act.subject);
  if (act.act == "ban") {
    for (const ViewerId viewer : connections) close_if_banned(viewer, now);
  }
  const auto* const mute = measures_.table().find(MeasureTable::mute, act.subject, now);
  if (act.act == "mute" && mute) {
    for (const ViewerId viewer : connections)
      clients_.find(viewer)->send(
          protocol::Measure{mute->kind, mute->reason, TimePoint(Millis(mute->until))});
  }
  Room* const room = act.game.empty() ? nullptr : rooms_.loaded(act.game);
  if (!room) return;
  if (act.act == "dismiss") return room->handle(ReportsDismissed{act.subject, TimePoint(Millis(act.at))});
  // A shadow is not told of it, nor by what is missing.
  room->handle(LinesRemoved{act.subject, act.act == "shadow"});
}

/// Of an address that is kept out those who come from it are known by looking at all.
void Moderation::close_all_banned(TimePoint now) {
  std::vector<ViewerId> all;
  for (const auto& [key, client] : clients_.all()) all.push_back(client.id);
  for (const ViewerId viewer : all) close_if_banned(viewer, now);
}

void Moderation::close_if_banned(ViewerId viewer, TimePoint now) {
  const Client* const client = clients_.find(viewer);
  if (!client || !client->subscriber->user()) return;
  const std::string& address = client->subscriber->origin().address;
  const auto* const ban = measures_.ban(client->user(), address, now);
  if (!ban) return;
  banned_networks_.note(*ban, address, now);
  close_banned(*client, ban->reason);
}

std::set<std::string> Moderation::addresses_of(const std::string& user) const {
  std::set<std::string> addresses;
  for (const ViewerId viewer : clients_.connections_of(user))
    addresses.insert(clients_.find(viewer)->subscriber->origin().address);
  addresses.erase("");
  return addresses;
}

}  // namespace server
