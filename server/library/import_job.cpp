#include "server/library/import_job.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>

#include "server/library/library_game.h"

namespace server {

namespace {

/// In one commit: it takes the record thread a millisecond or two.
constexpr int kGamesOfBatch = 64;
/// Of the file, read for one commit: a second's work where they are moves of variations.
constexpr std::size_t kBytesOfBatch = 1 << 20;
constexpr std::size_t kMostProblems = 50;
/// Of those, notes on what of the file belongs to no game.
constexpr std::size_t kMostNotesOfImport = 20;

/// Not parsed again for each of a million bad games.
std::size_t problems_in(std::string_view notes) {
  constexpr std::string_view kProblem = R"({"game":)";  // Texts have other quotes.
  std::size_t problems = 0;
  for (std::size_t at = 0; (at = notes.find(kProblem, at)) != notes.npos; at += kProblem.size()) ++problems;
  return problems;
}

std::string with_problem(const std::string& notes, int game, const BadText& bad,
                         std::size_t most = kMostProblems) {
  if (problems_in(notes) >= most) return notes;
  auto problems = notes.empty() ? nlohmann::json::array() : nlohmann::json::parse(notes);
  problems.push_back(
      {{"game", game + 1}, {"line", bad.line}, {"reason", bad.reason}, {"message", bad.message}});
  return problems.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string with_notes_of_file(std::string notes, const std::vector<BadText>& of_file) {
  for (std::size_t i = 0; i < std::min(of_file.size(), kMostNotesOfImport); ++i)
    notes = with_problem(notes, -1, of_file[i]);
  if (of_file.size() <= kMostNotesOfImport) return notes;
  const std::size_t more = of_file.size() - kMostNotesOfImport;
  return with_problem(notes, -1, {0, "more_notes", "and " + std::to_string(more) + " notes more"});
}

/// A problem that is told once for all of an import, whose `count` grows; at first it is `made`. The message
/// is made of the count and that of before.
template <class Message>
std::string with_count(const std::string& notes, std::size_t count, nlohmann::json made, Message message) {
  if (count == 0) return notes;
  auto problems = notes.empty() ? nlohmann::json::array() : nlohmann::json::parse(notes);
  // Sums are of no game: a reader's note may have the same reason.
  const auto is_it = [&](const auto& one) {
    return one.contains("count") && one["reason"] == made["reason"] &&
           (one["game"] == 0) == (made["game"] == 0);
  };
  auto told = std::find_if(problems.begin(), problems.end(), is_it);
  if (told == problems.end()) {
    made["count"] = 0;
    problems.push_back(std::move(made));
    told = std::prev(problems.end());
  }
  const std::size_t sum = (*told)["count"].template get<std::size_t>() + count;
  (*told)["count"] = sum;
  (*told)["message"] = message(sum, (*told).value("message", ""));
  return problems.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// What games had and collections do not keep: "140 comments are left out".
std::string with_sum(const std::string& notes, std::size_t count, const char* reason, const char* what) {
  return with_count(notes, count, {{"game", 0}, {"line", 0}, {"reason", reason}},
                    [what](std::size_t sum, const std::string&) { return std::to_string(sum) + what; });
}

/// Notes of a kind, by the first of them: a file of 100,000 games has as many.
std::string with_notes(const std::string& notes, const BadText& first, int game, std::size_t count) {
  constexpr std::string_view kMore = " (and so in all: ";
  return with_count(
      notes, count,
      {{"game", game + 1}, {"line", first.line}, {"reason", first.reason}, {"message", first.message}},
      [kMore](std::size_t sum, std::string message) {
        message.resize(std::min(message.rfind(kMore), message.size()));
        return sum == 1 ? message : message.append(kMore).append(std::to_string(sum)).append(")");
      });
}

/// Adds nothing but a problem of the whole file.
storage::AddGames telling(const storage::LibraryImport& import, const BadText& why) {
  return {.import = import.id,
          .collection = import.collection,
          .from = import.next,
          .next = import.next,
          .total = import.total,
          .bad = import.bad,
          .notes = with_problem(import.notes, -1, why, kMostProblems + 1)};
}

/// Empty if a part is missing.
std::string whole_file(storage::LibraryReader& library, const storage::LibraryImport& import) {
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(import.bytes));
  for (int part = 0; bytes.size() < static_cast<std::size_t>(import.bytes); ++part) {
    const auto found = library.import_part(import.id, part);
    if (!found || found->data.empty()) return {};
    bytes += found->data;
  }
  return bytes;
}

}  // namespace

std::optional<std::vector<int>> read_choice(const std::string& text) {
  std::vector<int> chosen;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at != end) {
    int number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 1 || (next != end && *next != ',') || next + 1 == end)
      return std::nullopt;
    chosen.push_back(number - 1);
    at = next == end ? end : next + 1;
  }
  std::ranges::sort(chosen);
  return chosen;
}

