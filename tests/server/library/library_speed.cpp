#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "server/formats/game_file.h"
#include "server/library/import_job.h"
#include "server/library/library_game.h"
#include "server/library/library_index.h"
#include "server/library/opening_explorer.h"
#include "server/library/pattern_search.h"
#include "storage/open_store.h"
#include "tests/server/library/random_games.h"
#include "tests/storage/temporary_folder.h"

// A measurement, not a test: games of Xiangqi into a collection in a file of SQLite, or an empty database of
// PostgreSQL, with their positions; positions asked for, lists and searches. In a database of its own process
// the second time counts: not this process's alone.
//   library_speed [games] [plies] [postgresql://...]
namespace server {
namespace {

constexpr int kGamesOfFile = 20'000;  // A file has 64 MB at most.

double seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double resident_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Openings are shared as those of people are: of the moves of a position each is played half as often as the
/// one before. Then all are alike.
std::vector<std::string> likely_moves(const Kind& kind, std::size_t plies, engine::SplitMix64& random) {
  constexpr std::size_t kOpening = 20;
  std::vector<std::string> moves;
  const auto match = kind.start();
  while (moves.size() < plies && match->can_go_on()) {
    const auto legal = match->legal_moves();
    if (legal.empty()) break;
    std::size_t chosen = random.below(static_cast<std::uint32_t>(legal.size()));
    if (moves.size() < kOpening) {
      chosen = 0;
      while (chosen + 1 < legal.size() && random.below(2) == 0) ++chosen;
      chosen = (chosen * 37 + 11) % legal.size();  // Not the pieces at the left first.
    }
    moves.push_back(legal[chosen]);
    if (!match->play(moves.back())) break;
  }
  return moves;
}

class Measurement {
 public:
  explicit Measurement(const std::string& database)
      : store_(storage::open_store(database)), reader_(store_->open_reader()) {
    const storage::User owner{"u_lin", "Lin", false,
                              1};  // Named for g++ 12, which warns of it in a temporary.
    write(storage::CreateUser{owner, "hash"});
    write(
        storage::CreateCollection{{.id = "all", .owner = "u_lin", .name = "n", .visibility = "public"}, 10});
  }

  bool write(storage::Write write) {
    const double before = seconds();
    const bool done = store_->commit(std::span(&write, 1)).front() == storage::WriteResult::done;
    const double took = seconds() - before;
    writing_ += took;
    longest_ = std::max(longest_, took);
    return done;
  }
  storage::LibraryReader& library() { return reader_->library(); }
  int collection() { return library().collection("all")->number; }
  double writing_ = 0, longest_ = 0;

