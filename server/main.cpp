#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/core/commit.h"
#include "engine/games/registry.h"
#include "server/analysis/opening_sweep.h"
#include "server/api/account_api.h"
#include "server/api/analysis_api.h"
#include "server/api/club_api.h"
#include "server/api/explorer_api.h"
#include "server/api/games_api.h"
#include "server/api/host_api.h"
#include "server/api/import_api.h"
#include "server/api/inbox_api.h"
#include "server/api/library_api.h"
#include "server/api/mail_api.h"
#include "server/api/moderation_api.h"
#include "server/api/people_api.h"
#include "server/api/relation_api.h"
#include "server/api/server_api.h"
#include "server/api/study_api.h"
#include "server/api/tournament_api.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/service_notice.h"
#include "server/bots/bot_memory.h"
#include "server/bots/bot_pool.h"
#include "server/bots/self_test.h"
#include "server/bots/worker_bots.h"
#include "server/cluster/change_listener.h"
#include "server/cluster/lease_renewal.h"
#include "server/cluster/lobby_exchange.h"
#include "server/config.h"
#include "server/delivery/mail_sender.h"
#include "server/hub/hub.h"
#include "server/identity/name_sweep.h"
#include "server/identity/people_sweep.h"
#include "server/identity/users.h"
#include "server/library/library_work.h"
#include "server/moderate.h"
#include "server/net/listener.h"
#include "server/network_loop.h"
#include "server/pages/client_pages.h"
#include "server/pages/lan.h"
#include "server/records/heap_trimmer.h"
#include "server/records/record_queue.h"
#include "server/records/record_sweep.h"
#include "server/rooms/lapse_sweep.h"
#include "storage/copy_records.h"
#include "storage/open_store.h"
#include "storage/sqlite/back_up.h"
#include "storage/sqlite/file_claim.h"
#include "storage/sqlite/sqlite_store.h"
#ifdef SANQI_PUSH
#include "server/api/push_api.h"
#include "server/delivery/push_sender.h"
#include "server/push/vapid_key.h"
#endif

