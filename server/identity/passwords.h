#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "server/base/fair_queue.h"
#include "server/protocol/errors.h"

namespace server {

/// What hashing a password costs, here and for an attacker: the time and the memory of argon2id.
/// Stored within each hash (PHC string): a hash of other costs can still be checked.
struct PasswordCost {
  /// As libsodium's opslimit.
  unsigned long long passes;
  std::size_t memory_bytes;
};

/// Bounds what a request may hold and what argon2id is given.
inline constexpr std::size_t kLongestPassword = 256;  // Bytes.
/// Why this can be no password; none: it can.
std::optional<protocol::Error> fault_of_password(std::string_view password);

/// The least that OWASP's Password Storage Cheat Sheet recommends, on one lane.
inline constexpr PasswordCost kPasswordCost{2, std::size_t{19} << 20};

/// Owns the thread on which passwords are hashed: one thread and a short queue, so that a storm of logins
/// costs one core and 19 MiB, whatever its size. Addresses are served in turns; when the queue is full, the
/// one that has most in it loses the newest of it, so that none keeps the others out. Called from the
/// network thread; answers come there too, never inside the call that asked, and exactly one each: none of a
/// value if there was no place in the queue, or no memory.
class Passwords {
 public:
  using Executor = boost::asio::io_context::executor_type;

  /// Beyond that many, waiting would take longer than people wait.
  static constexpr std::size_t kMaxWaiting = 32;

  /// Starts the thread, and hashes once here. @pre `network` outlives it
  explicit Passwords(Executor network, PasswordCost cost = kPasswordCost,
                     std::size_t max_waiting = kMaxWaiting);
  /// Joins; what still waits is not answered.
  ~Passwords();
  Passwords(const Passwords&) = delete;
  Passwords& operator=(const Passwords&) = delete;

  /// Gives the hash as a PHC string. `address` is that of the request, empty: this machine.
  /// The password is wiped from memory after its use.
  void hash(const std::string& address, std::string password,
            std::function<void(std::optional<std::string>)> done);

  /// Says whether the password is the one of a PHC string. An empty string, for a user who does not exist,
  /// takes as long and is never right.
  void check(const std::string& address, std::string password, std::string stored,
             std::function<void(std::optional<bool>)> done);

 private:
  struct Job {
    std::function<void()> work;  // On the side thread, which lets go of what it holds.
    // On the network thread, which lets go of it there: the last to hold a connection ends it. Told of no
    // result if the job was refused.
    std::function<void()> done;
  };

  /// May refuse another address's job: see FairQueue.
  void push(const std::string& address, Job job);
  void run();

  Executor network_;
  const PasswordCost cost_;
  const std::string nobody_;  // The hash that is compared with when there is none.

  std::mutex mutex_;  // Guards what follows, up to the thread.
  std::condition_variable wake_;
  FairQueue<Job> waiting_;
  bool closing_ = false;

  std::thread thread_;
};

}  // namespace server
