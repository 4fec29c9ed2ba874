#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "storage/lobby_directory.h"

namespace server {

/// Once a second shows the other servers what this one has in its lobby, and looks at what they show, on a
/// thread of its own. Of the network thread it wants to know what is to be shown, before each exchange, and
/// goes on when it has heard; so nothing piles up there.
///
/// A row of `lobbies` for each server (decision 0010): reads and writes are one call,
/// LobbyDirectory::exchange(). A server that is alone writes nothing. With a file there is no directory, and
/// no thread.
class LobbyExchange {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Others = std::vector<storage::NodeLobby>;

  struct Events {
    /// What this server shows from now on; none: what it showed before. On the network thread, and only while
    /// there are other servers.
    std::function<std::optional<std::string>()> own;
    /// What the others show: all of it, also what is known. On the thread of the exchange; the task that it
    /// returns on the network thread.
    std::function<std::function<void()>(const Others&)> others;
  };
  /// A server that cannot be read for so long shows nothing.
  static constexpr std::chrono::seconds kPatience{5};

  /// @param directory null: there are no other servers
  LobbyExchange(std::unique_ptr<storage::LobbyDirectory> directory, Executor network, Events events,
                std::chrono::milliseconds every, std::chrono::milliseconds patience = kPatience);
  LobbyExchange(std::unique_ptr<storage::LobbyDirectory> directory, Executor network, Events events)
      : LobbyExchange(std::move(directory), network, std::move(events), std::chrono::seconds(1)) {}
  LobbyExchange(const LobbyExchange&) = delete;
  LobbyExchange& operator=(const LobbyExchange&) = delete;

 private:
  // Both on the thread `lobbies`.
  void run(const std::stop_token& stop);
  void exchange(const std::stop_token& stop);
  std::optional<std::string> ask_for_own(const std::stop_token& stop);
  void tell(const Others& others);

  const std::unique_ptr<storage::LobbyDirectory> directory_;
  Executor network_;
  const Events events_;
  // The first is between two exchanges.
  const std::chrono::milliseconds every_, patience_;

  // Of the thread of the exchange alone.
  bool are_others_there_ = false;  // As far as the network thread knows.
  bool failed_ = false;            // The last time.
  std::chrono::steady_clock::time_point succeeded_{};

  std::mutex mutex_;  // Guards what follows, up to the thread.
  std::condition_variable_any answered_;
  bool asked_ = false;  // The network thread has not answered yet.
  std::optional<std::string> answer_;

  std::jthread thread_;
};

}  // namespace server
