#include "server/analysis/opening_sweep.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/server/identity/network.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using std::chrono::milliseconds;

class OpeningSweepTest : public NetworkTest {
 protected:
  void add(const std::string& id, const std::string& game, const std::vector<std::string>& moves,
           const std::string& ending = "") {
    std::vector<storage::Write> writes;
    storage::Game header;
    header.id = id;
    header.game = game;
    header.created = ++created_;
    header.seats[0].name = "Lin";
    header.seats[1].name = "Mei";
    header.opening_code = storage::kUnclassified;
    writes.emplace_back(storage::CreateGame{header});
    int v = 0;
    for (const std::string& move : moves) {
      storage::Event event;
      event.game = id;
      event.ply = event.v = ++v;
      event.kind = storage::EventKind::move;
      event.move = move;
      writes.emplace_back(storage::Append{event, {}, {}});
    }
    if (!ending.empty()) {
      storage::Event end;
      end.game = id;
      end.v = ++v;
      end.ply = static_cast<int>(moves.size());
      end.kind = storage::EventKind::end;
      end.detail = ending;
      writes.emplace_back(storage::Append{end, storage::Ending{"finished", "", "", 0}, {}});
    }
    store_.commit(writes);
  }
  std::string final_pos_of(const std::string& id) { return store_.load(id)->game.ending.pos; }
  std::string code_of(const std::string& id) { return store_.load(id)->game.opening_code; }

 private:
  storage::Millis created_ = 0;
};

// In pages of two; what comes later is found after the rest.
TEST_F(OpeningSweepTest, LooksAtAllGamesOfBefore) {
  add("cannon", "xiangqi", {"h2e2", "h7e7"});
  add("moon", "gomoku", {"h8", "h9", "i9"});
  add("discs", "antireversi", {"d3"});
  add("rook", "xiangqi", {"a0a1"});
  add("unknown", "chess", {"e2e4"});
  const OpeningSweep sweep(
      io_.get_executor(), records_,
      {.page = 2, .step = milliseconds(1), .retry = milliseconds(1), .rest = milliseconds(1)});
  run_io_until(io_, [&] { return store_.unclassified(1).empty(); });
  EXPECT_EQ(code_of("cannon"), "D0a");
  EXPECT_EQ(code_of("moon"), "4D");
  for (const char* id : {"discs", "rook", "unknown"}) EXPECT_EQ(code_of(id), "") << id;
  EXPECT_EQ(final_pos_of("cannon"), "") << "it goes on";
  add("late", "xiangqi", {"c3c4"});
  run_io_until(io_, [&] { return store_.unclassified(1).empty(); });
  EXPECT_EQ(code_of("late"), "E0a");
}

TEST_F(OpeningSweepTest, SeesHowGamesOfBeforeEnded) {
  add("cannon", "xiangqi", {"h2e2"}, "finished second resign");
  const OpeningSweep sweep(io_.get_executor(), records_, {.step = milliseconds(1)});
  run_io_until(io_, [&] { return store_.unclassified(1).empty(); });
  EXPECT_EQ(final_pos_of("cannon"), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
}

}  // namespace
}  // namespace server
