#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/time.h"

/// Studies: chapters that several people write, as the edits of which they are made. Snapshots and edits are
/// text that only the server understands.
namespace storage {

/// Numbers are never given to another: comments and edits name their author by them.
struct StudyMember {
  int number = 0;    ///< 1, 2, 3, ... in the order in which they came; 1 is who made the study.
  std::string user;  ///< User::id
  std::string name;  ///< As it was then.
  std::string role;  ///< "owner", "writer", "viewer"; "gone": a member no more, whose words stay.
  bool operator==(const StudyMember&) const = default;
};

struct Study {
  std::string id;          ///< In addresses. Who knows it sees the study unless it is private.
  std::string owner;       ///< User::id of the first member,
  std::string owner_name;  ///< as it was then.
  std::string name;
  std::string visibility;  ///< "private", "unlisted" or "public"; "removed": no reader finds it any more.
  Millis created = 0;
  bool operator==(const Study&) const = default;
};

/// A study in the list of a user.
struct StudyOfMember {
  Study study;
  std::string role;  ///< StudyMember::role of that user.
  bool operator==(const StudyOfMember&) const = default;
};

/// A line in the list of a study's chapters.
struct ChapterLine {
  int number = 0;  ///< 1, 2, 3, ... within the study.
  std::string name;
  std::string game;
  bool operator==(const ChapterLine&) const = default;
};

/// One step in the life of a chapter; nothing of it ever changes.
/// `edit` is JSON of the protocol.
struct ChapterEdit {
  std::string study;  ///< Study::id
  int chapter = 0;    ///< ChapterLine::number
  int v = 0;          ///< 1, 2, 3, ... without gaps.
  int by = 0;         ///< StudyMember::number
  std::string edit;
  Millis at = 0;
  bool operator==(const ChapterEdit&) const = default;
};

/// What a chapter is made of: how it was at some version, and the edits after it.
struct ChapterRecord {
  int v = 0;  ///< Of the snapshot.
  std::string snapshot;
  std::vector<ChapterEdit> edits;
  bool operator==(const ChapterRecord&) const = default;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// Refused when the id is known, or the owner has made so many.
struct CreateStudy {
  Study study;
  int most = 0;
};

/// A new name and visibility. Refused when there is no such study. One that is removed stays so; its rows go
/// with SweepRecords.
struct ChangeStudy {
  std::string id;
  std::string name;
  std::string visibility;
};

/// The next member. Refused when the user is one, when there are so many, or no such study.
struct AddStudyMember {
  std::string study;
  std::string user;
  std::string name;
  std::string role;
  int most = 0;
};

/// Refused when there is no such member but the first.
struct ChangeStudyRole {
  std::string study;
  int number = 0;
  std::string role;
};

/// The next chapter, as it is at version 0. Refused unless its number is the next one, or when there is no
/// such study.
struct AddChapter {
  std::string study;
  ChapterLine chapter;
  std::string snapshot;
};

/// The next edit of a chapter. Refused unless its version is one more than the last, or when there is no such
/// chapter: of two writers that both believe to own it only one can go on.
struct AppendChapterEdit {
  ChapterEdit edit;
};

/// How a chapter is at some version: a server that opens it reads the edits after that alone. Its name in
/// lists is NameChapter's. Refused when a later one is there, or the edits do not go so far.
struct KeepChapterSnapshot {
  std::string study;
  int chapter = 0;
  int v = 0;
  std::string snapshot;
};

/// The name that an edit has given to a chapter, for lists: all else of it is told by edits alone. Refused
/// unless that very edit is the last one.
struct NameChapter {
  std::string study;
  ChapterLine chapter;
  int v = 0;
  std::string edit;  ///< ChapterEdit::edit
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads studies; the same promises.
class StudyReader {
 public:
  virtual ~StudyReader() = default;

  /// None: there is no such study. Who may see it is the server's to judge.
  virtual std::optional<Study> study(std::string_view id) = 0;
  /// A user's own, then those of others, none blocked, where it is a member; newest first, at most so many.
  virtual std::vector<StudyOfMember> studies_of(std::string_view user, int most) = 0;
  /// In the order of their numbers, the first one and those who are gone among them.
  virtual std::vector<StudyMember> study_members(std::string_view study) = 0;
  /// In the order of their numbers.
  virtual std::vector<ChapterLine> study_chapters(std::string_view study) = 0;
  /// None: there is no such chapter.
  virtual std::optional<ChapterRecord> chapter(std::string_view study, int number) = 0;
  /// The edits after a version, in their order, at most so many.
  virtual std::vector<ChapterEdit> chapter_edits(std::string_view study, int number, int after, int most) = 0;
};

}  // namespace storage
