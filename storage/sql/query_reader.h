#pragma once

#include <algorithm>
#include <climits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sql/analysis_queries.h"
#include "storage/sql/challenge_statements.h"
#include "storage/sql/club_writes.h"
#include "storage/sql/inbox_writes.h"
#include "storage/sql/library_query_reader.h"
#include "storage/sql/list.h"
#include "storage/sql/mail_writes.h"
#include "storage/sql/moderation_writes.h"
#include "storage/sql/people_queries.h"
#include "storage/sql/push_writes.h"
#include "storage/sql/queries.h"
#include "storage/sql/relation_statements.h"
#include "storage/sql/report_queries.h"
#include "storage/sql/rows.h"
#include "storage/sql/study_statements.h"
#include "storage/sql/tournament_queries.h"
#include "storage/sql/tournament_rows.h"

namespace storage::sql {

/// The reads that are one statement each, in the same words for every database. `Self`, which derives from
/// this, runs them, at any time and from any thread that may read: `all(sql, read, values...)` gives what
/// `read` makes of each `Row`, `one(sql, read, values...)` of the first, if there is one.
template <class Self, class Row>
class QueryReader : public Reader, public LibraryQueryReader<Self, Row> {
 public:
  LibraryReader& library() override { return *this; }
  std::optional<RecordSize> record_size(std::string_view game) override {
    if (const auto last = self().one(kRecordSize, read_record_size<Row>, game)) return last;
    return self().one(
        kGameExists, [](Row&) { return RecordSize(); }, game);
  }
  std::vector<Cursor> overdue(const Cursor& after, Millis now, int most) override {
    return self().all(kOverdue, read_cursor<Row>, after.created, after.id, now, most);
  }
  std::vector<std::string> unfinished_of(std::string_view user, int most) override {
    return self().all(kUnfinishedOf, read_text<Row>, user, most);
  }
  std::optional<std::string> find_code(std::string_view code) override {
    return self().one(kFindCode, read_text<Row>, code);
  }
  std::vector<std::string> unclassified(int most) override {
    return self().all(kFindUnclassified, read_text<Row>, most);
  }
  Millis last_heartbeat() override {
    return self().one(kLastHeartbeat, [](Row& row) { return row.millis(); }).value_or(0);
  }
  std::vector<Outage> outages() override {
    return self().all(kOutages, [](Row& row) { return Outage{row.millis(), row.millis()}; });
  }
  std::optional<std::string> secret(std::string_view name) override {
    return self().one(kSecret, read_text<Row>, name);
  }

  std::optional<Session> find_token(std::string_view token_hash) override {
    return self().one(kFindToken, read_session<Row>, token_hash);
  }
  std::optional<Account> find_account(const NameKeys& names) override {
    const auto& [exact, folded, seen, small, capital] = names;
    return self().one(kFindAccount, read_account<Row>, exact, folded, seen, small, capital);
  }
  std::vector<User> accounts_keyed_otherwise(std::string_view keyed_by, int most) override {
    return self().all(kKeyedOtherwise, read_user<Row>, keyed_by, most);
  }
  bool knows_site(std::string_view user, std::string_view site) override {
    return self()
        .one(
            kKnowsSite, [](Row&) { return true; }, user, site)
        .has_value();
  }
  std::vector<Session> sessions(std::string_view user) override {
    return self().all(kSessions, read_session<Row>, user);
  }
  std::optional<std::string> last_user_of(std::string_view after, int count) override {
    return self().one(kLastUserOf, read_text<Row>, after, count);
  }

  std::vector<Rating> ratings(std::string_view user) override {
    return self().all(kRatings, read_rating<Row>, user);
  }
  std::vector<RatingPoint> rating_curve(const std::string& user, const std::string& game,
                                        const std::string& speed, int limit) override {
    auto points = self().all(kRatingCurve, read_point<Row>, user, game, speed, std::max(limit, 0));
    std::ranges::reverse(points);
    return points;
  }
  std::vector<Ranked> leaders(std::string_view game, std::string_view speed, double max_deviation, int limit,
                              bool programs) override {
    return self().all(kLeaders, read_ranked<Row>, game, speed, max_deviation, std::max(limit, 0), programs);
  }
  Tally tally(std::string_view user, int most) override {
    return self().one(kTally, read_tally<Row>, user, most).value();
  }

  std::vector<std::string> unfinished_analyses() override {
    return self().all(kUnfinishedAnalyses, read_text<Row>);
  }
  std::vector<Report> reports(int limit) override {
    return self().all(kReports, read_report<Row>, std::max(limit, 0));
  }

