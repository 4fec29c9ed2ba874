#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/protocol/messages.h"
#include "server/studies/stored_study.h"
#include "server/study/study_state.h"
#include "storage/store.h"

namespace server {

/// Which chapter of which study.
struct ChapterKey {
  std::string study;
  int chapter = 0;
  auto operator<=>(const ChapterKey&) const = default;
};

using StudyStatePtr = std::shared_ptr<study::StudyState>;
using StudyText = std::shared_ptr<const std::string>;
using StudyRequestId = std::optional<std::int64_t>;

/// One step of a chapter, on a thread of the pool: what stands in the store, what is wanted of it, and what
/// comes of that. The state follows the store alone: what is decided here happens in it when a later step has
/// read it, so nothing has to be undone if it is not written.
class StudyStep {
 public:
  /// A message with all nodes has so many bytes at most; longer chapters are had by HTTP. Of a socket 256 KiB
  /// may wait.
  static constexpr std::size_t kLongestContent = 96 << 10;
  /// A client that has missed more edits gets the whole chapter.
  static constexpr int kMostMissed = 100;
  static constexpr int kToldAll = INT32_MAX;

  /// @param told the version up to which those who have the chapter open know it; kToldAll: it is not open
  /// @param user who asks; none: the server itself
  StudyStep(ChapterKey key, std::optional<std::string> user, int told)
      : key_(std::move(key)), user_(std::move(user)), told_(told) {}

  /// Has `state` follow what the store has, or makes it from `record` where it is null. False: there is no
  /// such chapter for this user, or its record makes none (refusal()). 10 us a node for a new state, else
  /// some for each new edit.
  bool read(storage::Reader& store, StudyStatePtr state, const storage::ChapterRecord* record);

  /// What the acts below do may be done once. @pre read()
  void open(storage::Reader& store, const protocol::OpenStudy& asked, StudyRequestId id);
  void edit(const protocol::EditStudy& asked, StudyRequestId id, storage::Millis now);
  void show_content();
  void keep_snapshot();

  const std::optional<protocol::Error>& refusal() const { return refusal_; }
  const StudyStatePtr& state() const { return state_; }
  const std::optional<StoredStudy>& study() const { return study_; }
  /// What is to be told to those who have the chapter open: edits after `told`.
  const std::vector<StudyText>& news() const { return news_; }
  /// To be written before the rest is told; of an edit in this one transaction.
  const std::vector<storage::Write>& writes() const { return writes_; }
  /// The edit that is to be written, for all; null: there is none.
  const StudyText& change() const { return change_; }
  bool renames() const { return renames_; }
  /// For the connection that asked.
  const std::vector<StudyText>& answers() const { return answers_; }
  /// StudyMember::number of the user who asks; 0: none.
  int member() const;

 private:
  bool fail(protocol::Error error);
  bool make_state(const storage::ChapterRecord& record);
  bool follow(const std::vector<storage::ChapterEdit>& edits);
  StudyText told_change(protocol::StudyEdit edit) const;
  bool catch_up(storage::Reader& store, const protocol::Study& study, int seen, StudyRequestId id);
  protocol::Study told_study() const;
  void answer(const protocol::ServerMessage& message, StudyRequestId id);

  ChapterKey key_;
  std::optional<std::string> user_;
  int told_;
  std::optional<StoredStudy> study_;
  StudyStatePtr state_;
  std::optional<protocol::Error> refusal_;
  std::vector<StudyText> news_, answers_;
  std::vector<storage::Write> writes_;
  StudyText change_;
  bool renames_ = false;
};

/// Whether a record makes a chapter, with its edits. For the pool; null: it does not, which is logged.
StudyStatePtr state_of(const ChapterKey& key, const storage::ChapterRecord& record);

/// Written once for all connections that are told.
StudyText study_text(const protocol::ServerMessage& message, StudyRequestId id = {});

protocol::Error no_such_study();

}  // namespace server
