#pragma once

#include <tuple>
#include <utility>

#include "storage/sql/study_queries.h"
#include "storage/study.h"

/// The writes of studies as statements.h has them, and their rows as rows.h has them.
namespace storage::sql {

inline auto statement_of(const CreateStudy& create) {
  const Study& study = create.study;
  return std::pair(kInsertStudy, std::tie(study.id, study.owner, study.owner_name, study.name,
                                          study.visibility, study.created, create.most));
}

inline auto statement_of(const ChangeStudy& change) {
  return std::pair(kChangeStudy, std::tie(change.id, change.name, change.visibility));
}

inline auto statement_of(const AddStudyMember& add) {
  return std::pair(kInsertStudyMember, std::tie(add.study, add.user, add.name, add.role, add.most));
}

inline auto statement_of(const ChangeStudyRole& change) {
  return std::pair(kChangeStudyRole, std::tie(change.study, change.number, change.role));
}

inline auto statement_of(const AddChapter& add) {
  const ChapterLine& chapter = add.chapter;
  return std::pair(kInsertChapter,
                   std::tie(add.study, chapter.number, chapter.name, chapter.game, add.snapshot));
}

inline auto statement_of(const AppendChapterEdit& append) {
  const auto& [study, chapter, v, by, edit, at] = append.edit;
  return std::pair(kAppendChapterEdit, std::tie(study, chapter, v, by, edit, at));
}

inline auto statement_of(const KeepChapterSnapshot& keep) {
  return std::pair(kKeepChapterSnapshot, std::tie(keep.study, keep.chapter, keep.v, keep.snapshot));
}

inline auto statement_of(const NameChapter& name) {
  return std::pair(kNameChapter,
                   std::tie(name.study, name.chapter.number, name.chapter.name, name.v, name.edit));
}

template <class Row>
Study read_study(Row& row) {
  return {row.text(), row.text(), row.text(), row.text(), row.text(), row.millis()};
}

template <class Row>
StudyOfMember read_study_of_member(Row& row) {
  return {read_study(row), row.text()};
}

template <class Row>
StudyMember read_study_member(Row& row) {
  return {row.number(), row.text(), row.text(), row.text()};
}

template <class Row>
ChapterLine read_chapter_line(Row& row) {
  return {row.number(), row.text(), row.text()};
}

template <class Row>
ChapterRecord read_chapter(Row& row) {
  return {row.number(), row.text(), {}};
}

template <class Row>
ChapterEdit read_chapter_edit(Row& row) {
  return {row.text(), row.number(), row.number(), row.number(), row.text(), row.millis()};
}

}  // namespace storage::sql
