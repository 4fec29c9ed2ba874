#include "tests/load/recorded_moves.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "tests/load/server_process.h"

namespace load {

namespace fs = std::filesystem;

void check_recorded(const fs::path& database, const std::vector<Acknowledged>& moves, Tally& tally) {
  const TemporaryFolder folder(database.parent_path());
  const fs::path copy = folder.path() / database.filename();
  for (const char* const part : {"", "-wal"}) {  // The third file, "-shm", is made anew from these.
    if (fs::exists(database.string() + part)) fs::copy_file(database.string() + part, copy.string() + part);
  }
  SQLite::Database records(copy.string(), SQLite::OPEN_READWRITE);
  SQLite::Statement find(
      records, "SELECT COUNT(*), MIN(move) FROM events WHERE game = ? AND kind = 'move' AND ply = ?");
  for (const Acknowledged& each : moves) {
    find.bind(1, each.game);
    find.bind(2, each.ply);
    find.executeStep();
    const int times = find.getColumn(0).getInt();
    if (times == 0) tally.problem("an acknowledged move is not in the database");
    if (times > 1) tally.problem("a move is in the database twice");
    if (times == 1 && find.getColumn(1).getString() != each.move)
      tally.problem("the database has another move");
    find.reset();
  }
  const auto gaps = records.execAndGet(
      "SELECT COUNT(*) FROM (SELECT 1 FROM events GROUP BY game HAVING COUNT(*) <> MAX(v))");
  if (gaps.getInt() != 0) tally.problem("events of a game have a gap in the database");
  if (records.execAndGet("PRAGMA quick_check").getString() != "ok") tally.problem("the database is damaged");
}

}  // namespace load
