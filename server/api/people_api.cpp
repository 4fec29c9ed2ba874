#include "server/api/people_api.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <ranges>

#include "engine/games/registry.h"
#include "server/api/answer.h"
#include "server/api/game_json.h"
#include "server/api/player_results.h"
#include "server/identity/glicko.h"
#include "server/identity/names.h"
#include "server/identity/ratings.h"
#include "server/match/game_clock.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kUsualSpeed = "blitz";
/// Games are counted for a profile.
constexpr Cost kCost = 20;
constexpr int kMostTallied = 10'000;  ///< Of each seat and result: ten milliseconds of an index.
/// As of a search: some hundreds of games are read.
constexpr Cost kResultsCost = 40;
/// A page along an index.
constexpr Cost kTournamentsCost = 5;
constexpr int kTournaments = 20;
constexpr int kLeaders = 100;
/// Are read for those: whose rating has grown uncertain by absence keeps a place in the index. Some
/// milliseconds.
constexpr int kLeadersRead = 10 * kLeaders;
constexpr Cost kLeadersCost = 40;
constexpr int kPointsOfHistory = 500;

/// All that a profile shows.
struct Profile {
  storage::User user;
  std::vector<storage::Rating> ratings;
  storage::Tally tally;
};

Json to_json(const storage::Standing& standing, TimePoint now) {
  const ShownRating rating = shown(standing, now);
  const double deviation = glicko::deviation_at(standing, now.time_since_epoch().count());
  return {{"rating", rating.value},
          {"deviation", std::lround(deviation)},
          {"games", standing.games},
          {"provisional", rating.provisional}};
}

Json to_json(const Profile& profile, TimePoint now) {
  Json ratings = Json::object();
  for (const storage::Rating& each : profile.ratings) {
    ratings[each.game][each.speed] = to_json(each.standing, now);
  }
  const storage::Tally& tally = profile.tally;
  Json json = {
      {"id", profile.user.id},
      {"name", profile.user.name},
      {"created", profile.user.created},
      {"ratings", std::move(ratings)},
      {"games",
       {{"played", tally.played}, {"won", tally.won}, {"lost", tally.lost}, {"drawn", tally.drawn}}}};
  if (profile.user.program) json["program"] = true;
  return json;
}

/// @param points the oldest first
Json to_json(std::vector<storage::RatingPoint> points) {
  std::ranges::reverse(points);
  const bool more = cut_list(points, kPointsOfHistory);
  Json list = Json::array();
  for (const storage::RatingPoint& point : std::views::reverse(points)) {
    list.push_back({{"gameId", point.game}, {"at", point.at}, {"rating", std::lround(point.rating)}});
  }
  Json json = {{"points", std::move(list)}};
  if (more) json["more"] = true;
  return json;
}

/// The best kLeaders of these whose rating is settled now: absence makes a settled one uncertain again.
Json to_json(const std::vector<storage::Ranked>& leaders, bool programs, TimePoint now) {
  Json players = Json::array();
  for (const storage::Ranked& leader : leaders) {
    const ShownRating rating = shown(leader.standing, now);
    if (rating.provisional) continue;
    players.push_back({{"name", leader.name}, {"rating", rating.value}, {"games", leader.standing.games}});
    if (programs) players.back()["program"] = true;
    if (players.size() == kLeaders) break;
  }
  return {{"players", std::move(players)}};
}

/// A page, and the cursor of the next one, for read_cursor().
Json to_json(const std::vector<storage::PlayedTournament>& page) {
  Json list = Json::array();
  for (const auto& [id, name, game, format, started, rank, players] : page)
    list.push_back({{"id", id},
                    {"name", name},
                    {"game", game},
                    {"format", format},
                    {"started", started},
                    {"rank", rank},
                    {"players", players}});
  Json cursor;
  if (page.size() == kTournaments) cursor = std::to_string(page.back().started) + '-' + page.back().id;
  return {{"tournaments", std::move(list)}, {"cursor", std::move(cursor)}};
}

/// What the account that asks has to do with another one; null: it has not logged in, or is that one.
Json relation_json(storage::Reader& store, const std::string& token, const std::string& other) {
  const auto session = session_of(store, token);
  if (!session || session->user.guest || session->user.id == other) return nullptr;
  const std::string& user = session->user.id;
  const std::string relation = store.relation(user, other);
  return {{"follows", relation == "follow"},
          {"blocks", relation == "block"},
          {"followsYou", store.relation(other, user) == "follow"}};
}

