#include <algorithm>

#include "storage/sql/report_queries.h"
#include "storage/sql/rows.h"
#include "storage/sql/values.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"
#include "storage/sqlite/sqlite_store.h"

// Reported lines of chat.
namespace storage {

bool SqliteStore::write(const ReportLine& line) {
  return database_->prepare_with(sql::kInsertReport, sql::values_of(line.report))->exec();
}

std::vector<Report> SqliteReader::reports(int limit) {
  return database_->locked([&] {
    std::vector<Report> newest;
    const BorrowedStatement found = database_->prepare(sql::kReports, std::max(limit, 0));
    while (found->executeStep()) {
      Row row(*found);
      newest.push_back(sql::read_report(row));
    }
    return newest;
  });
}

}  // namespace storage