  std::optional<Study> study(std::string_view id) override {
    return self().one(kLoadStudy, read_study<Row>, id);
  }
  std::vector<StudyOfMember> studies_of(std::string_view user, int most) override {
    return self().all(kStudiesOf, read_study_of_member<Row>, user, std::max(most, 0));
  }
  std::vector<StudyMember> study_members(std::string_view study) override {
    return self().all(kStudyMembers, read_study_member<Row>, study);
  }
  std::vector<ChapterLine> study_chapters(std::string_view study) override {
    return self().all(kStudyChapters, read_chapter_line<Row>, study);
  }
  std::optional<ChapterRecord> chapter(std::string_view study, int number) override {
    auto record = self().one(kLoadChapter, read_chapter<Row>, study, number);
    if (record) record->edits = chapter_edits(study, number, record->v, INT_MAX);
    return record;
  }
  std::vector<ChapterEdit> chapter_edits(std::string_view study, int number, int after, int most) override {
    return self().all(kChapterEdits, read_chapter_edit<Row>, study, number, after, std::max(most, 0));
  }

  std::optional<Tournament> tournament(std::string_view id) override {
    return self().one(kLoadTournament, read_tournament<Row>, id);
  }
  std::vector<Tournament> tournaments(std::string_view phase, int most) override {
    return tournaments_after({kNever, ""}, phase, most);
  }
  std::vector<Tournament> tournaments_after(const Cursor& last, std::string_view phase, int most) override {
    return self().all(kTournamentsOfPhase, read_tournament<Row>, phase, last.created, last.id,
                      std::max(most, 0));
  }
  std::vector<std::string> old_tournaments(std::string_view phase, Millis before, int most) override {
    return self().all(kOldTournaments, read_text<Row>, phase, before, std::max(most, 0));
  }
  std::vector<TournamentEvent> tournament_events(std::string_view id, int after, int most) override {
    return self().all(kTournamentEvents, read_tournament_event<Row>, id, after, std::max(most, 0));
  }
  std::vector<PlayedTournament> tournaments_of(std::string_view user, const Cursor& last, int most) override {
    return self().all(kTournamentsOf, read_played_tournament<Row>, user, last.created, last.id,
                      std::max(most, 0));
  }
  std::vector<TournamentGame> tournament_games(std::string_view id, int round) override {
    return self().all(kTournamentGames, read_tournament_game<Row>, id, round);
  }
  std::vector<TournamentResult> tournament_results_from(std::string_view id, int round) override {
    return self().all(kTournamentResults, read_tournament_result<Row>, id, round);
  }

  std::optional<Club> club(std::string_view id) override { return self().one(kLoadClub, read_club<Row>, id); }
  std::optional<std::string> club_named(const NameKeys& names) override {
    const auto& [exact, folded, seen, small, capital] = names;
    return self().one(kClubNamed, read_text<Row>, exact, folded, seen, small, capital);
  }
  std::vector<Club> clubs_keyed_otherwise(std::string_view keyed_by, int most) override {
    return self().all(kClubsKeyedOtherwise, read_club<Row>, keyed_by, std::max(most, 0));
  }
  ClubPage clubs(const Cursor& after, std::string_view part, Millis now, int most) override {
    most = std::max(most, 1);
    ClubPage page;
    page.clubs = part.empty() ? self().all(kAllClubs, read_club<Row>, after.created, after.id, now, most)
                              : self().all(kClubs, read_club<Row>, after.created, after.id, containing(part),
                                           now, most, ClubPage::kMostExamined);
    if (static_cast<int>(page.clubs.size()) == most) {
      page.next = Cursor{page.clubs.back().members, page.clubs.back().id};
    } else if (!part.empty()) {
      page.next = self().one(kLastClubLookedAt, read_cursor<Row>, after.created, after.id,
                             ClubPage::kMostExamined - 1);
    }
    return page;
  }
  std::vector<OwnClub> clubs_of(std::string_view user) override {
    return self().all(kClubsOf, read_own_club<Row>, user);
  }
  std::string club_role(std::string_view club, std::string_view user) override {
    return self().one(kClubRole, read_text<Row>, club, user).value_or("");
  }
  std::vector<ClubMember> club_members(std::string_view club, const Cursor& after, int most) override {
    return self().all(kClubMembers, read_club_member<Row>, club, after.created, after.id, std::max(most, 0));
  }
  std::vector<ClubMember> club_requests(std::string_view club) override {
    return self().all(kClubRequests, read_club_member<Row>, club, kMostClubRequests);
  }
  std::vector<Tournament> club_tournaments(std::string_view club, const Cursor& last, int most) override {
    return self().all(kClubTournaments, read_tournament<Row>, club, last.created, last.id, std::max(most, 0));
  }

  std::vector<Relation> relations(std::string_view user) override {
    return self().all(kRelations, read_relation<Row>, user);
  }
  std::string relation(std::string_view user, std::string_view other) override {
    return self().one(kRelation, read_text<Row>, user, other).value_or("");
  }
  bool hides_presence(std::string_view user) override {
    return self()
        .one(
            kHidesPresence, [](Row& row) { return row.flag(); }, user)
        .value_or(false);
  }
  std::set<std::string> blocked_by(std::string_view user) override {
    const auto ids = self().all(kBlockedBy, read_text<Row>, user);
    return {ids.begin(), ids.end()};
  }

