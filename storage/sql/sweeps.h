#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "storage/sql/challenge_statements.h"
#include "storage/sql/mail_writes.h"
#include "storage/sql/people_queries.h"
#include "storage/sql/push_writes.h"
#include "storage/sql/queries.h"
#include "storage/sql/relation_statements.h"
#include "storage/sql/report_queries.h"
#include "storage/sql/study_queries.h"
#include "storage/sql/tournament_queries.h"
#include "storage/store.h"

/// What goes with time, in the same words for every database; `Database` is what it is in library_writes.h.
namespace storage::sql {

template <class Database>
bool write_with(Database database, const SweepUsers& sweep) {
  for (const std::string& user : sweep.here) database.run(kSeeGuest, user, sweep.now);
  database.run(kSweepSessions, sweep.after, sweep.until, sweep.sessions_before);
  database.run(kSweepSites, sweep.after, sweep.until, sweep.sessions_before);
  database.lock_unused_accounts(sweep.after, sweep.until);
  database.run(kDemoteUnusedAccounts, sweep.after, sweep.until, sweep.sessions_before);
  for (const char* of_guests : {kSweepNamesOfGuests, kSweepSitesOfGuests, kSweepAccountsOfGuests,
                                kSweepRelationsOfGuests, kSweepRelationsToGuests})
    database.run(of_guests, sweep.after, sweep.until);
  for (const char* guests : {kSweepTokensOfGuests, kSweepGuests})
    database.run(guests, sweep.after, sweep.until, sweep.guests_before, sweep.players_before);
  for (const char* of_gone :
       {kRemoveStudiesOfGone, kSweepSubscriptions, kSweepPushSettings, kSweepMailOfClosed})
    database.run(of_gone, sweep.after, sweep.until);
  database.run(kSweepNotices, sweep.after, sweep.until, sweep.notices_before);
  for (const char* of_mail : {kEndUnconfirmedMail.c_str(), kSweepMailAsks})
    database.run(of_mail, sweep.after, sweep.until, sweep.mail_before);
  return true;
}

/// Of a large one so many rows, of small ones several. True if there was any.
template <class Database>
bool sweep_studies(Database database, int rows) {
  constexpr int kParts = 10;
  const int of_part = std::max(rows / kParts, 1);
  bool any = false;
  for (int part = 0; part < std::min(rows, kParts); ++part) {
    bool found = false;
    for (const char* sql : kSweepStudies) found = database.check(sql, of_part) || found;
    if (!found) break;
    any = true;
  }
  return any;
}

/// What is to be removed has to be known first: with PostgreSQL some round trips more, once an hour.
template <class Database>
bool write_with(Database database, const SweepRecords& sweep) {
  bool any = false;
  const auto check = [&](const char* sql, const auto&... values) {
    any = database.check(sql, values...) || any;
  };
  check(kSweepReports, sweep.reports_before, sweep.most);
  const std::vector<std::string> games =
      database.texts(kLongAborted, sweep.aborted_since, sweep.aborted_before, sweep.most);
  for (const std::string& game : games)
    for (const char* sql : kRemoveGame) database.run(sql, game);
  check(kHideCancelled, sweep.cancelled_before);
  for (const char* sql : kSweepTournaments) check(sql, sweep.rows);
  database.run(kForgetRemovedTournaments);
  any = sweep_studies(database, sweep.rows) || any;
  check(kSweepChallenges, sweep.challenges_before, sweep.most);
  return any || !games.empty();
}

}  // namespace storage::sql
