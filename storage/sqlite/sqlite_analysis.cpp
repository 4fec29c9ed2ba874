#include <SQLiteCpp/Transaction.h>

#include "storage/sql/analysis_queries.h"
#include "storage/sql/rows.h"
#include "storage/sql/values.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"
#include "storage/sqlite/sqlite_store.h"

// Computer analysis.
namespace storage {

bool SqliteStore::write(const RequestAnalysis& request) {
  return database_->prepare(sql::kInsertAnalysis, request.game, request.total, request.asked)->exec();
}

bool SqliteStore::write(const AppendAnalysis& append) {
  return database_->prepare_with(sql::kAppendAnalysis, std::tie(append.game), sql::values_of(append.ply))
      ->exec();
}

bool SqliteStore::write(const FinishAnalysis& finish) {
  return database_->prepare(sql::kFinishAnalysis, finish.game, finish.accuracy[0], finish.accuracy[1])
      ->exec();
}

std::optional<Analysis> SqliteReader::load_analysis(std::string_view game) {
  return database_->locked([&]() -> std::optional<Analysis> {
    SQLite::Transaction snapshot(database_->connection());  // Both tables as of one moment.
    const BorrowedStatement found = database_->prepare(sql::kLoadAnalysis, game);
    if (!found->executeStep()) return std::nullopt;
    Row row(*found);
    Analysis analysis = sql::read_analysis(row);
    const BorrowedStatement plies = database_->prepare(sql::kLoadAnalysisPlies, game);
    while (plies->executeStep()) {
      Row ply(*plies);
      analysis.plies.push_back(sql::read_ply(ply));
    }
    return analysis;
  });
}

std::vector<std::string> SqliteReader::unfinished_analyses() {
  return database_->locked([&] {
    std::vector<std::string> games;
    const BorrowedStatement found = database_->prepare(sql::kUnfinishedAnalyses);
    while (found->executeStep()) games.push_back(Row(*found).text());
    return games;
  });
}

}  // namespace storage
