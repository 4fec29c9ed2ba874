#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <iostream>

#include "server/bots/bot_pool.h"
#include "server/config.h"
#include "server/identity/guests.h"
#include "server/lobby/lobby.h"
#include "server/logs/log.h"
#include "server/metrics/metrics.h"
#include "server/net/api.h"
#include "server/net/games_api.h"
#include "server/net/lan.h"
#include "server/net/listener.h"
#include "server/network_loop.h"
#include "server/records/record_queue.h"
#include "storage/open_store.h"

namespace server {
namespace {

void announce(const Config& config, const Listener& listener) {
  log_event(LogLevel::info, "ready", {{"version", SANQI_VERSION}, {"url", listener.url()}});
  std::cout << "Sanqi is ready: " << listener.url() << std::endl;
  if (!config.lan) return;
  std::cout << lan_invitation(lan_urls(listener.endpoint().port()), ::isatty(STDOUT_FILENO)) << std::flush;
}

RecordMeter metrics_of_records(Metrics& metrics) {
  return {.committed = [&metrics](auto took) { metrics.db_commit_seconds.Observe(took.count()); },
          .failed = [&metrics] { metrics.db_errors.Increment(); }};
}

/// Everything is built here, in the order in which it depends on each other, and dies in the reverse order.
void run(const Config& config) {
  const auto store = storage::open_store(config.memory ? "" : config.database);
  boost::asio::io_context io(1);
  const auto network = io.get_executor();
  Metrics metrics;
  RecordQueue records(*store, network, metrics_of_records(metrics));
  BotPool bots(network, metrics, {.threads = config.bot_threads, .hash_bytes = config.hash_mb << 20});
  Guests guests(records);
  Lobby lobby(network, records, bots, guests, metrics,
              {.server_name = config.name, .server_version = SANQI_VERSION});
  const Assets assets(embedded_assets(), config.web_root);
  Api api(records, metrics, assets, {config.name, config.public_url, config.public_metrics});
  GamesApi games(records);
  Router router;
  api.mount(router);
  games.mount(router);
  Site site(lobby, router, metrics, {}, config.host_names);
  Listener listener(io, site, {boost::asio::ip::make_address(config.bind), config.port});
  NetworkLoop loop(io, api, listener, lobby);
  lobby.restore_all([&] {
    listener.start();
    announce(config, listener);
  });
  loop.run();
}

}  // namespace
}  // namespace server

int main(int argc, char** argv) {
  const auto read = server::read_config(argc, argv);
  if (const auto* exit = std::get_if<server::Exit>(&read)) return exit->status;
  const auto& config = std::get<server::Config>(read);
  server::start_log(config.log_format == "json" ? server::LogFormat::json : server::LogFormat::text,
                    config.log_level);
  try {
    if (config.backup_to) {
      storage::back_up(config.database, *config.backup_to);
    } else {
      server::run(config);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "sanqi-server: " << error.what() << '\n';
    return 1;
  }
}
