#include "server/studies/stored_study.h"

#include <algorithm>
#include <utility>

#include "server/protocol/study_codec.h"

namespace server {

using protocol::StudyRole;

StudyRole role_of(const storage::StudyMember& member) {
  return protocol::from_word<StudyRole>(member.role).value_or(StudyRole::viewer);
}

const storage::StudyMember* StoredStudy::member(std::string_view user) const {
  const auto is_user = [&](const storage::StudyMember& each) {
    return each.user == user && role_of(each) != StudyRole::gone;
  };
  const auto found = std::ranges::find_if(members, is_user);
  return user.empty() || found == members.end() ? nullptr : &*found;
}

bool StoredStudy::is_seen_by(std::string_view user) const {
  return about.visibility != "private" || member(user) != nullptr;
}

std::optional<StoredStudy> read_study(storage::StudyReader& store, const std::string& id) {
  auto about = store.study(id);
  if (!about) return std::nullopt;
  return StoredStudy{*std::move(about), store.study_members(id), store.study_chapters(id)};
}

std::optional<StoredStudy> read_study_for(storage::StudyReader& store, const std::string& id,
                                          std::string_view user) {
  auto study = read_study(store, id);
  if (study && !study->is_seen_by(user)) study.reset();
  return study;
}

protocol::StudyInfo to_info(const StoredStudy& study) {
  protocol::StudyInfo info{.study_id = study.about.id,
                           .name = study.about.name,
                           .visibility = study.about.visibility,
                           .members = {},
                           .chapters = {}};
  for (const storage::StudyMember& each : study.members)
    info.members.push_back({each.number, each.name, role_of(each)});
  for (const storage::ChapterLine& each : study.chapters)
    info.chapters.push_back({each.number, each.name, each.game});
  return info;
}

}  // namespace server
