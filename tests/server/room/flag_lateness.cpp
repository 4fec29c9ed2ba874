// Measures how late flags fall: rooms with a running clock each, and a bot pool that never rests.
//
//     flag_lateness [rooms=500] [threads of the pool=2]
//
// Says what GET /metrics would (sanqi_clock_flag_lateness_seconds). Not a test: it depends on the machine.
#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "engine/games/registry.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/bots/bot_pool.h"
#include "server/room/room.h"
#include "tests/server/room/lone_owner.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

using namespace std::chrono_literals;

/// Keeps a thread of the pool busy for as long as the program runs.
void think_for_ever(BotPool& pool) {
  const engine::Game& game = *engine::find_game("gomoku");
  BotRequest request;
  request.room = "busy";
  request.game = &game;
  request.match = *game.new_match({});
  request.limits.time = 700ms;
  pool.think(std::move(request), [&pool](BotAnswer) { think_for_ever(pool); });
}

/// Counts the games that are over, and stops the network with the last.
class Spectator : public LoneOwner {
 public:
  Spectator(boost::asio::io_context& network, int rooms) : network_(network), rooms_(rooms) {}

  int over() const { return over_; }

  void changed(Room& room) override {
    over_ += room.state().log().over();
    if (over_ == rooms_) network_.stop();
  }

 private:
  boost::asio::io_context& network_;
  const int rooms_;
  int over_ = 0;
};

/// Two people who make their first moves and then go away; `thinking_time` later a flag falls.
std::shared_ptr<Room> abandoned_game(const RoomContext& context, int number, Millis thinking_time) {
  storage::Game header;
  header.id = "flag" + std::to_string(number);
  header.game = "gomoku";
  header.time = to_record({.initial = thinking_time});
  header.seats[0].name = "Lin";
  header.seats[0].user = "lin";
  auto log = GameLog::begin(*engine::find_game("gomoku"), std::move(header));
  auto room = std::make_shared<Room>(context, RoomState(*std::move(log), server_now()));
  room->open([](Persisted) {});
  const std::pair<ViewerId, const char*> players[] = {{1, "lin"}, {2, "wang"}};
  for (const auto& [viewer, user] : players) {
    Joined joined;
    joined.reply_to.viewer = viewer;
    joined.user = {user, user, true};
    joined.as_player = true;
    room->handle(std::move(joined));
  }
  for (int ply = 0; ply < 2; ++ply) {
    MoveSent move;
    move.reply_to.viewer = static_cast<ViewerId>(ply + 1);
    move.ply = ply;
    move.move = std::string(ply == 0 ? "h8" : "i9");
    room->handle(std::move(move));
  }
  return room;
}

void measure(int rooms, unsigned threads) {
  boost::asio::io_context network(1);
  storage::MemoryStore store;
  Metrics metrics;
  RecordQueue records(store, network.get_executor());
  BotPool pool(network.get_executor(), metrics, {.threads = threads});
  for (unsigned i = 0; i < 2 * threads; ++i) think_for_ever(pool);
  Spectator owner(network, rooms);
  const RoomContext context{.network = network.get_executor(),
                            .records = records,
                            .bots = pool,
                            .metrics = metrics,
                            .owner = owner};
  std::vector<std::shared_ptr<Room>> all;
  for (int i = 0; i < rooms; ++i) all.push_back(abandoned_game(context, i, 2s + 8000ms * i / rooms));
  network.run_for(60s);
  std::printf("%d of %d flags fell, %u threads thinking\n", owner.over(), rooms, threads);
  const std::string text = metrics.text();
  for (std::size_t at = text.find("sanqi_clock_flag_lateness_seconds"); at != std::string::npos;) {
    const std::size_t end = text.find('\n', at);
    std::puts(text.substr(at, end - at).c_str());
    at = text.find("sanqi_clock_flag_lateness_seconds", end);
  }
}

}  // namespace
}  // namespace server

int main(int argc, char** argv) {
  server::start_log(server::LogFormat::text, "off");
  server::measure(argc > 1 ? std::atoi(argv[1]) : 500,
                  argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 2);
}