namespace server {
namespace {

/// Ports that are tried after one that is taken.
constexpr int kMorePorts = 10;

Invitation invitation(const Config& config, std::uint16_t port, const std::string& code) {
  Invitation invitation{.urls = {}, .code = code, .firewall = firewall_command(port)};
  invitation.with_qr = config.qr == "always" || (config.qr == "auto" && ::isatty(STDOUT_FILENO));
  if (!config.public_url.empty()) invitation.urls.push_back(config.public_url);
  for (const auto& address : lan_addresses(interfaces())) {
    invitation.urls.push_back("http://" + address.to_string() + ':' + std::to_string(port));
  }
  return invitation;
}

/// Where records are kept, without the password that an address of PostgreSQL may hold.
std::string records_of(const Config& config) {
  if (config.memory) return "memory";
  if (storage::is_postgres(config.database)) return "postgresql";
  return std::filesystem::absolute(config.database).string();
}

// "Sanqi is ready:" is what scripts and tests wait for.
void announce(const Config& config, const Listener& listener, const Hub& hub) {
  const std::string records = records_of(config);
  log_event(LogLevel::info, "ready",
            {{"version", SANQI_VERSION},
             {"commit", engine::commit()},
             {"url", listener.url()},
             {"records", records}});
  const std::uint16_t port = listener.endpoint().port();
  if (config.port != 0 && port != config.port)
    std::cout << "Port " << config.port << " is taken; using " << port << ".\n";
  std::cout << "Records: " << (config.memory ? "none are kept (--memory)" : records) << '\n';
  std::cout << "Sanqi is ready: " << listener.url() << std::endl;
  if (config.lan) std::cout << to_text(invitation(config, port, hub.ready_code())) << std::flush;
  tell_service_manager("READY=1");
}

/// The games are other servers' now, whatever is in this memory. Its sockets close with it.
// _Exit: no destructor may write anything any more.
[[noreturn]] void end_taken_over() {
  log_last_words(LogLevel::error, "taken_over");
  std::_Exit(1);
}

RecordMeter metrics_of_records(Metrics& metrics) {
  // Called on the record thread.
  return {.committed = [&metrics](auto took) { metrics.db_commit_seconds.Observe(took.count()); },
          .failed = [&metrics] { metrics.db_errors.Increment(); },
          .taken_over = [] { end_taken_over(); }};
}

/// A game goes on with fallback moves whatever its bot does, so this is for the log alone.
void test_bots() {
  for (const std::string& failing : failing_bots(engine::games()))
    log_event(LogLevel::error, "bot_does_not_answer", {{"bot", failing}});
}

void back_up(const Config& config) {
  if (storage::is_postgres(config.database))
    throw std::runtime_error("backup copies files only; of PostgreSQL pg_dump makes one");
  storage::back_up(config.database, *config.backup_to);
}

/// Among the servers of a database it has a place of its own, which it gives up again.
void keep_order_in_postgres(const Config& config) {
  const auto store = storage::open_store(config.database);
  const auto leave = [&store] {
    const std::vector<storage::Write> writes{storage::Leave()};
    store->commit(writes);
  };
  try {
    moderate(*config.moderating, *store, std::cout);
  } catch (const std::exception&) {
    leave();
    throw;
  }
  leave();
}

void keep_order(const Config& config) {
  if (storage::is_postgres(config.database)) return keep_order_in_postgres(config);
  if (!exists(std::filesystem::path(config.database)))
    throw std::runtime_error("there is no database " + config.database);
  storage::SqliteStore store{std::filesystem::path(config.database)};
  moderate(*config.moderating, store, std::cout);
}

void migrate(const std::string& from, const std::string& to) {
  for (const auto& [table, rows] : storage::copy_records(from, to))
    std::cout << std::left << std::setw(16) << table << rows << '\n';
}

/// Texts are read on the thread of the exchange.
// The reader's memory belongs to the exchange's thread: mutable, and used there alone.
LobbyExchange::Events shown_by(Hub& hub) {
  return {.own = [&hub]() -> std::optional<std::string> {
            const auto shown = hub.share();
            return shown ? std::optional(encode(*shown)) : std::nullopt;
          },
          .others =
              [&hub, reader = OtherLobbies::Reader()](const LobbyExchange::Others& others) mutable {
                return [&hub, shown = reader.read(others)] { hub.show_others(shown); };
              }};
}

/// Empty: this machine is in no network.
std::vector<std::string> addresses_in_networks() {
  std::vector<std::string> texts;
  for (const auto& address : lan_addresses(interfaces())) texts.push_back(address.to_string());
  return texts;
}

/// All that is answered over HTTP but the pages. What they are made from outlives them.
struct Apis {
  Apis(const Config& config, RecordQueue& records, Metrics& metrics, Accounts& of_people, Blocks& blocks,
       Hub& hub, ImportQuota& import_quota, LibraryWork& library_work, Tournaments& of_players)
      : server(records, metrics,
               {.server_name = config.name,
                .public_url = config.public_url,
                .lan_addresses =
                    config.lan ? addresses_in_networks : std::function<std::vector<std::string>()>(),
                .public_metrics = config.public_metrics}),
        host(records, config.lan),
        accounts(of_people, records.work()),
        people(records),
        relations(
            records, blocks, [&hub](const std::string& user) { return hub.is_online(user); },
            [&hub](const std::string& user, const std::string& other) {
              hub.look_at({.users = {user, other}});
            }),
        games(records),
        imports(records),
        inbox(records),
        library(records, import_quota, {.work = [&library_work] { library_work.wake(); }}),
        explorer(records),
        analysis(hub.analyst()),
        clubs(records),
        moderation(
            records, [&hub](const std::string& user) { return hub.moderation().addresses_of(user); },
            [&hub] { hub.moderation().look(); }),
        studies(records, hub.studies()),
        tournaments(records, of_players, {.makes_guests = config.lan}) {}

  void mount(Router& router) {
    server.mount(router);
    host.mount(router);
    accounts.mount(router);
    people.mount(router);
    relations.mount(router);
    games.mount(router);
    imports.mount(router);
    inbox.mount(router);
    library.mount(router);
    explorer.mount(router);
    analysis.mount(router);
    clubs.mount(router);
    moderation.mount(router);
    studies.mount(router);
    tournaments.mount(router);
  }

  ServerApi server;
  HostApi host;
  AccountApi accounts;
  PeopleApi people;
  RelationApi relations;
  GamesApi games;
  ImportApi imports;
  InboxApi inbox;
  LibraryApi library;
  ExplorerApi explorer;
  AnalysisApi analysis;
  ClubApi clubs;
  ModerationApi moderation;
  StudyApi studies;
  TournamentApi tournaments;
};

/// What removes, hour by hour, what has been kept for its time. The hub outlives them.
struct Sweeps {
  Sweeps(const Timer::Executor& network, RecordQueue& queue, Hub& hub)
      : names(network, queue),
        records(network, queue),
        openings(network, queue),
        people(network, queue, [&hub] { return hub.users_here(); }),
        lapses(network, queue, [&hub](const std::string& game, bool may_end) { hub.lapse(game, may_end); }) {}

