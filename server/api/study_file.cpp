#include "server/api/study_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "server/api/api_error.h"
#include "server/study/write_chapter.h"

namespace server {
namespace {

using protocol::ErrorCode;

constexpr std::size_t kLongestExport = 16 << 20;
/// As studies.cpp has it: read, played, and written.
constexpr Cost kPerByteOfFile = 1.0 / 2'048;

/// None: the format cannot tell of this game.
std::optional<std::string> text_of(const study::ChapterTree& tree, const std::string& format) {
  if (format == "pgn") return study::write_pgn(tree, PgnNotation::iccs);
  if (format == "sgf") return study::write_sgf(tree);
  if (format == "dhtmlxq") return study::write_dhtmlxq(tree);
  if (format == "xqf") return study::write_xqf(tree);
  return study::write_json(tree);
}

}  // namespace

bool StudyFile::knows(const std::string& format) {
  constexpr std::array<std::string_view, 5> kFormats{"pgn", "sgf", "dhtmlxq", "xqf", "json"};
  return std::ranges::find(kFormats, format) != kFormats.end();
}

StudyFile::StudyFile(RecordQueue& records, const StoredStudy& study, int number, std::string format,
                     RequestBudget budget, Respond respond)
    : records_(records),
      study_(study.about.id),
      format_(format),
      budget_(std::move(budget)),
      respond_(std::move(respond)),
      file_(std::move(format), number > 0) {}

void StudyFile::write(RecordQueue& records, const StoredStudy& study, int number, const std::string& format,
                      const RequestBudget& budget, Respond respond) {
  const std::shared_ptr<StudyFile> file(
      new StudyFile(records, study, number, format, budget, std::move(respond)));
  for (const storage::ChapterLine& each : study.chapters)
    if (number == 0 || each.number == number) file->chapters_.insert(file->chapters_.begin(), each.number);
  if (file->chapters_.empty()) return file->respond_(not_found());
  file->read_next();
}

void StudyFile::read_next() {
  if (chapters_.empty()) return finish();
  if (file_.is_beyond(kLongestExport))
    return respond_(refusal(ErrorCode::too_large, "Ask for one chapter at a time."));
  records_.read(
      {WorkPool::Lane::slow, budget_.address},
      [study = study_, number = chapters_.back()](storage::Reader& store) {
        return store.chapter(study, number);
      },
      [self = shared_from_this()](std::optional<std::optional<storage::ChapterRecord>> record) {
        if (!record || !*record) return self->respond_(records_unavailable());
        std::size_t bytes = (*record)->snapshot.size();
        for (const storage::ChapterEdit& edit : (*record)->edits) bytes += edit.edit.size();
        if (const auto wait = self->budget_.refuse(kPerByteOfFile * static_cast<Cost>(bytes)))
          return self->respond_(too_many_requests(*wait));
        self->write_next(**record);
      });
}

void StudyFile::write_next(const storage::ChapterRecord& record) {
  const ChapterKey key{study_, chapters_.back()};
  chapters_.pop_back();
  records_.work().run(
      {WorkPool::Lane::slow, budget_.address},
      [self = shared_from_this(), key, record] { return self->add(key, record); },
      [self = shared_from_this()](std::optional<bool> done) {
        if (!done) return self->respond_(records_unavailable());
        self->read_next();
      });
}

bool StudyFile::add(const ChapterKey& key, const storage::ChapterRecord& record) {
  const StudyStatePtr state = state_of(key, record);
  const auto text = state ? text_of(state->tree(), format_) : std::nullopt;
  if (text) {
    file_.add(std::to_string(key.chapter) + '-' + state->tree().head().name, *text);
  } else {
    file_.leave_out();
  }
  return true;
}

void StudyFile::finish() {
  if (file_.empty())
    return respond_(refusal(ErrorCode::unsupported, "This format cannot tell of such a chapter."));
  respond_(file_.finish(study_));
}

}  // namespace server
