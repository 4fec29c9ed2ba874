#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of analyses; every implementation goes through all of it.
namespace storage {
namespace {

class AnalysisStoreTest : public StoreTest {
 protected:
  void create_finished(const std::string& id) {
    create(sample_game(id));
    commit(Append{sample_event(id, 1), Ending{"finished", "first", "five", 9}, {}});
  }

  static PlyAnalysis ply(int number) {
    return {number, "eval", -31, 0.25, "h8", "h8 i9", number == 0 ? "" : "blunder"};
  }
};

INSTANTIATE_TEST_SUITE_P(All, AnalysisStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(AnalysisStoreTest, KeepsWhatWasWritten) {
  create_finished("one");
  EXPECT_EQ(reader_->load_analysis("one"), std::nullopt);
  EXPECT_EQ(commit(RequestAnalysis{"one", 2, 5}), WriteResult::done);
  EXPECT_EQ(reader_->load_analysis("one"), (Analysis{"one", 2, 5}));
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(0)}), WriteResult::done);
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(1)}), WriteResult::done);
  EXPECT_EQ(commit(FinishAnalysis{"one", {97.5, 50}}), WriteResult::done);
  EXPECT_EQ(reader_->load_analysis("one"), (Analysis{"one", 2, 5, std::array{97.5, 50.0}, {ply(0), ply(1)}}));
}

TEST_P(AnalysisStoreTest, IsMadeOfAGameThatIsOverAndOnce) {
  create(sample_game("playing"));
  create_finished("one");
  EXPECT_EQ(commit(RequestAnalysis{"unknown", 2, 5}), WriteResult::refused);
  EXPECT_EQ(commit(RequestAnalysis{"playing", 2, 5}), WriteResult::refused);
  EXPECT_EQ(commit(RequestAnalysis{"one", 2, 5}), WriteResult::done);
  EXPECT_EQ(commit(RequestAnalysis{"one", 3, 6}), WriteResult::refused);
  EXPECT_EQ(reader_->load_analysis("one")->total, 2);
}

TEST_P(AnalysisStoreTest, HasNoGapsAndNothingTwice) {
  create_finished("one");
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(0)}), WriteResult::refused) << "nobody asked";
  commit(RequestAnalysis{"one", 2, 5});
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(1)}), WriteResult::refused);
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(0)}), WriteResult::done);
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(0)}), WriteResult::refused);
  EXPECT_EQ(commit(FinishAnalysis{"one", {}}), WriteResult::refused) << "one is missing";
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(1)}), WriteResult::done);
  EXPECT_EQ(commit(AppendAnalysis{"one", ply(2)}), WriteResult::refused) << "more than there are positions";
}

TEST_P(AnalysisStoreTest, ListsWhatIsUnfinishedInTheOrderInWhichItWasAskedFor) {
  for (const char* id : {"one", "two", "three"}) create_finished(id);
  commit(RequestAnalysis{"one", 1, 30});
  commit(RequestAnalysis{"two", 1, 10});
  commit(RequestAnalysis{"three", 1, 20});
  commit(AppendAnalysis{"three", ply(0)});
  EXPECT_EQ(reader_->unfinished_analyses(), (std::vector<std::string>{"two", "three", "one"}));
  commit(FinishAnalysis{"three", {}});
  EXPECT_EQ(reader_->unfinished_analyses(), (std::vector<std::string>{"two", "one"}));
}

TEST_P(AnalysisStoreTest, AServerThatStartsTakesUpWhatTheOneBeforeHasLeft) {
  for (const char* id : {"one", "two", "three"}) create_finished(id);
  commit(RequestAnalysis{"one", 1, 30});
  commit(RequestAnalysis{"two", 1, 10});
  commit(RequestAnalysis{"three", 1, 20});
  commit(AppendAnalysis{"three", ply(0)});
  commit(FinishAnalysis{"three", {}});
  EXPECT_TRUE(reader_->claim_analysis("one")) << "its own";
  restart();
  EXPECT_TRUE(reader_->claim_analysis("unknown"));
  EXPECT_EQ(reader_->claim_analyses(), (std::vector<std::string>{"two", "one"}));
  EXPECT_TRUE(reader_->claim_analysis("one"));
}

}  // namespace
}  // namespace storage