/// Of an account that is closed nothing is shown.
std::optional<storage::Account> open_account(storage::Reader& store, const std::string& name) {
  auto account = find_named(store, name);
  if (account && account->password.empty()) account.reset();
  return account;
}

/// The speed that is asked for; none if there is no such speed.
std::optional<std::string> speed_of(const HttpRequest& request) {
  const std::string speed = query_field(request, "speed");
  if (speed.empty()) return std::string(kUsualSpeed);
  return protocol::from_word<Speed>(speed) ? std::optional(speed) : std::nullopt;
}

/// Whether the best programs are asked for; none: that makes no sense.
std::optional<bool> programs_of(const HttpRequest& request) {
  const std::string programs = query_field(request, "programs");
  if (programs.empty() || programs == "false") return false;
  return programs == "true" ? std::optional(true) : std::nullopt;
}

}  // namespace

void PeopleApi::mount(Router& router) {
  router.add("GET", "/api/players/*", this, &PeopleApi::show_player);
  router.add("GET", "/api/players/*/history", this, &PeopleApi::show_history);
  router.add("GET", "/api/players/*/results", this, &PeopleApi::show_results);
  router.add("GET", "/api/players/*/tournaments", this, &PeopleApi::show_tournaments);
  router.add("GET", "/api/leaderboard/*", this, &PeopleApi::show_leaders);
}

/// Answers with what `tell(store, user, token_hash)` knows of the account, with 404 if there is none.
template <class Tell>
void PeopleApi::answer_of_player(const HttpRequest& request, Cost cost, const std::string& name,
                                 Respond respond, Tell tell) {
  answer_from_store(records_, request, cost, std::move(respond),
                    [name, tell = std::move(tell)](storage::Reader& store, const std::string& token) {
                      const auto account = open_account(store, name);
                      if (!account) return not_found();
                      const Json told = tell(store, account->user, token);
                      return json_response(told.dump());
                    });
}

void PeopleApi::show_player(const HttpRequest& request, const std::string& name, Respond respond) {
  const auto tell = [](storage::Reader& store, const storage::User& user, const std::string& token) {
    Json json =
        to_json(Profile{user, store.ratings(user.id), store.tally(user.id, kMostTallied)}, server_now());
    if (Json you = relation_json(store, token, user.id); !you.is_null()) json["you"] = std::move(you);
    return json;
  };
  answer_of_player(request, kCost, name, std::move(respond), tell);
}

void PeopleApi::show_results(const HttpRequest& request, const std::string& name, Respond respond) {
  const auto tell = [](storage::Reader& store, const storage::User& user, const std::string&) {
    return player_results(store, user.id);
  };
  answer_of_player(request, kResultsCost, name, std::move(respond), tell);
}

void PeopleApi::show_tournaments(const HttpRequest& request, const std::string& name, Respond respond) {
  const std::string cursor = query_field(request, "cursor");
  const auto last = cursor.empty()
                        ? std::optional(storage::Cursor{std::numeric_limits<storage::Millis>::max(), ""})
                        : read_cursor(cursor);
  if (!last) return respond(wrong_field("cursor"));
  const auto tell = [last = *last](storage::Reader& store, const storage::User& user, const std::string&) {
    return to_json(store.tournaments_of(user.id, last, kTournaments));
  };
  answer_of_player(request, kTournamentsCost, name, std::move(respond), tell);
}

void PeopleApi::show_history(const HttpRequest& request, const std::string& name, Respond respond) {
  const auto speed = speed_of(request);
  if (!speed) return respond(wrong_field("speed"));
  const auto tell = [game = query_field(request, "game"), speed = *speed](
                        storage::Reader& store, const storage::User& user, const std::string&) {
    return to_json(store.rating_curve(user.id, game, speed, kPointsOfHistory + 1));
  };
  answer_of_player(request, kCost, name, std::move(respond), tell);
}

void PeopleApi::show_leaders(const HttpRequest& request, const std::string& game, Respond respond) {
  if (engine::find_game(game) == nullptr) return respond(not_found());
  const auto speed = speed_of(request);
  if (!speed) return respond(wrong_field("speed"));
  const auto programs = programs_of(request);
  if (!programs) return respond(wrong_field("programs"));
  const auto tell = [game, speed = *speed, programs = *programs](storage::Reader& store, const auto&) {
    const auto leaders = store.leaders(game, speed, glicko::kProvisionalDeviation, kLeadersRead, programs);
    return json_response(to_json(leaders, programs, server_now()).dump());
  };
  answer_from_store(records_, request, kLeadersCost, std::move(respond), tell);
}

}  // namespace server
