#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace server {

/// What hashing a password costs, whoever does it: the time and the memory of argon2id.
struct PasswordCost {
  unsigned long long passes;
  std::size_t memory_bytes;
};

/// The least that OWASP's Password Storage Cheat Sheet recommends, on one lane.
inline constexpr PasswordCost kPasswordCost{2, std::size_t{19} << 20};

/// Owns the thread on which passwords are hashed: one thread and a short queue, so that a storm of logins
/// costs one core and 19 MiB, whatever its size. Called from the network thread; answers come there too,
/// never inside the call that asked.
class Passwords {
 public:
  using Executor = boost::asio::io_context::executor_type;

  /// Beyond that many, waiting would take longer than people wait.
  static constexpr std::size_t kMaxWaiting = 8;

  explicit Passwords(Executor network, PasswordCost cost = kPasswordCost,
                     std::size_t max_waiting = kMaxWaiting);
  ~Passwords();
  Passwords(const Passwords&) = delete;
  Passwords& operator=(const Passwords&) = delete;

  /// Gives the hash as a PHC string; an empty one if there is no memory for it. False: too many wait already,
  /// and nothing comes.
  [[nodiscard]] bool hash(std::string password, std::function<void(std::string)> done);

  /// Says whether the password is the one of a PHC string. An empty string, for somebody who does not exist,
  /// takes as long and is never right. False as above.
  [[nodiscard]] bool check(std::string password, std::string stored, std::function<void(bool)> done);

 private:
  /// On the side thread; gives what is to be done on the network thread.
  using Job = std::function<std::function<void()>()>;

  bool push(Job job);
  void run();

  Executor network_;
  const PasswordCost cost_;
  const std::size_t max_waiting_;
  const std::string nobody_;  // The hash that is compared with when there is none.

  std::mutex mutex_;  // Guards what follows, up to the thread.
  std::condition_variable wake_;
  std::deque<Job> waiting_;
  bool closing_ = false;

  std::thread thread_;
};

}  // namespace server
