#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tests/load/client.h"
#include "tests/load/options.h"
#include "tests/load/peer_room.h"
#include "tests/load/process_use.h"
#include "tests/load/report.h"
#include "tests/load/sanqi_room.h"
#include "tests/load/server_process.h"

namespace load {

/// What a scenario is played on: a server with a database of its own, or one that runs already, and everybody
/// who is connected to it.
class Stage {
 public:
  /// Starts the server, or attaches to it. Throws std::runtime_error.
  explicit Stage(const Options& options);

  Loop loop;
  Tally tally;

  const Options& options() const { return options_; }
  Processes servers() const { return server_ ? Processes{server_->pid()} : options_.pids; }
  /// @pre the server was started by us
  ServerProcess& server() { return *server_; }
  std::filesystem::path database() const;
  /// Starts it again on the same port and database. @pre it was killed
  void restart();

  /// Who comes to one of the servers.
  Client& add_client(Client::Wishes wishes, std::size_t server = 0);
  /// A room with these members, not begun yet.
  SanqiRoom& add_room(std::vector<Client*> members);
  /// All rooms and readers of the lobby that the options ask for; everybody is in, and each side has made its
  /// first move.
  void open();
  std::size_t connections() const;
  std::span<const std::unique_ptr<Client>> clients() const { return clients_; }
  std::span<Room* const> rooms() const { return rooms_; }
  SanqiRoom& room(std::size_t index) { return *sanqi_rooms_[index]; }

  /// Serves connections until it is so. Throws when it does not come true in time.
  void until(const std::function<bool()>& is_so, std::chrono::seconds usual, const char* what);
  void serve_for(Clock::duration time);
  /// Waits until everybody has seen everything; who has not is a problem.
  void settle();
  /// Hands the problems of the tally over.
  void tell_problems(Report& report) const;
  /// One line on a terminal, written over each second.
  void progress(const std::string& words) const;

 private:
  void start(std::uint16_t port);
  const std::shared_ptr<const Script>& script_of(std::size_t room) const;
  std::vector<Client*> new_clients(int count, std::size_t server);
  void add_rooms();
  void add_peer_rooms();
  void begin_in_turns();

  const Options options_;
  std::optional<TemporaryFolder> folder_;
  std::optional<ServerProcess> server_;
  std::vector<std::uint16_t> ports_;
  std::vector<std::string> paths_;
  std::vector<std::vector<std::shared_ptr<const Script>>> scripts_;  // By kind.
  std::vector<std::unique_ptr<Client>> clients_;
  std::vector<std::unique_ptr<SanqiRoom>> sanqi_rooms_;
  std::unique_ptr<Dialect> dialect_;  // Of a peer that does not speak ours.
  std::vector<std::unique_ptr<PeerRoom>> peer_rooms_;
  std::vector<Room*> rooms_;
};

}  // namespace load