bool ImportJob::open(storage::LibraryReader& library, const storage::LibraryImport& import) {
  if (source_) return true;
  auto source = open_games(whole_file(library, import));
  if (!source) {
    refused_ = source.error();
    return false;
  }
  source_ = *std::move(source);
  chosen_ = read_choice(import.choice).value_or(std::vector<int>());
  return true;
}

std::optional<storage::Write> ImportJob::next(storage::LibraryReader& library, const LibraryLimits& limits,
                                              const Admit& admit) {
  const auto import = library.library_import(id_);
  if (!import || import->status != "waiting") return std::nullopt;
  if (refused_) return storage::EndImport{id_, "failed"};
  if (has_told_end_) return storage::EndImport{id_, "full"};
  // Why, before that it has failed.
  if (!open(library, *import)) return telling(*import, *refused_);
  if (import->next >= source_->size()) return storage::EndImport{id_, "done"};
  if (is_full(library, import->owner, limits)) return storage::EndImport{id_, "full"};
  auto add = batch(*import);
  if (!admit(*import, bytes_of(add))) return end_for_today(*import);
  return add;
}

/// That it is the address which has had enough, which no collection shows, is told before the import ends.
storage::Write ImportJob::end_for_today(const storage::LibraryImport& import) {
  constexpr std::string_view kReason = "day";
  // By another job, which was lost before it came to the end.
  if (import.notes.find("\"day\"") != import.notes.npos) return storage::EndImport{id_, "full"};
  has_told_end_ = true;
  return telling(import, {0, std::string(kReason),
                          "your network has imported what it may in a day: import the file again tomorrow"});
}

// The sum of all collections costs as much as there are: a turn, at whose beginning it is made, adds some
// megabytes more.
bool ImportJob::is_full(storage::LibraryReader& library, const std::string& owner,
                        const LibraryLimits& limits) const {
  return library.library_use(owner).bytes >= limits.bytes_of_user ||
         (games_ == 0 && library.library_use("").bytes >= limits.bytes_of_server);
}

storage::AddGames ImportJob::batch(const storage::LibraryImport& import) {
  storage::AddGames add{.import = id_,
                        .collection = import.collection,
                        .from = import.next,
                        .next = import.next,
                        .total = source_->size(),
                        .bad = import.bad,
                        .notes = import.notes,
                        .bytes_of_game = kBytesOfGame};
  const auto is_wanted = [this](int number) {
    return chosen_.empty() || std::ranges::binary_search(chosen_, number);
  };
  if (add.next == 0) add.notes = with_notes_of_file(std::move(add.notes), source_->notes());
  left_out_ = {};
  const std::size_t most = bytes_ + kBytesOfBatch;
  for (int read = 0; read < kGamesOfBatch && bytes_ < most && add.next < source_->size(); ++add.next) {
    if (!is_wanted(add.next)) continue;
    bytes_ += source_->bytes(add.next);
    this->read(add.next, add);
    ++read;
    ++games_;
  }
  tell_what_is_left_out(add);
  return add;
}

void ImportJob::tell_what_is_left_out(storage::AddGames& add) const {
  add.notes = with_sum(add.notes, left_out_.moves, "variations", " moves of variations are left out");
  add.notes = with_sum(add.notes, left_out_.comments, "comments", " comments are left out");
  for (const auto& [reason, notes] : left_out_.notes)
    add.notes = with_notes(add.notes, notes.note, notes.game, notes.count);
}

void ImportJob::begin_turn() {
  games_ = 0;
  bytes_ = 0;
}

void ImportJob::read(int number, storage::AddGames& add) {
  const ReadSource game = source_->read(number);
  auto kept = game ? to_library(game->game, game->origin) : std::nullopt;
  if (kept) {
    add.games.push_back(*std::move(kept));
    left_out_.moves += game->moves_left_out;
    left_out_.comments += game->comments_left_out;
    for (const BadText& note : game->notes)
      ++left_out_.notes.try_emplace(note.reason, NoteOfGames{note, number, 0}).first->second.count;
    if (game->broken) add.notes = with_problem(add.notes, number, *game->broken);
    return;
  }
  ++add.bad;
  const BadText unknown{0, "unknown_game", "there is no such game, or its board is another"};
  add.notes = with_problem(add.notes, number, game ? unknown : game.error());
}

}  // namespace server
