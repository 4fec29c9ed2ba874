#include "server/config.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <utility>

#include "engine/core/commit.h"
#include "engine/games/registry.h"
#include "server/base/toml_file.h"
#include "server/config_file.h"
#include "server/delivery/mail_command.h"
#include "server/delivery/mail_message.h"
#include "server/push/contact.h"
#include "server/push/endpoint.h"
#include "server/push/mail_address.h"

namespace server {

namespace {

constexpr int kBadArguments = 2;

/// Where a user's programs keep their data (XDG base directories).
std::filesystem::path default_database() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  const std::filesystem::path data = variable("XDG_DATA_HOME");
  return (data.empty() ? variable("HOME") / ".local/share" : data) / "sanqi" / "sanqi.db";
}

/// One core is left to the network and the records.
unsigned default_bot_threads() {
  const unsigned cores = std::thread::hardware_concurrency();
  return cores > 1 ? cores - 1 : 1;
}

std::string is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return error ? text + " is not an address" : "";
}

std::string is_range(const std::string& text) {
  boost::system::error_code error;
  const std::string address = text.substr(0, text.find('/'));
  boost::asio::ip::make_address(address, error);
  if (!error && address == text) return "";
  boost::system::error_code not_v4, not_v6;
  boost::asio::ip::make_network_v4(text, not_v4);
  boost::asio::ip::make_network_v6(text, not_v6);
  return not_v4 && not_v6 ? text + " is neither an address nor a network" : "";
}

/// What a proxy can have in a query, and a log in a line.
// It stands in `elsewhere`, in a row of `nodes`, and in log lines.
std::string is_node_name(const std::string& text) {
  constexpr std::size_t kLongest = 64;
  constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";
  const bool good = text.size() <= kLongest && text.find_first_not_of(kLetters) == std::string::npos;
  return good ? "" : text + " is no name of a node: at most 64 letters, digits, and - . _ :";
}

/// As browsers write it: no scheme, no port, what is not ASCII in punycode. Any other would never be called.
std::string is_host_name(const std::string& text) {
  constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
  if (text.find_first_not_of(kLetters) == std::string::npos) return "";
  return text + " is no name of a host: letters, digits, and - . _, without https:// or a port";
}

std::string is_database(const std::string& text) {
  return text.empty() ? "is neither a file nor an address; --memory keeps no records" : "";
}

std::string is_url(const std::string& text) {
  const bool good = text.empty() || text.starts_with("http://") || text.starts_with("https://");
  return good ? "" : text + " is not the address of a server";
}

std::string is_game(const std::string& text) {
  return engine::find_game(text) ? "" : "there is no game '" + text + "'";
}

std::string is_file(const std::string& text) {
  return text.empty() || std::filesystem::is_regular_file(text) ? "" : text + " is not a file";
}

std::string is_folder(const std::string& text) {
  return text.empty() || std::filesystem::is_directory(text) ? "" : text + " is not a folder";
}

void add_network_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Network");
  app.add_option("--bind", config.bind,
                 "Address to listen on; 0.0.0.0 is every IPv4 address, and what --lan takes")
      ->envname("SANQI_BIND")
      ->check(is_address);
  app.add_option("--port", config.port, "Port to listen on; 0: any free one")->envname("SANQI_PORT");
  app.add_flag("--next-port", config.next_port, "If the port is taken, try the ten after it")
      ->envname("SANQI_NEXT_PORT");
  app.add_option("--trusted-proxy", config.trusted_proxies,
                 "Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed")
      ->envname("SANQI_TRUSTED_PROXY")
      ->delimiter(',')
      ->check(is_range)
      ->default_str("");
  app.add_option("--name", config.name, "Name of the server, as players see it")->envname("SANQI_NAME");
  app.add_option(
         "--host-name", config.host_names,
         "Names by which browsers may call the server, besides addresses and those of a local network")
      ->envname("SANQI_HOST_NAME")
      ->delimiter(',')
      ->check(is_host_name)
      ->default_str("");
  app.add_option("--public-url", config.public_url,
                 "Address of the server in QR codes, if it is behind a proxy: https://games.example.org")
      ->envname("SANQI_PUBLIC_URL")
      ->check(is_url);
  app.add_flag("--public-metrics", config.public_metrics,
               "Show /metrics to other machines too, not only to this one")
      ->envname("SANQI_PUBLIC_METRICS");
  app.add_option("--metrics-reader", config.metrics_readers,
                 "Addresses or networks that may read /metrics besides this machine")
      ->envname("SANQI_METRICS_READER")
      ->delimiter(',')
      ->check(is_range)
      ->default_str("");
  app.add_option("--web-root", config.web_root,
                 "Serve the client from this folder, not the one in the program")
      ->envname("SANQI_WEB_ROOT")
      ->check(is_folder);
}