  std::optional<PushSubscription> push_subscription(std::string_view token_hash) override {
    return self().one(kSubscription, read_subscription<Row>, token_hash);
  }
  PushSettings push_settings(std::string_view user) override {
    return self().one(kPushSettings, read_push_settings<Row>, user).value_or(PushSettings());
  }

  std::vector<Notice> notices(std::string_view user, std::int64_t before, Millis now, int most) override {
    return self().all(kNotices, read_notice<Row>, user, before, now, std::max(most, 0));
  }
  int unread_notices(std::string_view user, Millis now) override {
    return self()
        .one(
            kUnreadNotices, [](Row& row) { return row.number(); }, user, now)
        .value_or(0);
  }

  std::optional<Mailbox> mailbox(std::string_view user) override {
    return self().one(kMailbox, read_mailbox<Row>, user);
  }
  Millis mail_refused_until(std::string_view user, std::string_view address_hash, Millis now,
                            const MailLimits& limits) override {
    const Millis since = now - kMailDay;
    const auto at = [](Row& row) { return row.millis(); };
    const Millis last = std::max({self().one(kLimitOfUser, at, since, user, limits.of_user - 1).value_or(0),
                                  self().one(kLimitInAll, at, since, limits.in_all - 1).value_or(0),
                                  self().one(kSameAsk, at, since, user, address_hash).value_or(0)});
    return last > 0 ? last + kMailDay : 0;
  }
  std::optional<MailToConfirm> mail_to_confirm(std::string_view code_hash, Millis now) override {
    return self().one(kMailToConfirm, read_mail_to_confirm<Row>, code_hash, now - kMailDay);
  }
  bool knows_stop_code(std::string_view stop_code) override {
    return self()
        .one(
            kKnowsStopCode, [](Row& row) { return row.flag(); }, stop_code)
        .has_value();
  }
  std::vector<DueMail> due_mails(Millis now, int most) override {
    return self().all(kDueMails, read_due_mail<Row>, now, std::max(most, 0));
  }
  std::vector<Notice> unread_after(std::string_view user, std::int64_t number, Millis now) override {
    return self().all(kUnreadAfter, read_notice<Row>, user, number, now, kMostNotices);
  }

  std::vector<Challenge> challenges(std::string_view user, Millis now, int most) override {
    return self().all(kChallenges, read_challenge<Row>, user, now, std::max(most, 0));
  }
  std::string challenged_by(std::string_view user) override {
    return self().one(kChallengedBy, read_text<Row>, user).value_or("none");
  }

  std::optional<User> user(std::string_view id) override { return self().one(kFindUser, read_user<Row>, id); }
  std::optional<Moderator> moderator(std::string_view user) override {
    return self().one(kModerator, read_moderator<Row>, user);
  }
  std::vector<Moderator> moderators() override { return self().all(kModerators, read_moderator<Row>); }
  std::optional<Measure> measure(std::string_view id) override {
    return self().one(kMeasure, read_measure<Row>, id);
  }
  std::vector<Measure> measures_at(Millis now) override {
    return self().all(kMeasuresAt, read_measure<Row>, now, kMostMeasures);
  }
  std::vector<Measure> measures_of(std::string_view subject, int most) override {
    return self().all(kMeasuresOf, read_measure<Row>, subject, std::max(most, 0));
  }
  std::optional<Measure> measure_of(std::string_view kind, std::string_view subject, Millis now) override {
    return self().one(kMeasureOf, read_measure<Row>, kind, subject, now);
  }
  std::vector<Measure> open_appeals(Millis now, const AppealPlace& after, int most) override {
    return self().all(kOpenAppeals, read_measure<Row>, now, after.appealed, after.measure, std::max(most, 0));
  }
  std::vector<Report> open_reports(const ReportPlace& after, int most) override {
    return self().all(kOpenReports, read_report<Row>, after.reported, after.said, after.game,
                      std::max(most, 0));
  }
  std::int64_t last_act() override {
    return self().one(kLastAct, [](Row& row) { return row.millis(); }).value_or(0);
  }
  std::optional<Millis> act_before(std::string_view by, int later) override {
    const auto read = [](Row& row) { return row.millis(); };
    return self().one(kActBefore, read, by, std::max(later, 0));
  }
  std::vector<ModerationLine> acts_after(std::int64_t after, int most) override {
    return self().all(kActsAfter, read_act<Row>, after, std::max(most, 0));
  }
  std::vector<ModerationLine> moderation_log(std::int64_t before, int most) override {
    return self().all(kModerationLog, read_act<Row>, before, std::max(most, 0));
  }

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace storage::sql
