#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "engine/core/commit.h"
#include "server/bridge/account.h"
#include "server/bridge/guest_bot.h"

namespace server::bridge {
namespace {

constexpr std::chrono::seconds kLoginPause{5};

struct Options {
  std::string server, name, program, protocol, directory, policy, room, token_file, user, password_file;
  bool registers = false;
  std::vector<std::string> settings;
  int depth = 0;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("--server", options.server, "ws://HOST:PORT or wss://HOST of a Sanqi server")->required();
  app.add_option("--program", options.program, "Command line of the program that chooses the moves")
      ->required();
  app.add_option("--protocol", options.protocol, "What the program speaks")
      ->required()
      ->check(CLI::IsMember({"uci", "ucci", "gomocup", "nboard", "gtp"}));
  app.add_option("--name", options.name, "Name of the guest, as others see it; say that it is a program");
  app.add_option("--dir", options.directory, "Folder in which the program runs");
  app.add_option("--set", options.settings, "An option of the program, NAME=VALUE; may be repeated");
  app.add_option("--depth", options.depth, "Plies to search: the only limit that NBoard knows (default 8)")
      ->check(CLI::Range(1, 60));
  app.add_option("--policy", options.policy, "JSON file: which games it takes")->check(CLI::ExistingFile);
  app.add_option("--room", options.room, "Play in the room of this code, and end with it");
  app.add_option("--token-file", options.token_file,
                 "Keeps who the bot is: it goes on with its games after a restart. Of an account: its token");
  CLI::Option* const password =
      app.add_option("--password-file", options.password_file, "Holds the password of --user")
          ->check(CLI::ExistingFile);
  CLI::Option* const user = app.add_option("--user", options.user, "Name of the account to log in to");
  user->needs(password);
  app.add_flag("--register", options.registers,
               "Make the account of --user, as a program's, if there is none")
      ->needs(user);
  app.set_version_flag("--version",
                       std::string("sanqi-bot " SANQI_VERSION " (commit ") + engine::commit() + ")");
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A token or a password: what the file holds, without the end of its line.
std::string secret_of(const std::string& path) {
  std::string secret = path.empty() ? std::string() : content_of(path);
  while (!secret.empty() && std::isspace(static_cast<unsigned char>(secret.back()))) secret.pop_back();
  return secret;
}

/// For its owner alone: who has it is the bot. Throws std::runtime_error where it cannot be written: the one
/// that was kept stays.
void keep_token(const std::string& path, const std::string& token) {
  if (path.empty() || secret_of(path) == token) return;
  const std::string fresh = path + ".new";
  const auto mask = ::umask(0077);
  std::ofstream file(fresh, std::ios::trunc);
  ::umask(mask);
  file << token << '\n';
  file.close();
  if (!file) throw std::runtime_error(fresh + " cannot be written");
  std::filesystem::rename(fresh, path);
}

/// Of the account, if there is one. Waits for a server that cannot be reached, as the bot does later.
std::string first_token(const Options& options, const ServerUrl& url) {
  const std::string kept = secret_of(options.token_file);
  if (options.user.empty()) return kept;
  const Account account{options.user, secret_of(options.password_file), options.registers};
  for (;;) {
    try {
      return token_of(url, account, kept);
    } catch (const boost::system::system_error& lost) {
      std::cerr << "no login: " << lost.code().message() << std::endl;
      std::this_thread::sleep_for(kLoginPause);
    } catch (const LoginDelayed& delayed) {
      std::cerr << "no login: " << delayed.what() << std::endl;
      std::this_thread::sleep_for(delayed.pause);
    }
  }
}

engine::lab::PlayerSpec program_of(const Options& options) {
  engine::lab::PlayerSpec spec;
  spec.name = options.program;
  spec.command = options.program;
  spec.directory = options.directory;
  spec.protocol = options.protocol;
  if (options.protocol == "nboard") spec.control.depth = options.depth > 0 ? options.depth : 8;
  for (const std::string& setting : options.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) throw std::invalid_argument("--set " + setting + " is no NAME=VALUE");
    spec.settings["option." + setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  return spec;
}

/// What a protocol is for, where the policy names no games.
std::vector<Wish> games_of(const std::string& protocol) {
  if (protocol == "ucci") return {{.game = "xiangqi"}};
  if (protocol == "gomocup") return {{.game = "gomoku"}};
  if (protocol == "nboard") return {{.game = "antireversi", .rule = "standard"}};
  return {};
}

Guest guest_of(const Options& options) {
  Guest guest{.url = ServerUrl::read(options.server),
              .name = options.name,
              .has_account = !options.user.empty(),
              .program = program_of(options)};
  if (!options.policy.empty()) {
    auto policy = Policy::read(content_of(options.policy));
    if (!policy) throw std::invalid_argument(options.policy + ": " + policy.error());
    guest.policy = *std::move(policy);
  }
  if (guest.policy.games.empty()) guest.policy.games = games_of(options.protocol);
  const std::string path = options.program.substr(0, options.program.find(' '));
  guest.greeting = "I am a program: " + std::filesystem::path(path).filename().string() + ", by sanqi-bot.";
  guest.token = first_token(options, guest.url);
  return guest;
}

/// The status of the program; nothing: its account has to log in again.
std::optional<int> play(const Options& options) {
  Guest guest = guest_of(options);  // Before signals wait for the loop: this may wait for the server.
  boost::asio::io_context io(1);
  std::optional<int> status = 0;
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&io](const boost::system::error_code& error, int) {
    if (!error) io.stop();
  });
  GuestBot bot(io.get_executor(), std::move(guest), options.room,
               {.token = [&](const std::string& token) { keep_token(options.token_file, token); },
                .log = [](const std::string& line) { std::cerr << line << std::endl; },
                .give_up =
                    [&](const std::string& why) {
                      std::cerr << "sanqi-bot: " << why << '\n';
                      status = 1;
                      io.stop();
                    },
                .session_over =
                    [&] {
                      std::cerr << "the session of the account is over" << std::endl;
                      status.reset();
                      io.stop();
                    },
                .idle = [&] { io.stop(); }});
  io.run();
  return status;
}

int run(const Options& options) {
  for (;;) {
    if (const auto status = play(options)) return *status;
    std::this_thread::sleep_for(kLoginPause);
  }
}

}  // namespace
}  // namespace server::bridge

int main(int argc, char** argv) {
  CLI::App app("Plays on a Sanqi server with any program for the board", "sanqi-bot");
  server::bridge::Options options;
  server::bridge::add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    return server::bridge::run(options);
  } catch (const std::exception& error) {
    std::cerr << "sanqi-bot: " << error.what() << '\n';
    return 2;
  }
}