void add_evening_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Local network");
  app.add_flag("--lan", config.lan,
               "For an evening with friends: listen on all interfaces, keep a room ready, print how to join")
      ->envname("SANQI_LAN");
  app.add_option("--game", config.game, "With --lan: the game of that room, such as gomoku")
      ->envname("SANQI_GAME")
      ->check(is_game);
  app.add_option("--qr", config.qr, "With --lan: print a QR code: always, never, or auto: on a terminal")
      ->envname("SANQI_QR")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

std::string is_push_contact(const std::string& text) {
  return text.empty() || push::is_contact(text)
             ? ""
             : text + " is neither mailto: with an address nor https: with a page";
}

std::string is_push_service(const std::string& text) {
  const auto service = push::read_service(text);
  const bool good = service && (service->address.empty() || is_address(service->address).empty());
  return good ? "" : text + " names no push service: HOST, *.HOST or HOST=ADDRESS:PORT";
}

void add_push_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Push messages");
  app.add_option("--push-contact", config.push_contact,
                 "Send push messages; push services reach you at this mailto:you@example.org, or page")
      ->envname("SANQI_PUSH_CONTACT")
      ->check(is_push_contact);
  app.add_option("--push-service", config.push_services,
                 "Hosts of push services besides those of the usual browsers: HOST, *.HOST, or "
                 "HOST=ADDRESS:PORT for one in your own network")
      ->envname("SANQI_PUSH_SERVICE")
      ->delimiter(',')
      ->check(is_push_service)
      ->default_str("");
  app.add_option("--push-authorities", config.push_authorities,
                 "File of certificates that are trusted for push services besides the system's")
      ->envname("SANQI_PUSH_AUTHORITIES")
      ->check(is_file);
}

std::string is_mail_from(const std::string& text) {
  return text.empty() || push::is_mail_address(text) ? "" : text + " is not a mail address";
}

void add_mail_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Mail");
  app.add_option("--mail-command", config.mail_command,
                 "Send mail by this program, which reads a message as sendmail -t -i does: /usr/bin/msmtp -t")
      ->envname("SANQI_MAIL_COMMAND");
  app.add_option("--mail-from", config.mail_from, "Address of its sender, to which bounces go")
      ->envname("SANQI_MAIL_FROM")
      ->check(is_mail_from);
}

/// Why no mail can be sent; empty: it can, or is not to be.
std::string fault_of_mail(const Config& config) {
  if (config.mail_command.empty()) return "";
  if (const std::string fault = fault_of_command(config.mail_command); !fault.empty())
    return "mail-command: " + fault;
  if (config.mail_from.empty()) return "mail-command needs mail-from, the address that mail comes from";
  if (config.public_url.empty()) return "mail-command needs public-url, for the links in mail";
  if (!is_mail_url(config.public_url))
    return "mail-command: of public-url no links can be made: " + config.public_url;
  return "";
}

void add_record_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Records");
  app.add_option("--database", config.database, "File of the records, or postgresql://USER@HOST/DATABASE")
      ->envname("SANQI_DATABASE")
      ->check(is_database);
  app.add_flag("--memory", config.memory, "Keep no records: everything ends with the program")
      ->envname("SANQI_MEMORY");
  app.add_option("--node", config.node,
                 "With PostgreSQL: the name of this server among those that share the database; if empty, "
                 "that of the machine and the port")
      ->envname("SANQI_NODE")
      ->check(is_node_name)
      ->default_str("");
  app.add_option("--node-url", config.node_url, "With --node: where players reach this server itself")
      ->envname("SANQI_NODE_URL")
      ->check(is_url);
}

void add_bot_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Bots");
  app.add_option("--bot-threads", config.bot_threads, "Threads that think; by default one less than cores")
      ->envname("SANQI_BOT_THREADS")
      ->check(CLI::Range(1, 1024));
  app.add_flag("--bots-at-once", config.bots_at_once,
               "Bots answer as soon as they know, not after a moment as people do")
      ->envname("SANQI_BOTS_AT_ONCE");
  app.add_option("--hash-mb", config.hash_mb,
                 "Table of a bot thread for each game, in MiB; smaller where --bot-memory asks for it")
      ->envname("SANQI_HASH_MB")
      ->check(CLI::Range(1, 65536));
  app.add_option("--bot-memory", config.bot_memory_mb,
                 "Memory of all bots together, in MiB; 0: half of what the process may use")
      ->envname("SANQI_BOT_MEMORY")
      ->check(CLI::Range(0, 16 << 20));
}

void add_log_options(CLI::App& app, Config& config) {
  app.option_defaults()->group("Log");
  app.add_option("--log-level", config.log_level, "How much to log: debug, info, warn, error or off")
      ->envname("SANQI_LOG_LEVEL")
      ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}));
  app.add_option("--log-format", config.log_format,
                 "text: words to read; json: an object a line, for programs")
      ->envname("SANQI_LOG_FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
}

