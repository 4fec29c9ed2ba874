#include "server/identity/passwords.h"

#include <sodium.h>

#include <array>
#include <boost/asio/post.hpp>
#include <utility>

#include "server/identity/tokens.h"

namespace server {
namespace {

std::string hash_password(std::string password, PasswordCost cost) {
  std::array<char, crypto_pwhash_STRBYTES> phc{};
  const int failed = crypto_pwhash_argon2id_str(phc.data(), password.data(), password.size(), cost.passes,
                                                cost.memory_bytes);
  sodium_memzero(password.data(), password.size());
  return failed == 0 ? std::string(phc.data()) : std::string();
}

// In constant time, libsodium promises.
bool is_password(std::string password, const std::string& phc) {
  const int failed = crypto_pwhash_argon2id_str_verify(phc.c_str(), password.data(), password.size());
  sodium_memzero(password.data(), password.size());
  return failed == 0;
}

}  // namespace

Passwords::Passwords(Executor network, PasswordCost cost, std::size_t max_waiting)
    : network_(network),
      cost_(cost),
      max_waiting_(max_waiting),
      nobody_(hash_password(new_token(), cost)),  // The token starts libsodium, too.
      thread_([this] { run(); }) {}

Passwords::~Passwords() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    waiting_.clear();
  }
  wake_.notify_one();
  thread_.join();
}

bool Passwords::hash(std::string password, std::function<void(std::string)> done) {
  return push([this, password = std::move(password), done = std::move(done)]() mutable {
    std::string phc = hash_password(std::move(password), cost_);
    return [phc = std::move(phc), done = std::move(done)] { done(phc); };
  });
}

bool Passwords::check(std::string password, std::string stored, std::function<void(bool)> done) {
  return push(
      [this, password = std::move(password), stored = std::move(stored), done = std::move(done)]() mutable {
        const bool exists = !stored.empty();
        const bool fits = is_password(std::move(password), exists ? stored : nobody_);
        return [right = exists && fits, done = std::move(done)] { done(right); };
      });
}

bool Passwords::push(Job job) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= max_waiting_) return false;
  waiting_.push_back(std::move(job));
  wake_.notify_one();
  return true;
}

void Passwords::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (closing_) return;
    Job job = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    boost::asio::post(network_, job());
  }
}

}  // namespace server
