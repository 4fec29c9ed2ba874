#include "server/studies/study_step.h"

#include <algorithm>
#include <utility>

#include "server/base/log.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
#include "server/protocol/study_codec.h"
#include "server/study/limits.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::StudyEdit;
using protocol::StudyRole;

/// Chapters with more nodes are not even tried as one message.
constexpr std::size_t kMostNodesOfMessage = 1'000;

/// None: another program wrote it.
std::optional<StudyEdit> edit_of(const storage::ChapterEdit& stored) {
  auto edit = protocol::read_edit_json(stored.edit);
  if (!edit) return std::nullopt;
  edit->version = stored.v;
  edit->by = stored.by;
  return *std::move(edit);
}

void note_damage(const ChapterKey& key, int version) {
  log_event(LogLevel::error, "study_unreadable",
            {{"study", key.study}, {"chapter", std::to_string(key.chapter)}, {"v", std::to_string(version)}});
}

}  // namespace

StudyText study_text(const protocol::ServerMessage& message, StudyRequestId id) {
  return std::make_shared<const std::string>(protocol::encode(message, id));
}

protocol::Error no_such_study() {
  return error(ErrorCode::not_found, "There is no such study.");
}

StudyStatePtr state_of(const ChapterKey& key, const storage::ChapterRecord& record) {
  auto chapter = protocol::read_chapter_json(record.snapshot);
  if (!chapter) return note_damage(key, record.v), nullptr;
  auto opened = study::StudyState::open(*std::move(chapter));
  if (!opened) return note_damage(key, record.v), nullptr;
  auto state = std::make_shared<study::StudyState>(*std::move(opened));
  for (const storage::ChapterEdit& stored : record.edits) {
    auto edit = edit_of(stored);
    if (!edit || !state->follow(*std::move(edit))) return note_damage(key, stored.v), nullptr;
  }
  return state;
}

int StudyStep::member() const {
  const auto* const member = study_ && user_ ? study_->member(*user_) : nullptr;
  return member ? member->number : 0;
}

bool StudyStep::fail(protocol::Error error) {
  refusal_ = std::move(error);
  return false;
}

bool StudyStep::read(storage::Reader& store, StudyStatePtr state, const storage::ChapterRecord* record) {
  state_ = std::move(state);
  study_ = user_ ? read_study_for(store, key_.study, *user_) : read_study(store, key_.study);
  if (!study_) return fail(no_such_study());
  if (!state_ && record) state_ = state_of(key_, *record);
  if (!state_) return fail(error(ErrorCode::internal, "This chapter cannot be read."));
  const int after = std::min(told_, state_->tree().version());
  return follow(store.chapter_edits(key_.study, key_.chapter, after, study::kMostEdits));
}

/// Edits that the state has already are not applied again: they are only told.
bool StudyStep::follow(const std::vector<storage::ChapterEdit>& edits) {
  for (const storage::ChapterEdit& stored : edits) {
    auto edit = edit_of(stored);
    const bool is_new = stored.v > state_->tree().version();
    if (!edit || (is_new && !state_->follow(*edit))) {
      note_damage(key_, stored.v);
      return fail(error(ErrorCode::internal, "This chapter cannot be read."));
    }
    if (stored.v > told_) news_.push_back(told_change(*std::move(edit)));
  }
  return true;
}

/// With the notation, which is not stored.
StudyText StudyStep::told_change(StudyEdit edit) const {
  const study::TreeNode* const added =
      edit.kind == protocol::EditKind::add ? state_->tree().find(edit.id) : nullptr;
  if (added) edit.notation = added->notation;
  return study_text(protocol::StudyChange{key_.study, key_.chapter, std::move(edit)});
}

protocol::Study StudyStep::told_study() const {
  return {.info = to_info(*study_),
          .you = member(),
          .chapter = key_.chapter,
          .version = state_->tree().version(),
          .content = std::nullopt};
}

void StudyStep::open(storage::Reader& store, const protocol::OpenStudy& asked, StudyRequestId id) {
  protocol::Study study = told_study();
  if (asked.seen && catch_up(store, study, *asked.seen, id)) return;
  if (state_->tree().size() <= kMostNodesOfMessage) {
    study.content = state_->tree().chapter();
    answers_.push_back(study_text(study, id));
    if (answers_.back()->size() <= kLongestContent) return;
    answers_.clear();
    study.content.reset();
  }
  study.is_long = true;
  answers_.push_back(study_text(study, id));
}

/// Whether the edits that the client has missed are all that it needs.
bool StudyStep::catch_up(storage::Reader& store, const protocol::Study& study, int seen, StudyRequestId id) {
  if (seen > study.version || study.version - seen > kMostMissed) return false;
  std::vector<StudyText> all{study_text(study, id)};
  std::size_t bytes = 0;
  for (const storage::ChapterEdit& stored :
       store.chapter_edits(key_.study, key_.chapter, seen, study.version - seen)) {
    auto edit = edit_of(stored);
    if (!edit) return false;
    all.push_back(told_change(*std::move(edit)));
    bytes += all.back()->size();
  }
  if (bytes > kLongestContent) return false;
  answers_ = std::move(all);
  return true;
}

void StudyStep::show_content() {
  protocol::Study study = told_study();
  study.content = state_->tree().chapter();
  answers_.push_back(std::make_shared<const std::string>(protocol::study_json(study)));
}

void StudyStep::edit(const protocol::EditStudy& asked, StudyRequestId id, storage::Millis now) {
  const storage::StudyMember* const by = user_ ? study_->member(*user_) : nullptr;
  study::EditRequest request{.edit = asked.edit, .seen = asked.seen};
  request.by = by ? by->number : 0;
  request.role = by ? role_of(*by) : StudyRole::viewer;
  auto decision = state_->decide(request);
  if (decision.refusal) return void(fail(*std::move(decision.refusal)));
  protocol::Ack ack;
  ack.version = decision.edit ? decision.edit->version : state_->tree().version();
  if (decision.id != 0) ack.node = decision.id;
  if (id) answer(ack, id);
  if (!decision.edit) return;
  const StudyEdit& edit = *decision.edit;
  storage::ChapterEdit row{key_.study, key_.chapter, edit.version, edit.by, protocol::edit_json(edit), now};
  if (edit.kind == protocol::EditKind::rename) {
    renames_ = true;
    writes_.emplace_back(storage::NameChapter{
        key_.study, {key_.chapter, edit.text, state_->tree().head().game}, edit.version, row.edit});
  }
  // First: the other names what it has written.
  writes_.emplace(writes_.begin(), storage::AppendChapterEdit{std::move(row)});
  change_ = study_text(protocol::StudyChange{key_.study, key_.chapter, edit});
}

void StudyStep::answer(const protocol::ServerMessage& message, StudyRequestId id) {
  answers_.push_back(study_text(message, id));
}

void StudyStep::keep_snapshot() {
  const study::ChapterTree& tree = state_->tree();
  writes_.emplace_back(storage::KeepChapterSnapshot{key_.study, key_.chapter, tree.version(),
                                                    protocol::chapter_json(tree.chapter())});
}

}  // namespace server
