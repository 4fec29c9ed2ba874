#include "server/library/library_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <mutex>

#include "server/formats/game_file.h"
#include "server/records/record_queue.h"
#include "tests/server/library/random_games.h"
#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using testing::ElementsAre;

/// Notes which imports had a batch, one after another.
class NotingStore final : public storage::Store {
 public:
  explicit NotingStore(const std::filesystem::path& file) : store_(file) {}

  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    auto results = store_.commit(writes);
    const std::lock_guard lock(mutex_);
    for (const storage::Write& write : writes)
      if (const auto* add = std::get_if<storage::AddGames>(&write)) batches_.push_back(add->import);
    return results;
  }
  std::shared_ptr<storage::Reader> open_reader() override { return store_.open_reader(); }

  std::vector<std::string> batches() {
    const std::lock_guard lock(mutex_);
    return batches_;
  }

 private:
  storage::SqliteStore store_;
  std::mutex mutex_;
  std::vector<std::string> batches_;
};

std::string pgn_of_games(int games) {
  std::string text;
  for (int i = 0; i < games; ++i)
    text += write_game("pgn", random_game({engine::find_game("xiangqi"), "standard"}, 30))->text + "\n";
  return text;
}

class LibraryWorkTest : public testing::Test {
 protected:
  void write(storage::Write write) {
    ASSERT_EQ(store_.commit(std::span(&write, 1)).front(), storage::WriteResult::done);
  }
  storage::LibraryReader& library() { return reader_->library(); }
  void receive(const std::string& owner, const std::string& import, const std::string& file,
               const std::string& address = "") {
    write(storage::CreateUser{{owner, owner, false, 1}, "hash of " + owner});
    write(storage::CreateCollection{
        {.id = "of " + owner, .owner = owner, .name = "n", .visibility = "private"}, 10});
    write(storage::BeginImport{{.id = import,
                                .collection = library().collection("of " + owner)->number,
                                .owner = owner,
                                .bytes = static_cast<std::int64_t>(file.size())}});
    for (std::size_t at = 0; at < file.size(); at += kBytesOfPart)
      write(storage::KeepPart{import, static_cast<int>(at / kBytesOfPart), {file.substr(at, kBytesOfPart)}});
    write(storage::StartImport{import, "", address});
  }
  /// Until nothing is left to do.
  void work(ImportTurn turn) {
    LibraryWork work(store_, records_, quota_, {}, turn);
    run_io_until(io_, [&] { return !library().waiting_import("") && !library().unindexed_collection(""); });
  }

  TemporaryFolder folder_;
  NotingStore store_{folder_ / "games.db"};
  std::shared_ptr<storage::Reader> reader_ = store_.open_reader();
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor()};
  ImportQuota quota_{{.kept = {.count = 20'000, .per = std::chrono::days(1)}}};
};

// A file of a hundred thousand games held up all others for minutes.
TEST_F(LibraryWorkTest, FilesOfOwnersAreReadInTurns) {
  receive("u_a", "long", pgn_of_games(200));
  receive("u_b", "short", pgn_of_games(10));
  work({.games = 64});
  EXPECT_THAT(store_.batches(), ElementsAre("long", "short", "long", "long", "long"));
  EXPECT_EQ(library().collection("of u_a")->games, 200);
}

TEST_F(LibraryWorkTest, AnImportIntoWhatWasRemovedHoldsUpNothing) {
  receive("u_a", "removed", pgn_of_games(2));
  receive("u_b", "short", pgn_of_games(2));
  write(storage::RemoveCollection{"of u_a", "u_a"});
  work({});
  EXPECT_THAT(store_.batches(), ElementsAre("short"));
}

// A guest had 512 MiB, and one address makes a hundred guests in ten minutes.
TEST_F(LibraryWorkTest, AnAddressPaysForAllOfItsGuests) {
  const std::string file = pgn_of_games(10);
  for (const std::string number : {"1", "2", "3"}) {
    receive("g_" + number, "imp" + number, file, "192.0.2.1");
    quota_.begin("imp" + number, "192.0.2.1");
  }
  receive("g_4", "of another", file, "192.0.2.2");
  quota_.begin("of another", "192.0.2.2");
  work({});
  EXPECT_EQ(library().library_import("imp1")->status, "done");
  EXPECT_EQ(library().library_import("imp2")->status, "full");
  EXPECT_EQ(library().library_import("imp3")->status, "full");
  EXPECT_EQ(library().library_import("of another")->status, "done");
  EXPECT_THAT(quota_.imports(), testing::IsEmpty());
}

// Another server, or this one before a restart, knew alone who was to pay.
TEST_F(LibraryWorkTest, AnAddressPaysForWhatAnotherServerHasBegun) {
  const std::string file = pgn_of_games(10);
  for (const std::string number : {"1", "2"}) receive("g_" + number, "imp" + number, file, "192.0.2.1");
  work({});
  EXPECT_EQ(library().library_import("imp1")->status, "done");
  EXPECT_EQ(library().library_import("imp2")->status, "full");
  EXPECT_EQ(library().library_import("imp1")->address, "") << "is kept no longer than it pays";
  EXPECT_THAT(quota_.imports(), testing::IsEmpty());
}

TEST(ImportQuota, SoManyOfAnAddressWaitAndOfANetworkFourTimesAsMany) {
  ImportQuota quota({.waiting = 2, .most = 20});
  int number = 0;
  const auto begin = [&](const std::string& address) {
    return quota.begin("imp" + std::to_string(++number), address);
  };
  EXPECT_TRUE(begin("192.0.2.1"));
  EXPECT_TRUE(begin("192.0.2.1"));
  EXPECT_FALSE(begin("192.0.2.1"));
  EXPECT_TRUE(quota.begin("imp1", "192.0.2.1")) << "asked twice";
  quota.end("imp1");
  EXPECT_TRUE(begin("192.0.2.1"));
  int of_network = 0;
  for (const char* network : {"1", "2", "3", "4", "5", "6"})
    while (begin("2001:db8:1:" + std::string(network) + "::/64")) ++of_network;
  EXPECT_EQ(of_network, 8);
  for (int other = 0; quota.imports().size() < 20; ++other)
    EXPECT_TRUE(begin("198.51.100." + std::to_string(other)));
  EXPECT_FALSE(begin("203.0.113.1")) << "of all";
}

}  // namespace
}  // namespace server
