#pragma once

#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "server/api/club_api.h"
#include "server/api/explorer_api.h"
#include "server/api/games_api.h"
#include "server/api/host_api.h"
#include "server/api/http_message.h"
#include "server/api/import_api.h"
#include "server/api/inbox_api.h"
#include "server/api/library_api.h"
#include "server/api/moderation_api.h"
#include "server/api/people_api.h"
#include "server/api/relation_api.h"
#include "server/api/tournament_api.h"
#include "server/records/record_queue.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/server/run_until.h"
#include "tests/storage/temporary_folder.h"

namespace server {

/// The API of games and people over a real database, asked without sockets.
class HttpCaller {
 public:
  /// `max_download`: HostApi's; `imported`: bytes of ImportApi.
  explicit HttpCaller(std::size_t max_download = HostApi::kMaxBytes, Rate imported = ImportApi::kBytes)
      : host_(records_, true, max_download), imports_(records_, imported) {
    host_.mount(router_);
    games_.mount(router_);
    imports_.mount(router_);
    inbox_.mount(router_);
    people_.mount(router_);
    relations_.mount(router_);
    library_.mount(router_);
    moderation_.mount(router_);
    clubs_.mount(router_);
    explorer_.mount(router_);
    tournament_api_.mount(router_);
  }

  HttpResponse get(const std::string& target, const std::string& bearer = "") {
    HttpRequest request;
    request.method = "GET";
    request.bearer = bearer;
    request.from_this_machine = request.reads_metrics = true;
    if (!parse_target(target, request)) return {.status = 400};
    return answer_to(request);
  }
  nlohmann::json get_json(const std::string& target, const std::string& bearer = "") {
    return nlohmann::json::parse(get(target, bearer).body);
  }

  HttpResponse ask(const std::string& method, const std::string& path, const std::string& bearer,
                   const nlohmann::json& body = {}, const std::string& address = "") {
    HttpRequest request;
    request.method = method;
    request.address = address;
    request.path = path;
    request.bearer = bearer;
    request.body = body.dump();
    return answer_to(request);
  }

  /// Each from an address of its own, unless one is named.
  HttpResponse import(const std::string& body, std::string address = "") {
    HttpRequest request;
    request.method = "POST";
    request.path = "/api/import";
    request.body = body;
    request.address = address.empty() ? std::to_string(++addresses_) : std::move(address);
    return answer_to(request);
  }

  HttpResponse answer_to(const HttpRequest& request) { return answer_of(router_, request); }
  /// Of other routes.
  HttpResponse answer_of(Router& router, const HttpRequest& request) {
    std::optional<HttpResponse> answer;
    router.serve(request, [&](HttpResponse response) { answer = std::move(response); });
    run_io_until(io_, [&] { return answer.has_value(); });
    return *answer;
  }

  Router& router() { return router_; }
  storage::Store& store() { return store_; }
  RecordQueue& records() { return records_; }
  Blocks& blocks() { return blocks_; }
  std::set<std::string>& online() { return online_; }  ///< Users, by id.
  /// Pairs of users between whom a block has begun or ended.
  const std::vector<std::string>& changed() const { return changed_; }
  std::set<std::string>& addresses() { return addresses_here_; }  ///< From which any user is connected.
  int decided() const { return decided_; }                        ///< How often the server was told to look.
  Tournaments& tournaments() { return tournaments_; }
  Tournaments::Executor network() { return io_.get_executor(); }
  ImportQuota& import_quota() { return import_quota_; }
  /// Whenever the API has changed something in the library.
  void when_library_changed(std::function<void()> work) { library_changed_ = std::move(work); }

  void commit(std::vector<storage::Write> writes) {
    std::optional<Persisted> done;
    records_.commit(std::move(writes), [&](Persisted persisted) { done = persisted; });
    run_io_until(io_, [&] { return done.has_value(); });
    if (done != Persisted::done) throw std::runtime_error("the test's own games could not be written");
  }

 private:
  TemporaryFolder folder_;
  storage::SqliteStore store_{folder_ / "games.db"};
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor()};
  HostApi host_;
  GamesApi games_{records_};
  ImportApi imports_;
  InboxApi inbox_{records_};
  PeopleApi people_{records_};
  Blocks blocks_;
  RelationApi relations_{
      records_, blocks_, [this](const std::string& user) { return online_.contains(user); },
      [this](const std::string& user, const std::string& other) { changed_.push_back(user + ' ' + other); }};
  std::set<std::string> online_;
  std::vector<std::string> changed_;
  std::set<std::string> addresses_here_;
  int decided_ = 0;
  ModerationApi moderation_{records_, [this](const std::string&) { return addresses_here_; },
                            [this] { ++decided_; }};
  ClubApi clubs_{records_};
  std::function<void()> library_changed_ = [] {};
  ImportQuota import_quota_{};
  LibraryApi library_{records_, import_quota_, {.work = [this] { library_changed_(); }}};
  ExplorerApi explorer_{records_};
  Tournaments tournaments_{io_.get_executor(), records_, [](const auto&, bool) {}, {.pause = Millis(0)}};
  TournamentApi tournament_api_{records_, tournaments_};
  Router router_;
  int addresses_ = 0;
};

}  // namespace server
