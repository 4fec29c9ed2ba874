#include <SQLiteCpp/Transaction.h>

#include "storage/sql/analysis_queries.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"
#include "storage/sqlite/sqlite_store.h"

// Computer analysis.
namespace storage {

namespace {

// Braced lists are evaluated from left to right: the fields below stand in the order of the columns.

PlyAnalysis read_ply(Row& row) {
  return {row.number(), row.text(), row.number(), row.real(), row.text(), row.text(), row.text()};
}

Analysis read_analysis(Row& row) {
  Analysis analysis{row.text(), row.number(), row.millis()};
  if (row.flag()) analysis.accuracy = {row.real(), row.real()};
  return analysis;
}

}  // namespace

bool SqliteStore::write(const RequestAnalysis& request) {
  return database_->prepare(sql::kInsertAnalysis, request.game, request.total, request.asked)->exec();
}

bool SqliteStore::write(const AppendAnalysis& append) {
  const PlyAnalysis& ply = append.ply;
  return database_
      ->prepare(sql::kAppendAnalysis, append.game, ply.ply, ply.kind, ply.value, ply.win, ply.best, ply.line,
                ply.mark)
      ->exec();
}

bool SqliteStore::write(const FinishAnalysis& finish) {
  return database_->prepare(sql::kFinishAnalysis, finish.game, finish.accuracy[0], finish.accuracy[1])
      ->exec();
}

std::optional<Analysis> SqliteReader::load_analysis(std::string_view game) {
  return guarded([&]() -> std::optional<Analysis> {
    SQLite::Transaction snapshot(database_->connection());  // Both tables as of one moment.
    const BorrowedStatement found = database_->prepare(sql::kLoadAnalysis, game);
    if (!found->executeStep()) return std::nullopt;
    Row row(*found);
    Analysis analysis = read_analysis(row);
    const BorrowedStatement plies = database_->prepare(sql::kLoadAnalysisPlies, game);
    while (plies->executeStep()) {
      Row ply(*plies);
      analysis.plies.push_back(read_ply(ply));
    }
    return analysis;
  });
}

std::vector<std::string> SqliteReader::unfinished_analyses() {
  return guarded([&] {
    std::vector<std::string> games;
    const BorrowedStatement found = database_->prepare(sql::kUnfinishedAnalyses);
    while (found->executeStep()) games.push_back(Row(*found).text());
    return games;
  });
}

}  // namespace storage
