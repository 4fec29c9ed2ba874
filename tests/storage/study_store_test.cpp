#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of studies; every implementation goes through all of it.
namespace storage {
namespace {

class StudyStoreTest : public StoreTest {
 protected:
  static constexpr int kMost = 3;

  static Study study(const std::string& id, const std::string& owner = "u_lin", Millis created = 5) {
    return {id, owner, "Lin 林", "'Openings'; --", "unlisted", created};
  }
  static ChapterEdit edit(int v, int by = 1) { return {"s1", 1, v, by, "{\"do\":\"cut\"}", 1'000 + v}; }

  WriteResult create(const Study& study) { return commit(CreateStudy{study, kMost}); }
  WriteResult append(const ChapterEdit& edit) { return commit(AppendChapterEdit{edit}); }
  /// A study with a chapter and so many edits.
  void begin(int edits) {
    ASSERT_EQ(create(study("s1")), WriteResult::done);
    ASSERT_EQ(commit(AddChapter{"s1", {1, "One", "xiangqi"}, "{}"}), WriteResult::done);
    for (int v = 1; v <= edits; ++v) ASSERT_EQ(append(edit(v)), WriteResult::done);
  }
};

INSTANTIATE_TEST_SUITE_P(All, StudyStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(StudyStoreTest, KeepsStudiesAndWhatTheyAreCalled) {
  EXPECT_EQ(create(study("s1")), kDone);
  EXPECT_EQ(reader_->study("s1"), study("s1"));
  EXPECT_EQ(reader_->study("s2"), std::nullopt);
  EXPECT_EQ(create(study("s1", "u_wu")), kRefused) << "the id is known";
  EXPECT_EQ(commit(ChangeStudy{"s1", "Endings", "public"}), kDone);
  EXPECT_EQ(reader_->study("s1")->name, "Endings");
  EXPECT_EQ(reader_->study("s1")->visibility, "public");
  EXPECT_EQ(commit(ChangeStudy{"s2", "Endings", "public"}), kRefused);
}

TEST_P(StudyStoreTest, LetsAUserMakeSoManyStudies) {
  for (const char* const id : {"a", "b", "c"}) EXPECT_EQ(create(study(id)), kDone);
  EXPECT_EQ(create(study("d")), kRefused);
  EXPECT_EQ(create(study("d", "u_wu")), kDone);
}

TEST_P(StudyStoreTest, NumbersMembersAsTheyCome) {
  create(study("s1"));
  EXPECT_EQ(commit(AddStudyMember{"s1", "u_wu", "Wu", "writer", kMost}), kDone);
  EXPECT_EQ(commit(AddStudyMember{"s1", "u_wu", "Wu", "viewer", kMost}), kRefused) << "a member already";
  EXPECT_EQ(commit(AddStudyMember{"s1", "u_lin", "Lin", "viewer", kMost}), kRefused) << "the first member";
  EXPECT_EQ(commit(AddStudyMember{"s2", "u_wu", "Wu", "writer", kMost}), kRefused) << "no such study";
  EXPECT_EQ(commit(AddStudyMember{"s1", "u_zhao", "Zhao", "viewer", kMost}), kDone);
  EXPECT_EQ(commit(AddStudyMember{"s1", "u_hu", "Hu", "viewer", kMost}), kRefused) << "so many";
  EXPECT_EQ(commit(ChangeStudyRole{"s1", 2, "gone"}), kDone);
  EXPECT_EQ(commit(ChangeStudyRole{"s1", 1, "gone"}), kRefused);
  EXPECT_EQ(reader_->study_members("s1"), (std::vector<StudyMember>{{1, "u_lin", "Lin 林", "owner"},
                                                                    {2, "u_wu", "Wu", "gone"},
                                                                    {3, "u_zhao", "Zhao", "viewer"}}));
}

// Others could push a user's own studies out of the list, by inviting to as many.
TEST_P(StudyStoreTest, FindsTheStudiesOfAMember) {
  for (const std::string id : {"u_lin", "u_wu"})
    commit(CreateAccount{{{id, "=" + id, false, 7}, {id}, "password"}, "token of " + id});
  create(study("old", "u_lin", 1));
  create(study("other", "u_wu", 2));
  create(study("new", "u_lin", 3));
  commit(AddStudyMember{"other", "u_lin", "Lin", "viewer", kMost});
  const std::vector<StudyOfMember> all{{study("new", "u_lin", 3), "owner"},
                                       {study("old", "u_lin", 1), "owner"},
                                       {study("other", "u_wu", 2), "viewer"}};
  EXPECT_EQ(reader_->studies_of("u_lin", 10), all);
  EXPECT_EQ(reader_->studies_of("u_lin", 1), (std::vector<StudyOfMember>{all[0]}));
  EXPECT_EQ(reader_->studies_of("u_lin", -1), std::vector<StudyOfMember>());
  EXPECT_EQ(reader_->studies_of("u_lin", 2), (std::vector<StudyOfMember>{all[0], all[1]}))
      << "none pushes them out";
  EXPECT_EQ(commit(Block{"u_lin", "u_wu", 1, 9}), kDone);
  EXPECT_EQ(reader_->studies_of("u_lin", 10), (std::vector<StudyOfMember>{all[0], all[1]}));
  EXPECT_EQ(reader_->studies_of("u_wu", 10),
            (std::vector<StudyOfMember>{{study("other", "u_wu", 2), "owner"}}))
      << "the other side sees its own";
  EXPECT_EQ(commit(EndRelation{"u_lin", "u_wu", "block"}), kDone);
  EXPECT_EQ(reader_->studies_of("u_lin", 10), all);
  commit(ChangeStudyRole{"other", 2, "gone"});
  EXPECT_EQ(reader_->studies_of("u_lin", 10).size(), 2u);
}

TEST_P(StudyStoreTest, AddsTheNextChapterAlone) {
  create(study("s1"));
  EXPECT_EQ(commit(AddChapter{"s1", {2, "Two", "gomoku"}, "{}"}), kRefused);
  EXPECT_EQ(commit(AddChapter{"s1", {1, "One", "xiangqi"}, "{}"}), kDone);
  EXPECT_EQ(commit(AddChapter{"s1", {1, "One", "xiangqi"}, "{}"}), kRefused);
  EXPECT_EQ(commit(AddChapter{"s1", {2, "Two", "gomoku"}, "{}"}), kDone);
  EXPECT_EQ(commit(AddChapter{"s2", {1, "One", "xiangqi"}, "{}"}), kRefused);
  EXPECT_EQ(reader_->study_chapters("s1"),
            (std::vector<ChapterLine>{{1, "One", "xiangqi"}, {2, "Two", "gomoku"}}));
}

// Two servers, or two who believe that they own the chapter.
TEST_P(StudyStoreTest, OfTwoWritersWithOneVersionOneGoesOn) {
  begin(2);
  EXPECT_EQ(append(edit(3, 1)), kDone);
  EXPECT_EQ(append(edit(3, 2)), kRefused);
  EXPECT_EQ(append(edit(5, 2)), kRefused) << "a gap";
  EXPECT_EQ(append(edit(4, 2)), kDone);
  ChapterEdit stray = edit(1);
  stray.chapter = 2;
  EXPECT_EQ(append(stray), kRefused) << "no such chapter";
  restart();
  EXPECT_EQ(reader_->chapter("s1", 1), (ChapterRecord{0, "{}", {edit(1), edit(2), edit(3, 1), edit(4, 2)}}));
}

TEST_P(StudyStoreTest, ReadsTheEditsAfterASnapshot) {
  begin(5);
  EXPECT_EQ(commit(KeepChapterSnapshot{"s1", 1, 3, "{\"v\":3}"}), kDone);
  EXPECT_EQ(commit(KeepChapterSnapshot{"s1", 1, 2, "{\"v\":2}"}), kRefused) << "older";
  EXPECT_EQ(commit(KeepChapterSnapshot{"s1", 1, 6, "{\"v\":6}"}), kRefused) << "not yet";
  EXPECT_EQ(reader_->chapter("s1", 1), (ChapterRecord{3, "{\"v\":3}", {edit(4), edit(5)}}));
  EXPECT_EQ(reader_->chapter_edits("s1", 1, 1, 2), (std::vector<ChapterEdit>{edit(2), edit(3)}))
      << "all are kept";
  EXPECT_EQ(reader_->chapter("s1", 2), std::nullopt);
}

TEST_P(StudyStoreTest, AChapterBearsTheNameThatItsLastEditGave) {
  begin(1);
  ChapterEdit rename = edit(2);
  rename.edit = R"({"do":"rename","text":"Two"})";
  const auto named = [&](int v, const std::string& text) {
    return commit(NameChapter{"s1", {1, "Two", "xiangqi"}, v, text});
  };
  EXPECT_EQ(named(2, rename.edit), kRefused) << "not yet";
  EXPECT_EQ(append(rename), kDone);
  EXPECT_EQ(named(2, "another's edit"), kRefused);
  EXPECT_EQ(named(2, rename.edit), kDone);
  EXPECT_EQ(reader_->study_chapters("s1").front().name, "Two");
  append(edit(3));
  EXPECT_EQ(named(2, rename.edit), kRefused) << "a later one may have given another";
}

// Of two servers one kept the chapter as it was before the other named it, and the old name came back.
TEST_P(StudyStoreTest, ASnapshotLeavesTheNameAlone) {
  begin(1);
  ChapterEdit rename = edit(2);
  rename.edit = R"({"do":"rename","text":"Two"})";
  append(rename);
  EXPECT_EQ(commit(NameChapter{"s1", {1, "Two", "xiangqi"}, 2, rename.edit}), kDone);
  EXPECT_EQ(commit(KeepChapterSnapshot{"s1", 1, 1, R"({"name":"One"})"}), kDone);
  EXPECT_EQ(reader_->study_chapters("s1").front().name, "Two");
}

class StudyEndTest : public StudyStoreTest {
 protected:
  WriteResult sweep(int rows) { return commit(SweepRecords{.most = 10, .rows = rows}); }
};

INSTANTIATE_TEST_SUITE_P(All, StudyEndTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(StudyEndTest, WhatIsRemovedIsNotSeenAndGoesInParts) {
  begin(5);
  create(study("s2"));
  commit(AddStudyMember{"s1", "u_wu", "Wu", "writer", kMost});
  EXPECT_EQ(sweep(2), kRefused) << "nothing is removed";
  EXPECT_EQ(commit(ChangeStudy{"s1", "x", "removed"}), kDone);
  EXPECT_EQ(reader_->study("s1"), std::nullopt);
  EXPECT_EQ(reader_->studies_of("u_wu", 10).size(), 0u);
  EXPECT_EQ(reader_->studies_of("u_lin", 10).size(), 1u);
  EXPECT_EQ(commit(ChangeStudy{"s1", "x", "public"}), kRefused) << "it stays so";
  EXPECT_EQ(commit(AddChapter{"s1", {2, "Two", "gomoku"}, "{}"}), kRefused);
  EXPECT_EQ(commit(AddStudyMember{"s1", "u_mei", "Mei", "writer", kMost}), kRefused);
  for (const std::size_t left : {3u, 1u, 0u}) {
    EXPECT_EQ(sweep(2), kDone);
    EXPECT_EQ(reader_->chapter_edits("s1", 1, 0, 10).size(), left);
  }
  EXPECT_EQ(reader_->study_chapters("s1").size(), 0u);
  EXPECT_EQ(reader_->study_members("s1").size(), 0u);
  EXPECT_EQ(sweep(2), kRefused) << "nothing is left";
  EXPECT_EQ(create(study("s1")), kDone);
}

// One was taken in ten seconds, and until it was gone it counted as one of its owner's.
TEST_P(StudyEndTest, SeveralSmallOnesGoAtOnce) {
  for (const char* const id : {"s1", "s2", "s3"}) {
    create(study(id));
    EXPECT_EQ(commit(ChangeStudy{id, "x", "removed"}), kDone);
  }
  EXPECT_EQ(sweep(10), kDone);
  EXPECT_EQ(sweep(10), kRefused) << "nothing is left";
  EXPECT_EQ(create(study("s1")), kDone);
}

TEST_P(StudyEndTest, EndsWithWhoMadeIt) {
  commit(CreateUser{{"g_lin", "Lin", true, 1}, "token"});
  create(study("s1", "g_lin"));
  const SweepUsers sweep{.after = "", .until = "z", .guests_before = 1'000, .players_before = 1};
  EXPECT_EQ(commit(sweep), kDone);
  EXPECT_TRUE(reader_->study("s1")) << "a guest who has a study is kept as those who have played";
  EXPECT_EQ(commit(ForgetGuest{"g_lin"}), kDone);
  EXPECT_EQ(reader_->study("s1"), std::nullopt) << "forgotten";
  create(study("s2", "u_gone"));
  EXPECT_EQ(commit(sweep), kDone);
  EXPECT_EQ(reader_->study("s2"), std::nullopt) << "of a user who is not there";
}

TEST_P(StudyEndTest, WhatAClosedAccountKeptForItselfGoes) {
  commit(CreateAccount{{{"u_lin", "Lin", false, 1}, {"lin"}, "password"}, "token"});
  Study own = study("s1");
  own.visibility = "private";
  create(own);
  create(study("s2"));
  EXPECT_EQ(commit(CloseAccount{"u_lin", "password"}), kDone);
  EXPECT_EQ(commit(SweepUsers{.after = "", .until = "z"}), kDone);
  EXPECT_EQ(reader_->study("s1"), std::nullopt);
  EXPECT_TRUE(reader_->study("s2")) << "others know its address";
}

}  // namespace
}  // namespace storage
