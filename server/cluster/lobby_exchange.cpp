#include "server/cluster/lobby_exchange.h"

#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/service_thread.h"

namespace server {

using std::chrono::steady_clock;

LobbyExchange::LobbyExchange(std::unique_ptr<storage::LobbyDirectory> directory, Executor network,
                             Events events, std::chrono::milliseconds every,
                             std::chrono::milliseconds patience)
    : directory_(std::move(directory)),
      network_(network),
      events_(std::move(events)),
      every_(every),
      patience_(patience) {
  if (directory_) thread_ = start_service("lobbies", [this](const std::stop_token& stop) { run(stop); });
}

void LobbyExchange::run(const std::stop_token& stop) {
  do exchange(stop);
  while (sleep_unless_stopped(stop, every_));
}

void LobbyExchange::exchange(const std::stop_token& stop) {
  try {
    // Nothing is asked of the network thread while there are no other servers.
    tell(directory_->exchange(are_others_there_ ? ask_for_own(stop) : std::nullopt));
    succeeded_ = steady_clock::now();
    failed_ = false;
  } catch (const std::exception& error) {
    if (!std::exchange(failed_, true))
      log_event(LogLevel::warn, "lobbies_not_exchanged", {{"why", error.what()}});
    // Shows nothing rather than what may be long over.
    if (steady_clock::now() - succeeded_ >= patience_) attempt("lobbies", [this] { tell({}); });
  }
}

// What is posted to a network that has stopped is destroyed unrun: then this waits for the end alone.
std::optional<std::string> LobbyExchange::ask_for_own(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  asked_ = true;
  boost::asio::post(network_, [this] {
    // A lobby that throws is shown as it was.
    std::optional<std::string> own;
    attempt("own_lobby", [&] { own = events_.own(); });
    const std::lock_guard lock(mutex_);
    answer_ = std::move(own);
    asked_ = false;
    answered_.notify_one();
  });
  answered_.wait(lock, stop, [this] { return !asked_; });
  return std::exchange(answer_, std::nullopt);
}

/// A server that is alone has nothing to hear, once it has heard that it is.
void LobbyExchange::tell(const Others& others) {
  if (others.empty() && !are_others_there_) return;
  // The texts are read on this thread (OtherLobbies::Reader), the network thread only takes the result.
  boost::asio::post(network_, [show = events_.others(others)] { attempt("lobbies_of_others", show); });
  are_others_there_ = !others.empty();
}

}  // namespace server