  NameSweep names;
  RecordSweep records;
  OpeningSweep openings;
  PeopleSweep people;
  LapseSweep lapses;
};

#ifdef SANQI_PUSH
using PushKey = std::optional<push::PrivateKey>;

/// None: push messages are not asked for.
PushKey push_key(const Config& config, storage::Store& store) {
  return config.push_contact.empty() ? PushKey() : push::vapid_key(store);
}

PushSender::Options push_options(const Config& config) {
  PushSender::Options options{.contact = config.push_contact, .authorities = config.push_authorities};
  std::vector<std::string> patterns;
  for (const std::string& text : config.push_services) {
    const auto service = push::read_service(text).value();
    patterns.push_back(service.pattern);
    if (!service.address.empty())
      options.fixed[service.pattern] = {boost::asio::ip::make_address(service.address), service.port};
  }
  options.services = push::PushServices(std::move(patterns));
  return options;
}

/// Push messages, if there is a key: which browsers take them, and how they leave. All outlive this.
struct Pushes {
  Pushes(const Config& config, storage::Store& store, RecordQueue& records, PushSender::Executor network,
         Router& router, PushKey key) {
    if (!key) return;
    PushSender::Options options = push_options(config);
    api.emplace(records, key->point(), options.services);
    api->mount(router);
    sender.emplace(store, records, network, *std::move(key), std::move(options));
  }

  std::optional<PushApi> api;
  std::optional<PushSender> sender;
};
#else
struct PushKey {};

PushKey push_key(const Config& config, storage::Store&) {
  if (!config.push_contact.empty())
    throw std::runtime_error("--push-contact: this program was built without push messages");
  return {};
}

struct Pushes {
  template <class... Parts>
  explicit Pushes(const Parts&...) {}
};
#endif

/// Mail, which leaves if there is a command for it; it can be confirmed and stopped in any case. All outlive
/// this.
struct Mails {
  Mails(const Config& config, storage::Store& store, RecordQueue& records, MailSender::Executor network,
        Metrics& metrics, Router& router)
      : api(records, send(config)) {
    api.mount(router);
    if (config.mail_command.empty()) return;
    MailSender::Options options{
        .command = words_of_command(config.mail_command),
        .stationery = {.from = config.mail_from, .server = config.name, .url = config.public_url}};
    sender.emplace(store, records, std::move(network), metrics, std::move(options));
  }

  MailApi::Send send(const Config& config) {
    if (config.mail_command.empty()) return {};
    return [this](std::string code, storage::MailNotSent unsent) {
      sender->confirm(std::move(code), std::move(unsent));
    };
  }

  MailApi api;
  std::optional<MailSender> sender;
};

Hub::Options options_of_hub(const Config& config, storage::Store& store) {
  const auto reader = store.open_reader();
  return {.server_name = config.name,
          .server_version = SANQI_VERSION,
          .lived_until = TimePoint(Millis(reader->last_heartbeat())),
          .outages = reader->outages(),
          .lan = config.lan,
          .ready_game = config.lan ? config.game : std::string()};
}

/// Games and tournaments, which begin and end each other: both are there before the first game is restored.
struct Play {
  Play(const Config& config, storage::Store& store, const Timer::Executor& network, RecordQueue& records,
       Bots& bots, Users& users, Metrics& metrics)
      : hub(network, records, bots, users, metrics,
            [&] {
              Hub::Options options = options_of_hub(config, store);
              options.tournament_game_ended = [this](const std::string& id) { tournaments.look(id); };
              return options;
            }()),
        tournaments(
            network, records,
            [this](const std::string& game, bool is_new) { is_new ? hub.begin_game(game) : hub.bring(game); },
            {.annulled = [this](const std::string& game, bool even_begun) { hub.annul(game, even_begun); }}) {
  }

