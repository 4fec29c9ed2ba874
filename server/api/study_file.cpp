#include "server/api/study_file.h"

#include <algorithm>
#include <utility>

#include "server/api/api_error.h"
#include "server/studies/study_step.h"
#include "server/study/write_chapter.h"

namespace server {
namespace {

using protocol::ErrorCode;

constexpr std::size_t kLongestExport = 16 << 20;
/// As studies.cpp has it: read, played, and written.
constexpr Cost kPerByteOfFile = 1.0 / 2'048;

/// None: the format cannot tell of this game, or the record makes no chapter.
std::optional<std::string> text_of(const ChapterKey& key, const storage::ChapterRecord& record,
                                   const std::string& format) {
  const StudyStatePtr state = state_of(key, record);
  if (!state) return std::nullopt;
  const study::ChapterTree& tree = state->tree();
  if (format == "pgn") return study::write_pgn(tree, PgnNotation::iccs);
  if (format == "sgf") return study::write_sgf(tree);
  if (format == "dhtmlxq") return study::write_dhtmlxq(tree);
  return study::write_json(tree);
}

}  // namespace

bool StudyFile::knows(const std::string& format) {
  return format == "pgn" || format == "sgf" || format == "dhtmlxq" || format == "json";
}

StudyFile::StudyFile(RecordQueue& records, const StoredStudy& study, std::string format, RequestBudget budget,
                     Respond respond)
    : records_(records),
      study_(study.about.id),
      format_(std::move(format)),
      budget_(std::move(budget)),
      respond_(std::move(respond)) {}

void StudyFile::write(RecordQueue& records, const StoredStudy& study, int number, const std::string& format,
                      const RequestBudget& budget, Respond respond) {
  const std::shared_ptr<StudyFile> file(new StudyFile(records, study, format, budget, std::move(respond)));
  for (const storage::ChapterLine& each : study.chapters)
    if (number == 0 || each.number == number) file->chapters_.insert(file->chapters_.begin(), each.number);
  if (file->chapters_.empty()) return file->respond_(not_found());
  file->read_next();
}

void StudyFile::read_next() {
  if (chapters_.empty()) return finish();
  if (body_.size() > kLongestExport)
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
      [key, record, format = format_] { return text_of(key, record, format); },
      [self = shared_from_this()](const std::optional<std::optional<std::string>>& text) {
        if (!text) return self->respond_(records_unavailable());
        if (*text) self->add(**text);
        self->read_next();
      });
}

void StudyFile::add(const std::string& text) {
  if (!body_.empty()) body_ += format_ == "json" ? ",\n" : "\n";
  body_ += text;
}

void StudyFile::finish() {
  if (body_.empty())
    return respond_(refusal(ErrorCode::unsupported, "This format cannot tell of such a chapter."));
  HttpResponse file{.body = format_ == "json" ? '[' + body_ + "]\n" : std::move(body_)};
  if (format_ == "json") file.type = "application/json";
  file.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + study_ + '.' + format_ + '"');
  respond_(std::move(file));
}

}  // namespace server
