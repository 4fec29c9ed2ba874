#include "server/identity/passwords.h"

#include <sodium.h>

#include <array>
#include <boost/asio/post.hpp>
#include <memory>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/post_patiently.h"
#include "server/base/service_thread.h"
#include "server/base/utf8.h"
#include "server/identity/tokens.h"

namespace server {
namespace {

constexpr std::size_t kShortestPassword = 8;  // Characters, as NIST SP 800-63B asks.

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

std::optional<protocol::Error> fault_of_password(std::string_view password) {
  using protocol::ErrorCode;
  if (count_code_points(password) < kShortestPassword)
    return error(ErrorCode::bad_message, "A password has at least 8 characters.", "password");
  if (password.size() > kLongestPassword)
    return error(ErrorCode::bad_message, "A password has at most 256 bytes.", "password");
  return std::nullopt;
}

Passwords::Passwords(Executor network, PasswordCost cost, std::size_t max_waiting)
    : network_(network),
      cost_(cost),
      // Of a random text: no password can be right.
      nobody_(hash_password(new_token(), cost)),  // The token starts libsodium, too.
      waiting_(max_waiting),
      thread_([this] { run(); }) {}

Passwords::~Passwords() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Passwords::hash(const std::string& address, std::string password,
                     std::function<void(std::optional<std::string>)> done) {
  auto result = std::make_shared<std::optional<std::string>>();
  auto work = [this, password = std::move(password), result]() mutable {
    std::string phc = hash_password(std::move(password), cost_);
    if (!phc.empty()) *result = std::move(phc);
  };
  push(address, {std::move(work), [result, done = std::move(done)] { done(std::move(*result)); }});
}

void Passwords::check(const std::string& address, std::string password, std::string stored,
                      std::function<void(std::optional<bool>)> done) {
  auto result = std::make_shared<std::optional<bool>>();
  auto work = [this, password = std::move(password), stored = std::move(stored), result]() mutable {
    const bool exists = !stored.empty();
    const bool fits = is_password(std::move(password), exists ? stored : nobody_);
    *result = exists && fits;
  };
  push(address, {std::move(work), [result, done = std::move(done)] { done(*result); }});
}

void Passwords::push(const std::string& address, Job job) {
  std::optional<Job> refused;
  {
    const std::lock_guard lock(mutex_);
    refused = waiting_.push(address, std::move(job));
  }
  wake_.notify_one();
  // The job that lost its place may be another address's: FairQueue chose it.
  if (refused) boost::asio::post(network_, std::move(refused->done));
}

void Passwords::run() {
  name_thread("passwords");
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return closing_ || waiting_.size() > 0; });
    if (closing_) return;
    std::optional<Job> job = waiting_.pop();
    lock.unlock();
    // What throws leaves the result empty: `done` is told so.
    attempt("password", job->work);
    job->work = nullptr;  // What it holds is let go of on this thread.
    post_patiently(network_, std::move(job->done));
  }
}

}  // namespace server
