#pragma once

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/base/metrics.h"
#include "server/bots/bot_pool.h"
#include "server/hub/hub.h"
#include "tests/storage/memory_store.h"

namespace server {

using Json = nlohmann::json;

/// A client without a network: what it says goes straight to the hub, what it is told is kept.
class TestClient final : public Subscriber {
 public:
  void send(Text text) override { inbox.push_back(Json::parse(*text)); }
  void close(protocol::CloseCode code, std::string_view) override { close_code = static_cast<int>(code); }
  Millis round_trip() const override { return Millis(0); }
  std::optional<Millis> refuse(double cost) override {
    if (is_broke || paid + cost > most) return Millis(1'000);
    paid += cost;
    return std::nullopt;
  }

  std::vector<Json> inbox;
  int close_code = 0;
  double paid = 0;                                        ///< For what its messages made the server do.
  double most = std::numeric_limits<double>::infinity();  ///< That it can pay.
  bool is_broke = false;  ///< Nothing that costs more than a message is done for it.
};

/// A whole server but for its sockets: hub, rooms, records, bots, with their threads.
class House {
 public:
  /// The store outlives the house, so that another can be built upon it: a restart.
  explicit House(storage::Store& store, Hub::Options options = {});
  ~House();

  std::shared_ptr<TestClient> connect(Origin origin = {});
  /// Connects and says hello.
  std::shared_ptr<TestClient> guest(const std::string& name, Origin origin = {});
  void say(TestClient& client, const Json& message) { hub.received(client, message.dump()); }
  void say_text(TestClient& client, const std::string& text) { hub.received(client, text); }
  /// Says it and waits for the answer, found by its id.
  Json ask(TestClient& client, Json message);
  /// Waits until the client has been told a message of which `is_it` is true; gives the first such.
  Json wait_for(TestClient& client, const std::function<bool(const Json&)>& is_it, const std::string& what);
  Json wait_for(TestClient& client, const std::string& type);
  void wait_until(const std::function<bool()>& done, const std::string& what);

  boost::asio::io_context network;
  Metrics metrics;
  RecordQueue records;
  BotPool bots;
  Users users;
  Hub hub;

 private:
  // The network does not end while answers are still to come from other threads.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{network.get_executor()};
  std::int64_t last_id_ = 1000;
};

}  // namespace server
