#pragma once

#include <pthread.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <optional>
#include <thread>

#include "server/api/account_api.h"
#include "server/api/analysis_api.h"
#include "server/api/explorer_api.h"
#include "server/api/games_api.h"
#include "server/api/host_api.h"
#include "server/api/import_api.h"
#include "server/api/library_api.h"
#include "server/api/mail_api.h"
#include "server/api/moderation_api.h"
#include "server/api/people_api.h"
#include "server/api/relation_api.h"
#include "server/api/server_api.h"
#include "server/api/tournament_api.h"
#include "server/base/metrics.h"
#include "server/base/run_handlers.h"
#include "server/bots/bot_pool.h"
#include "server/hub/hub.h"
#include "server/identity/users.h"
#include "server/net/listener.h"
#include "server/pages/client_pages.h"
#include "server/records/record_queue.h"
#include "tests/storage/failing_stores.h"

namespace server {

/// A whole server in this process, on a port of its own, with limits of a test's choice.
class TestServer {
 public:
  explicit TestServer(const NetLimits& limits = {}, const Hub::Options& options = {},
                      const std::vector<std::string>& proxies = {},
                      const std::vector<std::string>& metrics_readers = {})
      : hub_(io_.get_executor(), records_, bots_, users_, metrics_, options),
        host_(records_, options.lan),
        site_(hub_, router_, metrics_, limits, {"play.example"}, AddressRanges(proxies),
              AddressRanges(metrics_readers)) {
    host_.mount(router_);
    api_.mount(router_);
    games_.mount(router_);
    account_api_.mount(router_);
    people_.mount(router_);
    relations_.mount(router_);
    analysis_.mount(router_);
    moderation_.mount(router_);
    imports_.mount(router_);
    library_.mount(router_);
    mail_.mount(router_);
    explorer_.mount(router_);
    tournament_api_.mount(router_);
    mount_client_pages(router_, assets_);
    accounts_.keep_out(users_.banned_networks());
    accounts_.when_ended([this](const Accounts::Ended& ended) { hub_.log_out(ended); });
    on_network([this] { listener_.start(); });
    thread_ = std::thread([this] { run_handlers(io_, metrics_); });
  }

  ~TestServer() {
    drain();
    io_.stop();
    thread_.join();
  }

  std::uint16_t port() const { return port_; }
  Metrics& metrics() { return metrics_; }
  storage::HeldStore& store() { return store_; }
  Router& router() { return router_; }  ///< For the network thread.
  /// The processor time of the network thread.
  clockid_t clock() {
    clockid_t clock{};
    ::pthread_getcpuclockid(thread_.native_handle(), &clock);
    return clock;
  }

  /// The port that a second listener finds when its own is taken.
  std::uint16_t listen_again(int more_ports) {
    return open_port(io_, {boost::asio::ip::make_address("127.0.0.1"), port_}, more_ports)
        .local_endpoint()
        .port();
  }

  /// What SIGTERM does.
  void drain() {
    if (std::exchange(drained_, true)) return;
    std::promise<void> done;
    on_network([&] {
      api_.drain();
      listener_.stop();
      hub_.drain([&] { listener_.finish(std::chrono::seconds(1), [&] { done.set_value(); }); });
    });
    done.get_future().wait();
  }

  /// Those that it still knows of, closed or not.
  std::size_t connections() {
    std::promise<std::size_t> count;
    on_network([&] { count.set_value(site_.connections.size()); });
    return count.get_future().get();
  }

  template <class Task>
  void on_network(Task task) {
    boost::asio::post(io_, task);
  }

 private:
  storage::HeldStore store_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> keep_running_{io_.get_executor()};
  Metrics metrics_;
  RecordQueue records_{store_, io_.get_executor()};
  BotPool bots_{io_.get_executor(), metrics_, {.hash_bytes = 1 << 20}};
  Users users_{records_};
  Passwords passwords_{io_.get_executor(), {1, 8192}};  // The cheapest: they are not what is tested.
  Accounts accounts_{records_, passwords_};
  Hub hub_;
  Assets assets_{{}};
  ServerApi api_{records_, metrics_, {}};
  HostApi host_;
  GamesApi games_{records_};
  AccountApi account_api_{accounts_, records_.work()};
  PeopleApi people_{records_};
  RelationApi relations_{records_, users_.blocks(),
                         [this](const std::string& user) { return hub_.is_online(user); },
                         [this](const std::string& user, const std::string& other) {
                           hub_.look_at({.users = {user, other}});
                         }};
  ModerationApi moderation_{records_,
                            [this](const std::string& user) { return hub_.moderation().addresses_of(user); },
                            [this] { hub_.moderation().look(); }};
  AnalysisApi analysis_{hub_.analyst()};
  ImportApi imports_{records_};
  ImportQuota import_quota_{};
  LibraryApi library_{records_, import_quota_};
  MailApi mail_{records_, [](const auto&...) {}};
  ExplorerApi explorer_{records_};
  Tournaments tournaments_{io_.get_executor(), records_, [](const auto&, bool) {}};
  TournamentApi tournament_api_{records_, tournaments_};
  Router router_;
  NetContext site_;
  Listener listener_{site_, open_port(io_, {boost::asio::ip::make_address("127.0.0.1"), 0})};
  const std::uint16_t port_ = listener_.endpoint().port();
  bool drained_ = false;
  std::thread thread_;
};

}  // namespace server
