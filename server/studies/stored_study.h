#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/messages.h"
#include "storage/study.h"

namespace server {

/// A study without its chapters' moves, and who may do what with it.
struct StoredStudy {
  storage::Study about;
  std::vector<storage::StudyMember> members;
  std::vector<storage::ChapterLine> chapters;

  /// Null: this user is none, or not any more.
  const storage::StudyMember* member(std::string_view user) const;
  /// What is private is seen by members alone.
  bool is_seen_by(std::string_view user) const;
};

/// As it stands in the store; none: there is no such study. For the pool. Three look-ups.
std::optional<StoredStudy> read_study(storage::StudyReader& store, const std::string& id);
/// The same, if this user may see it.
std::optional<StoredStudy> read_study_for(storage::StudyReader& store, const std::string& id,
                                          std::string_view user);

protocol::StudyInfo to_info(const StoredStudy& study);
/// A word of the store that is unknown gives no rights.
protocol::StudyRole role_of(const storage::StudyMember& member);

}  // namespace server
