#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/api/http_message.h"
#include "server/api/joined_file.h"
#include "server/records/record_queue.h"
#include "server/studies/stored_study.h"
#include "server/studies/study_step.h"

namespace server {

/// Chapters of a study as one file, read and written one after another by the pool, each paid by its size
/// before it is made. Keeps itself alive until it has answered.
class StudyFile : public std::enable_shared_from_this<StudyFile> {
 public:
  /// "pgn", "sgf", "dhtmlxq", "xqf" or "json", which keeps all.
  static bool knows(const std::string& format);
  /// @param number of the chapter; 0: all that the format can tell
  static void write(RecordQueue& records, const StoredStudy& study, int number, const std::string& format,
                    const RequestBudget& budget, Respond respond);

 private:
  StudyFile(RecordQueue& records, const StoredStudy& study, int number, std::string format,
            RequestBudget budget, Respond respond);

  void read_next();
  void write_next(const storage::ChapterRecord& record);
  /// On a thread of the pool: true, once it is done.
  bool add(const ChapterKey& key, const storage::ChapterRecord& record);
  void finish();

  RecordQueue& records_;
  const std::string study_, format_;
  const RequestBudget budget_;
  const Respond respond_;
  std::vector<int> chapters_;  // That are still to come, the last one first.
  JoinedFile file_;            // Of the pool while it adds, of the network thread in between.
};

}  // namespace server