  Hub hub;
  Tournaments tournaments;
};

/// What servers of one store tell each other. With a file it does nothing: its store gives no lease, no feed
/// and no directory.
struct OtherServers {
  OtherServers(storage::Store& store, const Timer::Executor& network, Play& play, WorkerBots& bots)
      : renewal(store.lease(), network,
                {.orphans = [&play] { play.hub.take_up_orphans(); }, .taken_over = [] { end_taken_over(); }}),
        changes(store.change_feed(), network,
                [&play, &bots](const storage::Changes& changes) {
                  play.hub.look_at(changes);
                  if (changes.workers || changes.anything) bots.look_for_workers();
                  if (changes.anything) play.tournaments.take_up();
                }),
        lobbies(store.lobby_directory(), network, shown_by(play.hub)) {}

  const LeaseRenewal renewal;
  const ChangeListener changes;
  const LobbyExchange lobbies;
};

/// What moderators have decided so far: before the first connection.
void read_measures(storage::Store& store, Users& users, Hub& hub) {
  const auto reader = store.open_reader();
  const auto last_act = reader->last_act();  // First: an act in between is carried out once more.
  const auto now = server_now().time_since_epoch().count();
  users.measures().replace(std::make_shared<const MeasureTable>(reader->measures_at(now)));
  hub.moderation().begin(last_act);
}

Acceptor configured_port(boost::asio::io_context& io, const Config& config) {
  return open_port(io, {boost::asio::ip::make_address(config.bind), config.port},
                   config.lan || config.next_port ? kMorePorts : 0);
}

/// Everything is built here, in the order in which it depends on each other, and dies in the reverse order.
void run(const Config& config) {
  std::optional<storage::FileClaim> claim;
  // First of all: a second server on one file must end before it touches it.
  if (!config.memory && !storage::is_postgres(config.database)) claim.emplace(config.database);
  test_bots();
  std::unique_ptr<storage::Store> store;  // Outlives what has been posted to the network.
  // 1: one thread runs it, so Asio needs no locks of its own.
  boost::asio::io_context io(1);
  // Before the records: a second server with the same configuration must end before it takes the place of the
  // first among the servers of a database.
  Acceptor port = configured_port(io, config);
  const std::string node = node_name(config, port.local_endpoint().port());
  store = storage::open_store(config.memory ? "" : config.database, {node, config.node_url});
  PushKey own_push_key = push_key(config, *store);
  const auto network = io.get_executor();
  Metrics metrics;
  metrics.name_build(SANQI_VERSION, engine::commit());
  RecordQueue records(*store, network, metrics_of_records(metrics));
  BotPool bots_here(network, metrics,
                    fitted(config.bot_memory_mb, {.threads = config.bot_threads,
                                                  .at_once = config.bots_at_once,
                                                  .hash_bytes = config.hash_mb << 20}));
  WorkerBots bots(network, bots_here, metrics, store->task_queue(), {.at_once = config.bots_at_once});
  Users users(records);
  HeapTrimmer heap_trimmer(network, records);
  Passwords passwords(network);
  Accounts accounts(records, passwords);
  Play play(config, *store, network, records, bots, users, metrics);
  Hub& hub = play.hub;
  Sweeps sweeps(network, records, hub);
  accounts.keep_out(users.banned_networks());
  accounts.when_ended([&hub](const Accounts::Ended& ended) { hub.log_out(ended); });
  const Assets assets(embedded_assets(), config.web_root);
  ImportQuota import_quota;
  LibraryWork library_work(*store, records, import_quota, {});
  Apis apis(config, records, metrics, accounts, users.blocks(), hub, import_quota, library_work,
            play.tournaments);
  Router router;
  apis.mount(router);
  const Pushes pushes(config, *store, records, network, router, std::move(own_push_key));
  const Mails mails(config, *store, records, network, metrics, router);
  mount_client_pages(router, assets);
  NetContext site(hub, router, metrics, {}, config.host_names, AddressRanges(config.trusted_proxies),
                  AddressRanges(config.metrics_readers));
  Listener listener(site, std::move(port));
  NetworkLoop loop(io, metrics, apis.server, listener, hub);
  const OtherServers others(*store, network, play, bots);
  read_measures(*store, users, hub);
  // The port is open before games are restored: pages that come back wait for their room, not for all rooms.
  listener.start();
  if (claim) claim->publish(listener.url());
  announce(config, listener, hub);
  hub.restore_all([] { log_event(LogLevel::info, "games_restored"); });
  play.tournaments.restore();
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
      server::back_up(config);
    } else if (config.moderating) {
      server::keep_order(config);
    } else if (config.migrate_from) {
      server::migrate(*config.migrate_from, *config.migrate_to);
    } else {
      server::run(config);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "sanqi-server: " << error.what() << '\n';
    return 1;
  }
}