 private:
  std::unique_ptr<storage::Store> store_;
  std::shared_ptr<storage::Reader> reader_;
};

void import(Measurement& to, const std::string& pgn, int number) {
  const std::string id = "import" + std::to_string(number);
  to.write(storage::BeginImport{{.id = id,
                                 .collection = to.collection(),
                                 .owner = "u_lin",
                                 .bytes = static_cast<std::int64_t>(pgn.size())}});
  for (std::size_t at = 0; at < pgn.size(); at += kBytesOfPart)
    to.write(storage::KeepPart{id, static_cast<int>(at / kBytesOfPart), {pgn.substr(at, kBytesOfPart)}});
  to.write(storage::StartImport{id, ""});
  ImportJob job(id);
  while (auto next = job.next(to.library(), {.bytes_of_user = std::int64_t{1} << 40}))
    to.write(*std::move(next));
}

/// The file itself goes once it has been imported, as LibraryWork has it: what comes next takes its room.
void sweep(Measurement& from) {
  constexpr int kAtOnce = 5;
  for (auto debris = from.library().library_debris(0, 0, kAtOnce); !debris.parts.empty();
       debris = from.library().library_debris(0, 0, kAtOnce))
    from.write(storage::SweepLibrary{.debris = {.parts = std::move(debris.parts)}});
}

void ask(Measurement& from, const Kind& kind, engine::SplitMix64& random) {
  std::vector<double> took;
  for (int i = 0; i < 1'000; ++i) {
    const AskedPosition asked{.game = "xiangqi", .moves = likely_moves(kind, random.below(20), random)};
    const double before = seconds();
    explore_collections(from.library(), std::array{from.collection()}, asked);
    took.push_back(1000 * (seconds() - before));
  }
  std::ranges::sort(took);
  std::printf("explorer: p50 %.2f ms, p99 %.2f ms, longest %.2f ms\n", took[500], took[990], took.back());
}

/// Of 200 times, to the first page.
void list(Measurement& from, const char* name, storage::LibraryQuery query) {
  query.collection = from.collection();
  std::vector<double> took;
  for (int i = 0; i < 200; ++i) {
    const double before = seconds();
    from.library().library_games(query);
    took.push_back(1000 * (seconds() - before));
  }
  std::ranges::sort(took);
  std::printf("list, %s: p50 %.2f ms, p99 %.2f ms\n", name, took[100], took[197]);
}

/// To the first 50 games, or through all.
void search(Measurement& from, const char* name, AskedPattern asked) {
  asked.game = "xiangqi";
  asked.rule = "standard";
  const auto search = *PatternSearch::begin(std::move(asked), {}, 50);
  const double before = seconds();
  search->look(from.library(), {from.collection()}, std::chrono::steady_clock::time_point::max());
  const double took = seconds() - before;
  std::printf("search, %s: %zu found among %d in %.2f s\n", name, search->found().size(), search->looked(),
              took);
}

void list_and_search(Measurement& from) {
  list(from, "newest", {.descending = true});
  list(from, "by first name", {.sort = storage::LibrarySort::first_name});
  list(from, "by length", {.sort = storage::LibrarySort::plies, .descending = true});
  list(from, "of one player", {.player = "Player 77"});
  list(from, "of a part of a name that none has", {.name = "Xyz"});
  search(from, "two rooks against none", {.material = "R2,r0"});
  search(from, "a cannon at the edge", {.board = "9/9/9/9/9/9/9/C8/9/9"});
  search(from, "a soldier where none comes", {.board = "9/9/9/9/9/9/9/9/9/P8"});
}

void measure(int games, std::size_t plies, const std::string& database) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "games.db";
  const auto opened = std::make_unique<Measurement>(database.empty() ? file.string() : database);
  Measurement& to = *opened;
  const Kind kind{engine::find_game("xiangqi"), "standard"};
  engine::SplitMix64 random(7);
  double importing = 0, indexing = 0;
  std::chrono::duration<double> passed{0};
  for (int first = 0; first < games; first += kGamesOfFile) {
    std::string pgn;
    for (int i = first; i < std::min(games, first + kGamesOfFile); ++i) {
      PlayedGame game{.game = "xiangqi", .rule = "standard"};
      game.names = {"Player " + std::to_string(i % 3'000), "Other " + std::to_string(i % 2'777)};
      game.event = "Event " + std::to_string(i % 100);
      game.at = read_day("2019-05-31");
      game.moves = likely_moves(kind, plies, random);
      game.spent.resize(game.moves.size());
      game.result = i % 3 == 0 ? "draw" : i % 2 == 0 ? "first" : "second";
      pgn += write_game("pgn", game)->text + '\n';
    }
    const auto began_at = std::chrono::steady_clock::now();
    const double begin = seconds();
    import(to, pgn, first);
    const double imported = seconds();
    LibraryIndex index(to.library(), [&](std::vector<storage::Write> writes) {
      return std::ranges::all_of(writes, [&](storage::Write& each) { return to.write(std::move(each)); });
    });
    while (index.step()) continue;
    sweep(to);
    importing += imported - begin;
    indexing += seconds() - imported;
    passed += std::chrono::steady_clock::now() - began_at;
  }
  const int kept = to.library().collection("all")->games;
  std::printf("%d games of %zu plies, %d kept: import %.1f s, index %.1f s of a processor, %.1f s passed\n",
              games, plies, kept, importing, indexing, passed.count());
  std::printf("of these %.1f s in commits, the longest %.1f ms; at most %.0f MB\n", to.writing_,
              1000 * to.longest_, resident_mb());
  if (database.empty())
    std::printf("%.0f bytes a game\n",
                static_cast<double>(std::filesystem::file_size(file)) / std::max(kept, 1));
  ask(to, kind, random);
  list_and_search(to);
}

}  // namespace
}  // namespace server

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100'000;
  server::measure(games, static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 80),
                  argc > 3 ? argv[3] : "");
}
