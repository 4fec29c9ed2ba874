#include "tests/server/hub/house.h"

#include "tests/patience.h"

namespace server {
namespace {

using std::chrono::seconds;

const seconds kPatience = patience();

BotPool::Options two_small_bots() {
  BotPool::Options options;
  options.threads = 2;
  options.at_once = true;
  options.hash_bytes = std::size_t{1} << 20;
  return options;
}

}  // namespace

House::House(storage::Store& store, Hub::Options options)
    : records(store, network.get_executor()),
      bots(network.get_executor(), metrics, two_small_bots()),
      users(records),
      hub(network.get_executor(), records, bots, users, metrics, std::move(options)) {}

House::~House() {
  network.stop();
}

std::shared_ptr<TestClient> House::connect(Origin origin) {
  auto client = std::make_shared<TestClient>();
  client->come_from(std::move(origin));
  hub.opened(client);
  return client;
}

std::shared_ptr<TestClient> House::guest(const std::string& name, Origin origin) {
  auto client = connect(std::move(origin));
  const Json welcome = ask(*client, {{"t", "hello"}, {"v", 1}, {"name", name}});
  EXPECT_EQ(welcome["t"], "welcome") << welcome;
  return client;
}

Json House::ask(TestClient& client, Json message) {
  const std::int64_t id = ++last_id_;
  message["id"] = id;
  say(client, message);
  return wait_for(
      client, [id](const Json& told) { return told.value("id", std::int64_t{0}) == id; }, message.dump());
}

Json House::wait_for(TestClient& client, const std::function<bool(const Json&)>& is_it,
                     const std::string& what) {
  Json found;
  wait_until(
      [&] {
        const auto message = std::ranges::find_if(client.inbox, is_it);
        if (message == client.inbox.end()) return false;
        found = *message;
        return true;
      },
      what);
  return found;
}

Json House::wait_for(TestClient& client, const std::string& type) {
  return wait_for(
      client, [&](const Json& told) { return told["t"] == type; }, type);
}

void House::wait_until(const std::function<bool()>& done, const std::string& what) {
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (!done()) {
    if (network.run_one_until(give_up) == 0) throw std::runtime_error("waited in vain for " + what);
  }
}

}  // namespace server
