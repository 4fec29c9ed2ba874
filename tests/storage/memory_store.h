#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sqlite/sqlite_store.h"

namespace storage {

/// A store in memory that is its own reader: tests override what is to fail, wait or be noted. Any thread.
class MemoryStore : public Store, public Reader {
 public:
  std::vector<WriteResult> commit(std::span<const Write> writes) override { return store_.commit(writes); }
  std::shared_ptr<Reader> open_reader() override { return {std::shared_ptr<void>(), this}; }

  std::optional<Record> load(std::string_view game) override { return reader_->load(game); }
  std::optional<Record> load_end(std::string_view game, int most) override {
    return reader_->load_end(game, most);
  }
  std::optional<RecordSize> record_size(std::string_view game) override { return reader_->record_size(game); }
  std::optional<Node> other_keeper(std::string_view game) override { return reader_->other_keeper(game); }
  Claim claim(std::string_view game) override { return {.record = load(game)}; }
  std::vector<Record> claim_orphans(const Cursor& after, int most) override {
    return reader_->claim_orphans(after, most);
  }
  std::vector<Cursor> overdue(const Cursor& after, Millis now, int most) override {
    return reader_->overdue(after, now, most);
  }
  std::vector<std::string> unfinished_of(std::string_view user, int most) override {
    return reader_->unfinished_of(user, most);
  }
  std::optional<std::string> find_code(std::string_view code) override { return reader_->find_code(code); }
  Page list(const GameQuery& query) override { return reader_->list(query); }
  LibraryReader& library() override { return reader_->library(); }
  std::vector<std::string> unclassified(int most) override { return reader_->unclassified(most); }
  Millis last_heartbeat() override { return reader_->last_heartbeat(); }
  std::vector<Outage> outages() override { return reader_->outages(); }
  std::optional<std::string> secret(std::string_view name) override { return reader_->secret(name); }

  std::optional<Session> find_token(std::string_view token_hash) override {
    return reader_->find_token(token_hash);
  }
  std::optional<Account> find_account(const NameKeys& names) override { return reader_->find_account(names); }
  std::vector<User> accounts_keyed_otherwise(std::string_view keyed_by, int most) override {
    return reader_->accounts_keyed_otherwise(keyed_by, most);
  }
  bool knows_site(std::string_view user, std::string_view site) override {
    return reader_->knows_site(user, site);
  }
  std::vector<Session> sessions(std::string_view user) override { return reader_->sessions(user); }
  std::optional<std::string> last_user_of(std::string_view after, int count) override {
    return reader_->last_user_of(after, count);
  }
  std::vector<Relation> relations(std::string_view user) override { return reader_->relations(user); }
  std::string relation(std::string_view user, std::string_view other) override {
    return reader_->relation(user, other);
  }
  bool hides_presence(std::string_view user) override { return reader_->hides_presence(user); }
  std::set<std::string> blocked_by(std::string_view user) override { return reader_->blocked_by(user); }
  std::optional<PushSubscription> push_subscription(std::string_view token_hash) override {
    return reader_->push_subscription(token_hash);
  }
  PushSettings push_settings(std::string_view user) override { return reader_->push_settings(user); }
  std::vector<Notice> notices(std::string_view user, std::int64_t before, Millis now, int most) override {
    return reader_->notices(user, before, now, most);
  }
  int unread_notices(std::string_view user, Millis now) override {
    return reader_->unread_notices(user, now);
  }
  std::optional<Mailbox> mailbox(std::string_view user) override { return reader_->mailbox(user); }
  Millis mail_refused_until(std::string_view user, std::string_view address_hash, Millis now,
                            const MailLimits& limits) override {
    return reader_->mail_refused_until(user, address_hash, now, limits);
  }
  std::optional<MailToConfirm> mail_to_confirm(std::string_view code_hash, Millis now) override {
    return reader_->mail_to_confirm(code_hash, now);
  }
  bool knows_stop_code(std::string_view stop_code) override { return reader_->knows_stop_code(stop_code); }
  std::vector<DueMail> due_mails(Millis now, int most) override { return reader_->due_mails(now, most); }
  std::vector<Notice> unread_after(std::string_view user, std::int64_t number, Millis now) override {
    return reader_->unread_after(user, number, now);
  }
  std::vector<PushMessage> due_pushes(Millis now, int most) override {
    return reader_->due_pushes(now, most);
  }
  std::vector<Challenge> challenges(std::string_view user, Millis now, int most) override {
    return reader_->challenges(user, now, most);
  }
  std::string challenged_by(std::string_view user) override { return reader_->challenged_by(user); }
  std::vector<Rating> ratings(std::string_view user) override { return reader_->ratings(user); }
  std::vector<RatingPoint> rating_curve(const std::string& user, const std::string& game,
                                        const std::string& speed, int limit) override {
    return reader_->rating_curve(user, game, speed, limit);
  }
  std::vector<Ranked> leaders(std::string_view game, std::string_view speed, double max_deviation, int limit,
                              bool programs) override {
    return reader_->leaders(game, speed, max_deviation, limit, programs);
  }
  Tally tally(std::string_view user, int most) override { return reader_->tally(user, most); }

