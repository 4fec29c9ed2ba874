#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace server {

/// An order of the operator's command `moderate`.
struct Moderating {
  std::string what;    ///< An act of moderators, or "list", "reports", "log", "stop-mail".
  std::string whom{};  ///< Name or id of a user, an address (of mail, too), or the id of a measure.
  std::string powers{}, reason{}, game{};
  int hours = 0;
};

/// What an operator can choose. Flags come before the environment (SANQI_PORT, ...), that before the file.
struct Config {
  // Loopback: a server that is started without an option is for this machine alone.
  std::string bind = "127.0.0.1";
  std::uint16_t port = 8080;     ///< 0: any that is free.
  bool next_port = false;        ///< If that is taken, one of the next; always under `lan`.
  bool lan = false;              ///< All interfaces, a room that is ready, and how others find it.
  std::string game = "xiangqi";  ///< Of that room.
  std::string qr = "auto";       ///< "auto": on terminals; "always", "never".
  std::string name = "Sanqi";
  std::vector<std::string> host_names;  ///< By which browsers may call us, besides addresses and local names.
  std::vector<std::string> trusted_proxies;  ///< Addresses and networks whose X-Forwarded-For counts.
  std::string public_url;                    ///< Of links in QR codes, when a proxy stands before us.
  bool public_metrics = false;               ///< Else /metrics is for this machine and metrics_readers.
  std::vector<std::string> metrics_readers;  ///< Addresses and networks that may read them besides.

  std::string push_contact;                ///< Of push messages: push::is_contact(); empty: there are none.
  std::vector<std::string> push_services;  ///< Besides the known ones: push::read_service().
  std::string push_authorities;            ///< A file of certificates that are trusted for them besides.

  std::string mail_command;  ///< Words with blanks between them, see run_mail_command(); empty: no mail.
  std::string mail_from;     ///< push::is_mail_address()

  std::string database;  ///< A file or "postgresql://..."; never empty.
  bool memory = false;   ///< No file, everything in memory; for tests and tries.
  std::string node;      ///< See node_name().
  std::string node_url;  ///< Where players reach it; empty: it does not say.
  std::optional<std::string> migrate_from, migrate_to;  ///< Copy all records from there to there and end.
  std::optional<std::filesystem::path> backup_to;       ///< Copy the database there and end.
  std::optional<Moderating> moderating;                 ///< Do that and end.

  unsigned bot_threads = 1;
  bool bots_at_once = false;       ///< They answer as soon as they know.
  std::size_t hash_mb = 32;        ///< Of each bot, at most.
  std::size_t bot_memory_mb = 0;   ///< Of all bots together; 0: half of what the process may use.
  std::filesystem::path web_root;  ///< Empty: the client in the program.
  std::string log_level = "info";
  std::string log_format = "text";  ///< Or "json": one object a line.
};

/// The name of this server among those that share a database: if it was given none, that of the machine and
/// of the port that it has. The same after a restart, so that it has its games back at once.
std::string node_name(const Config& config, std::uint16_t port);

/// The program has nothing more to do but end with this status.
struct Exit {
  int status;
};

/// Reads everything that can be chosen. Help, version and mistakes are printed here: a mistake as one line.
std::variant<Config, Exit> read_config(int argc, char** argv);

}  // namespace server