const CLI::App* add_moderate(CLI::App& app, Moderating& order) {
  CLI::App* const command =
      app.add_subcommand("moderate", "Keep order, while the server runs or not, and end");
  command->configurable(false);
  const auto add = [command](const char* name, auto& value, const char* what) {
    return command->add_option(name, value, what)->configurable(false);
  };
  add("WHAT", order.what,
      "grant, revoke, mute, shadow, ban, address, lift, uphold, remove, dismiss, disband or stop-mail; or "
      "list, reports or log, which print")
      ->required()
      ->check(CLI::IsMember({"grant", "revoke", "mute", "shadow", "ban", "address", "lift", "uphold",
                             "remove", "dismiss", "disband", "stop-mail", "list", "reports", "log"}));
  add("WHOM", order.whom,
      "A name or id, of disband a club's; of address an address, of stop-mail also one of mail, of lift and "
      "uphold what list prints");
  add("--powers", order.powers, "Of grant: owner, or some of chat,accounts");
  add("--hours", order.hours, "How long; a ban without it has no end");
  add("--game", order.game, "The reports of this game are decided by it");
  add("--reason", order.reason, "What the person and the log are told");
  return command;
}

/// What links are made of: a path follows, which begins with one.
std::string without_last_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

/// Messages of CLI11 may have several lines.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// CLI11 names the option that has a bad value as if it had been a flag; this says where it really was.
std::string blame(const CLI::App& app, const std::string& message) {
  for (const CLI::Option* option : app.get_options()) {
    if (message.find(option->get_name()) == std::string::npos) continue;
    const ValueSource source = source_of(app, *option);
    if (source == ValueSource::environment) return " (in " + option->get_envname() + ")";
    if (source == ValueSource::file) return " (in " + app.get_config_ptr()->as<std::string>() + ")";
  }
  return "";
}

Exit fail(const std::string& message) {
  std::cerr << "sanqi-server: " << message << '\n';
  return {kBadArguments};
}

}  // namespace

std::variant<Config, Exit> read_config(int argc, char** argv) {
  Config config;
  config.database = default_database().string();
  config.bot_threads = default_bot_threads();
  bool print_config = false;

  CLI::App app("Sanqi 三棋: Xiangqi, Gomoku and anti-Reversi, over the network and against the computer",
               "sanqi-server");
  app.option_defaults()->always_capture_default();
  add_network_options(app, config);
  add_evening_options(app, config);
  add_push_options(app, config);
  add_mail_options(app, config);
  add_record_options(app, config);
  add_bot_options(app, config);
  add_log_options(app, config);
  app.option_defaults()->group("Other");
  app.set_config("--config", "", "Read options from this file");
  app.config_formatter(std::make_shared<ConfigFile>(app));
  app.add_flag("--print-config", print_config, "Print the options as a file for --config, and end")
      ->configurable(false);
  app.set_version_flag("--version",
                       std::string("sanqi-server " SANQI_VERSION " (commit ") + engine::commit() + ")");
  app.fallthrough();  // Options may stand after the command as well.
  CLI::App* const backup = app.add_subcommand("backup", "Copy the database while the server runs, and end");
  backup->configurable(false);
  backup->add_option("FILE", config.backup_to, "Where to; it must not exist")
      ->required()
      ->configurable(false);
  CLI::App* const migrate = app.add_subcommand(
      "migrate", "Copy all records into an empty database, of a file or of PostgreSQL, and end");
  migrate->configurable(false);
  migrate->add_option("FROM", config.migrate_from, "A file or postgresql://...; no server may use it")
      ->required()
      ->configurable(false);
  migrate->add_option("TO", config.migrate_to, "Likewise; it must be empty")->required()->configurable(false);
  Moderating order;
  const CLI::App* const moderate = add_moderate(app, order);
  try {
    app.parse(argc, argv);
    take_environment(app);
  } catch (const CLI::Success& success) {  // Help or version.
    return Exit{app.exit(success)};
  } catch (const CLI::ParseError& error) {
    return fail(first_line(error.what()) + blame(app, error.what()));
  } catch (const std::exception& error) {  // Of the table of games: SANQI_CPU makes no sense.
    return fail(error.what());
  }
  if (print_config) {
    std::cout << app.config_to_str(true, true);
    return Exit{0};
  }
  if (moderate->parsed()) config.moderating = order;
  for (std::string* const url : {&config.public_url, &config.node_url})
    *url = without_last_slash(std::move(*url));
  const bool serves = !config.moderating && !config.backup_to && !config.migrate_from;
  if (const std::string fault = serves ? fault_of_mail(config) : ""; !fault.empty()) return fail(fault);
  if (config.lan && app.count("--bind") == 0) config.bind = "0.0.0.0";
  return config;
}

std::string node_name(const Config& config, std::uint16_t port) {
  if (!config.node.empty()) return config.node;
  std::array<char, 256> machine{};
  if (::gethostname(machine.data(), machine.size() - 1) != 0) return "node:" + std::to_string(port);
  return std::string(machine.data()) + ':' + std::to_string(port);
}

}  // namespace server
