#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace storage {

/// A study, or a chapter of it that has been edited.
struct ChangedStudy {
  std::string study;  ///< Study::id
  int chapter = 0;    ///< ChapterLine::number; 0: its name, members or chapters are others.
  int v = 0;          ///< Of the edit.
  bool operator==(const ChangedStudy&) const = default;
};

/// What other servers have changed since one last looked. It says where to look, not what is there: what is
/// true stands in the store, and looking twice does no harm.
struct Changes {
  bool anything = false;  ///< The feed was not read for a while, or there was too much to keep apart.
  bool seeks = false;
  bool workers = false;
  bool moderation = false;
  std::vector<std::string> users = {};  ///< With other sessions, ratings, blocks or challenges.

  std::vector<ChangedStudy> studies = {};

  /// Something is to be looked at.
  bool any() const {
    return anything || seeks || workers || moderation || !users.empty() || !studies.empty();
  }
};

/// Hears of what the servers that share a store have committed, this one among them. Of one thread, but for
/// wake().
/// Decision 0008. A notice may be lost, late, or come twice, which costs time and nothing else.
class ChangeFeed {
 public:
  virtual ~ChangeFeed() = default;
  /// Waits until there is something, at most so long, or for wake(). The first that is heard, and the first
  /// after a failure, is `anything`. Throws Error when the store is away.
  /// Empty where nothing came in time. After a throw the next call connects again.
  virtual Changes wait(std::chrono::milliseconds patience) = 0;
  /// Ends a wait(): the one under way, or else the next. Any thread.
  virtual void wake() = 0;
};

}  // namespace storage
