#include <condition_variable>
#include <mutex>

#include "server/identity/accounts.h"
#include "server/identity/users.h"
#include "tests/patience.h"
#include "tests/server/cost.h"
#include "tests/server/identity/cheap_passwords.h"
#include "tests/server/identity/network.h"

/// What is refused, or has to wait, when the disk does not answer or somebody asks all the time.
namespace server {
namespace {

using protocol::ErrorCode;

/// A store whose disk can be held up.
class StalledStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    wait();
    return MemoryStore::commit(writes);
  }
  std::optional<storage::Session> find_token(std::string_view token_hash) override {
    wait();
    return MemoryStore::find_token(token_hash);
  }
  void hold(bool held) {
    const std::lock_guard lock(mutex_);
    held_ = held;
    changed_.notify_all();
  }

 private:
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !held_; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
};

class RefusalsTest : public testing::Test {
 protected:
  ~RefusalsTest() override { store_.hold(false); }

  /// The error that `ask(done)` is answered with; none: it is not, before anything else could be.
  template <class Answer, class Ask>
  std::optional<ErrorCode> error(Ask ask) {
    std::optional<ErrorCode> code;
    ask([&code](const Answer& answer) {
      if (!answer) code = answer.error().code;
    });
    EXPECT_FALSE(code) << "the answer comes later";
    io_.restart();
    io_.poll();
    return code;
  }
  void wait_until(const std::function<bool()>& done) {
    io_.restart();
    const auto give_up = std::chrono::steady_clock::now() + patience();
    while (!done() && std::chrono::steady_clock::now() < give_up) io_.run_one_until(give_up);
    ASSERT_TRUE(done());
  }

  static Accounts::Caller caller(const std::string& address) {
    return {.token = "nobody's", .address = address, .client = "test"};
  }

  StalledStore store_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<RecordQueue::Executor> keep_running_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor(), {}, {.work = {.max_quick = 4}}};
  Passwords passwords_{io_.get_executor(), kCheap};
  Accounts accounts_{records_, passwords_};
  Users users_{records_};
};

TEST_F(RefusalsTest, WaitForNoDisk) {
  store_.hold(true);
  records_.commit({}, [](Persisted) {});
  const std::string good = "correct horse", longest(100'000, 'a');
  using Admission = Accounts::Result<Accounts::Admission>;
  const auto sign_up = [&](const std::string& name, const std::string& password) {
    return error<Admission>([&](auto done) { accounts_.sign_up(caller("a"), name, password, done); });
  };
  EXPECT_EQ(sign_up("admin", good), ErrorCode::bad_name);
  EXPECT_EQ(sign_up("Lin", "short"), ErrorCode::bad_message);
  const auto log_in = [&](const std::string& name, const std::string& password) {
    return error<Admission>([&](auto done) { accounts_.log_in(caller("a"), name, password, done); });
  };
  EXPECT_EQ(log_in(longest, good), ErrorCode::unauthorized);
  EXPECT_EQ(log_in("Lin", longest), ErrorCode::unauthorized);
  EXPECT_EQ(error<Accounts::Result<std::monostate>>(
                [&](auto done) { accounts_.change_password(caller("a"), good, "short", done); }),
            ErrorCode::bad_message);
  protocol::Hello hello;
  hello.name = "admin";
  EXPECT_EQ(error<Users::Result>([&](auto done) { users_.identify(hello, {}, done); }), ErrorCode::bad_name);
}

// Of a full queue whoever has most in it loses, not whoever came last.
TEST_F(RefusalsTest, MeetWhoAsksTooMuchAlone) {
  store_.hold(true);
  std::optional<ErrorCode> account, hello;
  const auto flood = [&] {
    for (int i = 0; i < 20; ++i) accounts_.who_is(caller("a"), [](const auto&) {});
  };
  flood();
  accounts_.who_is(caller("b"), [&](const auto& answer) { account = answer.error().code; });
  users_.identify({.version = 1, .name = {}, .token = "nobody's", .client = {}, .deltas = false},
                  {.address = "c"},
                  [&](const auto& answer) { hello = answer ? ErrorCode::internal : answer.error().code; });
  flood();
  store_.hold(false);
  wait_until([&] { return account && hello; });
  EXPECT_EQ(account, ErrorCode::unauthorized) << "and not busy";
  EXPECT_EQ(hello, ErrorCode::internal) << "a new guest is welcome";
}

// A name is measured before anything is made of it.
TEST_F(RefusalsTest, OfLongNamesCostNothing) {
  const auto cost = [&](std::size_t bytes) {
    const std::string name(bytes, 'a');
    return usual_cost(time_of_this_thread, [&] {
      for (int i = 0; i < 10; ++i) accounts_.log_in(caller("a"), name, "correct horse", [](const auto&) {});
    });
  };
  expect_at_most([&] { return cost(1 << 20) - cost(1 << 10); }, 0.005);
}

}  // namespace
}  // namespace server