  std::optional<Analysis> load_analysis(std::string_view game) override {
    return reader_->load_analysis(game);
  }
  std::vector<std::string> unfinished_analyses() override { return reader_->unfinished_analyses(); }
  std::vector<std::string> claim_analyses() override { return reader_->claim_analyses(); }
  bool claim_analysis(std::string_view game) override { return reader_->claim_analysis(game); }
  std::vector<Seek> seeks() override { return reader_->seeks(); }
  std::optional<Study> study(std::string_view id) override { return reader_->study(id); }
  std::vector<StudyOfMember> studies_of(std::string_view user, int most) override {
    return reader_->studies_of(user, most);
  }
  std::vector<StudyMember> study_members(std::string_view study) override {
    return reader_->study_members(study);
  }
  std::vector<ChapterLine> study_chapters(std::string_view study) override {
    return reader_->study_chapters(study);
  }
  std::optional<ChapterRecord> chapter(std::string_view study, int number) override {
    return reader_->chapter(study, number);
  }
  std::vector<ChapterEdit> chapter_edits(std::string_view study, int number, int after, int most) override {
    return reader_->chapter_edits(study, number, after, most);
  }
  std::optional<Tournament> tournament(std::string_view id) override { return reader_->tournament(id); }
  std::vector<std::string> old_tournaments(std::string_view phase, Millis before, int most) override {
    return reader_->old_tournaments(phase, before, most);
  }
  std::vector<Tournament> tournaments(std::string_view phase, int most) override {
    return reader_->tournaments(phase, most);
  }
  std::vector<Tournament> tournaments_after(const Cursor& last, std::string_view phase, int most) override {
    return reader_->tournaments_after(last, phase, most);
  }
  std::vector<PlayedTournament> tournaments_of(std::string_view user, const Cursor& last, int most) override {
    return reader_->tournaments_of(user, last, most);
  }
  std::vector<TournamentEvent> tournament_events(std::string_view id, int after, int most) override {
    return reader_->tournament_events(id, after, most);
  }
  std::vector<TournamentGame> tournament_games(std::string_view id, int round) override {
    return reader_->tournament_games(id, round);
  }
  std::vector<TournamentResult> tournament_results_from(std::string_view id, int round) override {
    return reader_->tournament_results_from(id, round);
  }
  std::optional<Club> club(std::string_view id) override { return reader_->club(id); }
  std::optional<std::string> club_named(const NameKeys& names) override { return reader_->club_named(names); }
  std::vector<Club> clubs_keyed_otherwise(std::string_view keyed_by, int most) override {
    return reader_->clubs_keyed_otherwise(keyed_by, most);
  }
  ClubPage clubs(const Cursor& after, std::string_view part, Millis now, int most) override {
    return reader_->clubs(after, part, now, most);
  }
  std::vector<OwnClub> clubs_of(std::string_view user) override { return reader_->clubs_of(user); }
  std::string club_role(std::string_view club, std::string_view user) override {
    return reader_->club_role(club, user);
  }
  std::vector<ClubMember> club_members(std::string_view club, const Cursor& after, int most) override {
    return reader_->club_members(club, after, most);
  }
  std::vector<ClubMember> club_requests(std::string_view club) override {
    return reader_->club_requests(club);
  }
  std::vector<Tournament> club_tournaments(std::string_view club, const Cursor& last, int most) override {
    return reader_->club_tournaments(club, last, most);
  }
  std::vector<Report> reports(int limit) override { return reader_->reports(limit); }
  std::optional<User> user(std::string_view id) override { return reader_->user(id); }
  std::optional<Moderator> moderator(std::string_view user) override { return reader_->moderator(user); }
  std::vector<Moderator> moderators() override { return reader_->moderators(); }
  std::optional<Measure> measure(std::string_view id) override { return reader_->measure(id); }
  std::vector<Measure> measures_at(Millis now) override { return reader_->measures_at(now); }
  std::vector<Measure> measures_of(std::string_view subject, int most) override {
    return reader_->measures_of(subject, most);
  }
  std::optional<Measure> measure_of(std::string_view kind, std::string_view subject, Millis now) override {
    return reader_->measure_of(kind, subject, now);
  }
  std::vector<Measure> open_appeals(Millis now, const AppealPlace& after, int most) override {
    return reader_->open_appeals(now, after, most);
  }
  std::vector<Report> open_reports(const ReportPlace& after, int most) override {
    return reader_->open_reports(after, most);
  }
  std::int64_t last_act() override { return reader_->last_act(); }
  std::optional<Millis> act_before(std::string_view by, int later) override {
    return reader_->act_before(by, later);
  }
  std::vector<ModerationLine> acts_after(std::int64_t after, int most) override {
    return reader_->acts_after(after, most);
  }
  std::vector<ModerationLine> moderation_log(std::int64_t before, int most) override {
    return reader_->moderation_log(before, most);
  }

 private:
  SqliteStore store_;
  std::shared_ptr<Reader> reader_ = store_.open_reader();
};

}  // namespace storage
