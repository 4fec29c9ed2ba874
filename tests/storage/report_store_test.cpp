#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of reports; every implementation goes through all of it.
namespace storage {
namespace {

class ReportStoreTest : public StoreTest {
 protected:
  static Report report(const std::string& game, Millis said, Millis reported) {
    return {game, "all", "'rude'; -- 笨", said, "g_wang", "Wang", "g_lin", "Lin 林", reported};
  }
  WriteResult write(const Report& report) { return commit(ReportLine{report}); }
  WriteResult report_club(const std::string& id, Millis at) {
    Report report = this->report(id, at, at);
    report.room = "club";
    return write(report);
  }
  /// With an account that has it.
  void make_club(const std::string& id) {
    commit(CreateAccount{{{"u_wang", "Wang", false, 1}, {"wang", "wang", "", ""}, "password"}, "hash"});
    ASSERT_EQ(commit(CreateClub{{id, "u_wang", "Go", "", "open", 5, "Wang", 1}, {"go", "go", "", ""}, ""}),
              WriteResult::done);
  }
};

INSTANTIATE_TEST_SUITE_P(All, ReportStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

using Reports = std::vector<Report>;

TEST_P(ReportStoreTest, KeepsWhatWasWritten) {
  create(sample_game("one"));
  EXPECT_EQ(reader_->reports(10), Reports{});
  EXPECT_EQ(write(report("one", 5, 6)), WriteResult::done);
  EXPECT_EQ(reader_->reports(10), Reports{report("one", 5, 6)});
}

TEST_P(ReportStoreTest, RecordsALineOnce) {
  create(sample_game("one"));
  create(sample_game("two"));
  write(report("one", 5, 6));
  Report again = report("one", 5, 7);
  again.reporter = "g_zhao";
  EXPECT_EQ(write(again), WriteResult::refused);
  EXPECT_EQ(write(report("one", 6, 7)), WriteResult::done) << "another line";
  EXPECT_EQ(write(report("two", 5, 8)), WriteResult::done) << "another game";
  EXPECT_EQ(reader_->reports(10), (Reports{report("two", 5, 8), report("one", 6, 7), report("one", 5, 6)}));
}

TEST_P(ReportStoreTest, RefusesALineOfAnUnknownGame) {
  EXPECT_EQ(write(report("unknown", 5, 6)), WriteResult::refused);
  EXPECT_EQ(reader_->reports(10), Reports{});
}

TEST_P(ReportStoreTest, AClubIsReportedOnceUntilThatIsDecided) {
  EXPECT_EQ(report_club("club", 5), WriteResult::refused) << "there is none";
  make_club("club");
  EXPECT_EQ(report_club("club", 6), WriteResult::done);
  EXPECT_EQ(report_club("club", 7), WriteResult::refused);
  EXPECT_EQ(write(report("club", 8, 8)), WriteResult::refused) << "it is no game";
  Moderate dismiss;
  dismiss.line.at = 9;
  dismiss.line.act = "dismiss";
  dismiss.line.subject = "g_wang";
  dismiss.line.game = "club";
  dismiss.decides = true;
  EXPECT_EQ(commit(dismiss), WriteResult::done);
  EXPECT_TRUE(reader_->open_reports({}, 10).empty());
  EXPECT_EQ(report_club("club", 10), WriteResult::done) << "it may say something else by now";
  EXPECT_EQ(reader_->open_reports({}, 10).size(), 1u);
  EXPECT_EQ(commit(CloseClub{"club", "u_wang"}), WriteResult::done);
  EXPECT_EQ(reader_->reports(10), Reports{});
}

// Its owner changed it after a first report, be it a friend's: what others reported was lost, and the
// moderator read the harmless text.
TEST_P(ReportStoreTest, AnOpenReportOfAClubTellsWhatItHasSaidSince) {
  make_club("club");
  const auto report_text = [this](const std::string& text, Millis at) {
    Report report = this->report("club", at, at);
    report.room = "club";
    report.text = text;
    report.reporter = "g_" + std::to_string(at);
    return write(report);
  };
  EXPECT_EQ(report_text("Go\nWe play.", 6), WriteResult::done);
  EXPECT_EQ(report_text("Go\n'; rude %_", 7), WriteResult::done);
  EXPECT_EQ(report_text("Go\n'; rude %_", 8), WriteResult::refused) << "it stands there";
  EXPECT_EQ(report_text("Go", 9), WriteResult::refused) << "so does that";
  const auto open = reader_->open_reports({}, 10);
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].text, "Go\nWe play.\n\nWang:\nGo\n'; rude %_");
  EXPECT_EQ(open[0].reporter, "g_6");
  EXPECT_EQ(open[0].reported, 6) << "it keeps its place in the list";
  EXPECT_EQ(report_text(std::string(4'000, 'x'), 10), WriteResult::done);
  EXPECT_EQ(report_text("More", 11), WriteResult::refused) << "it is long";
}

// What the first owner wrote once the club was theirs again stood under the name of the next one.
TEST_P(ReportStoreTest, AnOpenReportOfAClubNamesWhoWroteEachText) {
  make_club("club");
  report_club("club", 6);
  Report next = report("club", 7, 7);
  next.room = "club";
  next.text = "vile";
  next.accused = "u_lin";
  next.accused_name = "Lin";
  EXPECT_EQ(write(next), WriteResult::done);
  Report back = report("club", 8, 8);
  back.room = "club";
  back.text = "worse";
  EXPECT_EQ(write(back), WriteResult::done);
  EXPECT_EQ(reader_->open_reports({}, 10).at(0).text,
            report("club", 6, 6).text + "\n\nLin:\nvile\n\nWang:\nworse");
}

TEST_P(ReportStoreTest, ALineOfChatIsReportedAsItWasSaid) {
  create(sample_game("one"));
  write(report("one", 5, 6));
  Report again = report("one", 5, 7);
  again.text = "other";
  EXPECT_EQ(write(again), WriteResult::refused);
  EXPECT_EQ(reader_->reports(10), Reports{report("one", 5, 6)});
}

// They named a club that was no more, for as long as reports are kept.
TEST_P(ReportStoreTest, AClubThatEndsWithItsOwnersAccountTakesItsReportsAlong) {
  create(sample_game("club"));
  make_club("club");
  report_club("club", 6);
  write(report("club", 7, 7));
  EXPECT_EQ(commit(CloseAccount{"u_wang", "wrong"}), WriteResult::refused);
  EXPECT_EQ(reader_->reports(10).size(), 2u);
  EXPECT_EQ(commit(CloseAccount{"u_wang", "password"}), WriteResult::done);
  EXPECT_EQ(reader_->reports(10), Reports{report("club", 7, 7)}) << "of a line in a game";
}

TEST_P(ReportStoreTest, ShowsTheNewestFirstAndNoMoreThanAskedFor) {
  for (const char* id : {"a", "b", "c"}) create(sample_game(id));
  for (const Report& each :
       {report("b", 1, 20), report("a", 3, 30), report("a", 2, 30), report("c", 3, 30)}) {
    write(each);
  }
  EXPECT_EQ(reader_->reports(3), (Reports{report("c", 3, 30), report("a", 3, 30), report("a", 2, 30)}));
  EXPECT_EQ(reader_->reports(4).back(), report("b", 1, 20));
  EXPECT_EQ(reader_->reports(0), Reports{});
  EXPECT_EQ(reader_->reports(-1), Reports{});
}

}  // namespace
}  // namespace storage
