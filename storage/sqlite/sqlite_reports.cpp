#include <algorithm>

#include "storage/sql/report_queries.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"
#include "storage/sqlite/sqlite_store.h"

// Reported lines of chat.
namespace storage {

namespace {

// Braced lists are evaluated from left to right: the fields stand in the order of the columns.
Report read_report(Row& row) {
  return {row.text(), row.text(), row.text(), row.millis(), row.text(),
          row.text(), row.text(), row.text(), row.millis()};
}

}  // namespace

bool SqliteStore::write(const ReportLine& line) {
  const Report& report = line.report;
  return database_
      ->prepare(sql::kInsertReport, report.game, report.room, report.text, report.said, report.accused,
                report.accused_name, report.reporter, report.reporter_name, report.reported)
      ->exec();
}

std::vector<Report> SqliteReader::reports(int limit) {
  return guarded([&] {
    std::vector<Report> newest;
    const BorrowedStatement found = database_->prepare(sql::kReports, std::max(limit, 0));
    while (found->executeStep()) {
      Row row(*found);
      newest.push_back(read_report(row));
    }
    return newest;
  });
}

}  // namespace storage
