#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "server/tournaments/stored_tournament.h"
#include "tests/server/api/http_caller.h"
#include "tests/server/tournaments/club.h"

namespace server {

/// Tournaments over HTTP, and people who ask.
class TournamentApiTest : public testing::Test {
 protected:
  using Json = nlohmann::json;
  inline static const std::vector<std::string> kGuests{"ann", "bo", "cy", "di"};

  TournamentApiTest() {
    for (const std::string& user : kGuests)
      http_.commit({storage::CreateUser{{"g_" + user, "=" + user, true, 1}, hash_token(user)}});
  }

  static Json form() {
    return {{"name", "Evening"}, {"game", "antireversi"}, {"initialMs", 300'000}, {"rounds", 3}};
  }
  HttpResponse post(const std::string& path, const std::string& who, const Json& body = Json::object()) {
    return http_.ask("POST", "/api/tournaments" + path, who, body);
  }
  std::string create(const Json& body = form(), const std::string& director = "ann") {
    const HttpResponse answer = post("", director, body);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return '/' + Json::parse(answer.body).value("id", "");
  }
  std::string gather(const std::string& director = "ann") {
    const std::string path = create(form(), director);
    for (const std::string& user : kGuests) EXPECT_EQ(post(path + "/join", user).status, 200);
    return path;
  }
  Json show(const std::string& path, const std::string& who = "") {
    return http_.get_json("/api/tournaments" + path, who);
  }
  /// Its token is its name.
  void account(const std::string& name) {
    const storage::User user{"u_" + name, name, false, server_now().time_since_epoch().count()};
    http_.commit({storage::CreateAccount{{user, name_keys(name), "hash"}, hash_token(name)}});
  }
  /// A token of one of many.
  std::string guest(int number) {
    const std::string user = "u" + std::to_string(number);
    if (!http_.store().open_reader()->find_token(hash_token(user)))
      http_.commit({storage::CreateUser{{"g_" + user, user, true, 1}, hash_token(user)}});
    return user;
  }
  /// What one request makes its address pay, beside the 1 of every request.
  double price_of(const std::string& method, const std::string& target, const std::string& who = "") {
    double paid = 0;
    HttpRequest request{.method = method, .path = {}};
    EXPECT_TRUE(parse_target("/api/tournaments" + target, request));
    request.bearer = who;
    request.body = "{}";
    request.refuse = [&paid](double cost) {
      paid += cost;
      return std::nullopt;
    };
    (void)http_.answer_to(request);
    return paid;
  }
  /// One that this server has not seen: a player comes and goes until it has so many events.
  std::string long_one(int events) {
    const TimePoint now = server_now();
    const storage::Tournament about{"longlong",
                                    "g_ann",
                                    "Ann",
                                    "Evening",
                                    "antireversi",
                                    "standard",
                                    "",
                                    8,
                                    now.time_since_epoch().count()};
    const tournament::Event created{.v = 1, .at = now, .change = tournament::Created{club_rules()}};
    http_.commit({storage::CreateTournament{about, to_record(created), 10}});
    storage::AppendTournament append{.tournament = about.id, .phase = about.phase};
    for (int v = 2; v <= events; ++v) {
      tournament::Event event{.v = v, .at = now, .by = "g_bo"};
      if (v == 2) event.change = tournament::Joined{.user = "g_bo", .name = "=bo"};
      if (v > 2 && v % 2 == 1) event.change = tournament::Withdrew{1};
      if (v > 2 && v % 2 == 0) event.change = tournament::CameBack{1};
      append.events.push_back(to_record(event));
    }
    http_.commit({std::move(append)});
    return '/' + about.id;
  }
  static std::string reason(const HttpResponse& answer) {
    return Json::parse(answer.body)["error"].value("reason", "");
  }
  /// All games of the last round: the first side wins.
  void end_round(const std::string& path) {
    const auto store = http_.store().open_reader();
    for (const auto& game : playing(*store, path.substr(1)))
      http_.commit(ending(*store, game.game.game, Status::finished));
  }

  HttpCaller http_;
};

}  // namespace server
