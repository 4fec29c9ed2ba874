#include "server/studies/studies.h"

#include <algorithm>
#include <utility>

#include "server/base/attempt.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using protocol::ErrorCode;

/// In units of a small message: some rows are read; an edit is written, too.
constexpr Cost kOpen = 5, kEdit = 1;
/// A file of records is read, parsed and played: some 10 us a node of 45 bytes.
constexpr Cost kPerByteRead = 1.0 / 2'048;
constexpr Cost kPerNodeShown = 0.005;
/// Of a row of edits, its part of indexes included.
constexpr std::size_t kBytesOfRow = 128;

/// What a node takes in memory: texts count as so many nodes as take as much.
constexpr std::size_t kBytesOfNode = 512;
/// Of texts, that a snapshot may write anew for each edit since the last one.
constexpr std::size_t kBytesForEdit = 8'192;

/// Chapters of which is remembered what they cost.
constexpr std::size_t kMostDear = 1'000;

/// Another server was faster so many times in a row.
constexpr int kTries = 5;
constexpr std::size_t kMostCursors = 32;

protocol::Error busy() {
  return protocol::retry_after(std::chrono::seconds(1), ErrorCode::busy,
                               "The study cannot be read or written now. Try again soon.");
}

protocol::Error too_much(Millis wait) {
  return protocol::retry_after(wait, ErrorCode::rate_limited, "Not so much of studies at once.");
}

/// Of an edit; a snapshot takes the place of another.
Cost bytes_on_disk(const StudyStep& step) {
  return step.change() ? static_cast<Cost>(kBytesOfRow + step.change()->size()) : 0;
}

}  // namespace

Studies::Studies(Timer::Executor network, RecordQueue& records, Metrics& metrics, Find find, Options options)
    : records_(records),
      metrics_(metrics),
      find_(std::move(find)),
      options_(options),
      bytes_(options_.bytes),
      info_timer_(network, [this] { read_unread(); }),
      timer_(network, [this] { tell_cursors(); }) {}

/// As long as the connection is here: after that nothing is done for it any more.
RequestBudget Studies::budget_of(ViewerId id) const {
  const Subscriber* const here = find_(id);
  const auto refuse = [this, id](Cost cost) {
    Subscriber* const paying = find_(id);
    return paying ? paying->refuse(cost) : std::optional(Millis(0));
  };
  return {.address = here->origin().address, .refuse = refuse, .user = here->user()->id};
}

void Studies::answer(ViewerId id, const std::vector<StudyText>& texts) const {
  Subscriber* const here = find_(id);
  for (const StudyText& text : texts)
    if (here) here->send(text);
}

void Studies::refuse(ViewerId id, StudyRequestId request, const protocol::Error& error) {
  if (error.code == ErrorCode::rate_limited || error.code == ErrorCode::busy)
    metrics_.count_refusal("studies");
  answer(id, {study_text(error, request)});
}

// ---- connections -----------------------------------------------------------------------------------------

/// The answer to an earlier request that is still to come is dropped: the client wants another chapter now.
void Studies::open(ViewerId id, StudyRequestId request, const protocol::OpenStudy& asked) {
  Viewer& viewer = viewers_[id];
  leave(id, viewer);
  viewer.wants = {asked.study_id, asked.chapter};
  viewer.asked = ++requests_;
  const auto failed = [this, id, number = viewer.asked, request](const protocol::Error& error) {
    const auto found = viewers_.find(id);
    if (found == viewers_.end() || found->second.asked != number) return;
    refuse(id, request, error);
    viewers_.erase(found);
  };
  if (const auto refusal = refuse_open(id, viewer)) return failed(*refusal);
  const ChapterKey key = viewer.wants;  // The viewer may be forgotten in the call.
  const auto known = chapters_.find(key);
  const int infos = known == chapters_.end() ? 0 : known->second.infos;
  push(key, {.budget = budget_of(id),
             .per_node = kPerNodeShown,
             .act = [asked, request](storage::Reader& store,
                                     StudyStep& step) { step.open(store, asked, request); },
             .done = [this, id, number = viewer.asked,
                      infos](const StudyStep& step) { opened(id, number, infos, step); },
             .failed = failed});
}

std::optional<protocol::Error> Studies::refuse_open(ViewerId id, Viewer& viewer) {
  Subscriber& subscriber = *find_(id);
  const Origin& origin = subscriber.origin();
  if (!viewer.place) viewer.place = addresses_.admit(origin.address, options_.open.of(origin.is_private));
  if (!viewer.place)
    return because(protocol::Obstacle::address,
                   error(ErrorCode::rate_limited, "Enough studies are open at your address."));
  const auto wait = subscriber.refuse(kOpen);
  return wait ? std::optional(too_much(*wait)) : std::nullopt;
}

/// @param infos Chapter::infos when it was asked for
void Studies::opened(ViewerId id, std::uint64_t asked, int infos, const StudyStep& step) {
  const auto found = viewers_.find(id);
  if (found == viewers_.end() || found->second.asked != asked) return;
  Viewer& viewer = found->second;
  Chapter& chapter = chapters_.at(viewer.wants);
  chapter.viewers.insert(id);
  viewer.is_open = true;
  viewer.member = step.member();
  answer(id, step.answers());
  cursors_changed(viewer.wants);
  // What its viewers were told meanwhile this one was not: it may be private by now.
  if (chapter.infos != infos) look_again(viewer.wants.study);
}

/// Of the chapter that it has open, if it has one.
void Studies::leave(ViewerId id, Viewer& viewer) {
  if (!std::exchange(viewer.is_open, false)) return;
  const auto chapter = chapters_.find(viewer.wants);
  chapter->second.viewers.erase(id);
  if (viewer.node) cursors_changed(viewer.wants);
  viewer.node.reset();
  unload(chapter);
}

void Studies::close(ViewerId id, const std::string& study) {
  const auto viewer = viewers_.find(id);
  if (viewer != viewers_.end() && viewer->second.wants.study == study) forget(id);
}

void Studies::forget(ViewerId gone) {
  const auto viewer = viewers_.find(gone);
  if (viewer == viewers_.end()) return;
  leave(gone, viewer->second);
  viewers_.erase(viewer);
}

void Studies::edit(ViewerId id, StudyRequestId request, const protocol::EditStudy& asked) {
  const ChapterKey key{asked.study_id, asked.chapter};
  if (const auto refusal = refuse_edit(id, key)) return refuse(id, request, *refusal);
  const auto now = server_now().time_since_epoch().count();
  push(key,
       {.budget = budget_of(id),
        .act = [asked, request, now](storage::Reader&, StudyStep& step) { step.edit(asked, request, now); },
        .done = [this, id](const StudyStep& step) { answer(id, step.answers()); },
        .failed = [this, id, request](const protocol::Error& error) { refuse(id, request, error); }});
}

std::optional<protocol::Error> Studies::refuse_edit(ViewerId id, const ChapterKey& key) const {
  const auto viewer = viewers_.find(id);
  if (viewer == viewers_.end() || !viewer->second.is_open || viewer->second.wants != key)
    return error(ErrorCode::forbidden, "Open the chapter first.");
  if (is_stopped_) return error(ErrorCode::shutting_down, "The server restarts.");
  const auto wait = find_(id)->refuse(kEdit);
  return wait ? std::optional(too_much(*wait)) : std::nullopt;
}

void Studies::show(const ChapterKey& key, const RequestBudget& budget, ChapterDone shown) {
  push(key, {.budget = budget,
             .per_node = kPerNodeShown,
             .act = [](storage::Reader&, StudyStep& step) { step.show_content(); },
             .done = [shown](const StudyStep& step) { shown(step.answers().front()); },
             .failed = [shown](const protocol::Error& error) { shown(engine::Unexpected(error)); }});
}

// ---- one step at a time ----------------------------------------------------------------------------------

void Studies::push(const ChapterKey& key, Job job) {
  Chapter& chapter = chapters_.try_emplace(key, options_.most_waiting - 1).first->second;
  if (chapter.served) return wait(chapter, std::move(job));
  chapter.served = std::move(job);
  serve(key);
}

/// Where too many wait the network that asks for most is refused, so that strangers who open a chapter again
/// and again do not keep those out who write in it.
void Studies::wait(Chapter& chapter, Job job) const {
  const std::string network = network_key(job.budget.address);
  if (auto dropped = chapter.waiting.push(network, std::move(job)))
    records_.answer([failed = std::move(dropped->failed)] { failed(busy()); });
}

/// The job of a chapter whose turn it is: what it makes the server do is paid before it is done.
void Studies::serve(const ChapterKey& key) {
  Chapter& chapter = chapters_.at(key);
  Job& job = *chapter.served;
  if (!chapter.state && !job.record)
    return job.is_paid || job.is_own || !dear_.contains(key) ? read_record(key) : pay_first(key);
  Cost cost = 0;
  if (!chapter.state) {
    std::size_t bytes = job.record->snapshot.size();
    for (const storage::ChapterEdit& edit : job.record->edits) bytes += edit.edit.size();
    cost += kPerByteRead * static_cast<Cost>(bytes);
  } else {
    cost += job.per_node * static_cast<Cost>(chapter.nodes);
  }
  if (std::exchange(job.is_paid, true)) return run(key);
  if (const auto wait = job.budget.refuse(cost)) {
    if (job.record) note_dear(key, cost);
    return fail(key, too_much(*wait));
  }
  run(key);
}

/// It was read for nothing: the next request for it pays before that.
void Studies::note_dear(const ChapterKey& key, Cost cost) {
  if (dear_.size() >= kMostDear && !dear_.contains(key)) dear_.erase(dear_.begin());
  dear_[key] = cost;
}

/// What it cost when it was read for nothing. Of what may not be seen nothing is told, not even that.
void Studies::pay_first(const ChapterKey& key) {
  const Job& job = *chapters_.at(key).served;
  records_.read(
      {WorkPool::Lane::slow, job.budget.address},
      [study = key.study, user = job.budget.user](storage::Reader& store) {
        return read_study_for(store, study, user).has_value();
      },
      [this, key](std::optional<bool> is_seen) {
        if (!is_seen) return fail(key, busy());
        if (!*is_seen) return fail(key, no_such_study());
        Job& served = *chapters_.at(key).served;
        if (const auto dear = dear_.find(key); dear != dear_.end()) {
          if (const auto wait = served.budget.refuse(dear->second)) return fail(key, too_much(*wait));
          served.is_paid = true;
        }
        read_record(key);
      });
}

/// Only of a chapter that may be seen by the user who asks, if it is not the server.
void Studies::read_record(const ChapterKey& key) {
  using Record = std::shared_ptr<const storage::ChapterRecord>;
  const Job& job = *chapters_.at(key).served;
  records_.read(
      {WorkPool::Lane::slow, job.budget.address},
      [key, user = job.budget.user, is_own = job.is_own](storage::Reader& store) -> Record {
        // The server's own look is for those who have it open: whether they may see it was judged then.
        const auto study = is_own ? read_study(store, key.study) : read_study_for(store, key.study, user);
        if (!study) return nullptr;
        auto record = store.chapter(key.study, key.chapter);
        return record ? std::make_shared<const storage::ChapterRecord>(*std::move(record)) : nullptr;
      },
      [this, key](std::optional<Record> record) {
        if (!record) return fail(key, busy());
        if (!*record) return fail(key, no_such_study());
        Chapter& chapter = chapters_.at(key);
        chapter.kept = (*record)->v;
        chapter.served->record = *std::move(record);
        serve(key);
      });
}

void Studies::run(const ChapterKey& key) {
  Chapter& chapter = chapters_.at(key);
  Job& job = *chapter.served;
  const int told = chapter.viewers.empty() ? StudyStep::kToldAll : chapter.told;
  chapter.is_behind = false;
  records_.read(
      {WorkPool::Lane::slow, job.budget.address},
      [step = StudyStep(key, job.is_own ? std::nullopt : std::optional(job.budget.user), told),
       state = chapter.state, record = std::exchange(job.record, {}),
       act = job.act](storage::Reader& store) mutable {
        if (step.read(store, std::move(state), record.get())) act(store, step);
        record.reset();
        return std::move(step);
      },
      [this, key](std::optional<StudyStep> step) {
        if (step) return decided(key, *std::move(step));
        chapters_.at(key).is_behind = true;
        fail(key, busy());
      });
}

void Studies::decided(const ChapterKey& key, StudyStep step) {
  Chapter& chapter = chapters_.at(key);
  const Job& job = *chapter.served;
  hold(key, chapter, step.state());
  for (const StudyText& text : step.news()) tell(chapter, text);
  if (step.state()) chapter.told = std::max(chapter.told, step.state()->tree().version());
  if (step.refusal()) return fail(key, *step.refusal());
  if (step.writes().empty()) return committed(key, step, Persisted::done);
  if (const auto wait = refuse_bytes(job.budget.address, bytes_on_disk(step)))
    return fail(key, too_much(*wait));
  std::vector<storage::Write> writes = step.writes();
  records_.commit(std::move(writes), [this, key, step = std::move(step)](Persisted persisted) {
    committed(key, step, persisted);
  });
}

void Studies::committed(const ChapterKey& key, const StudyStep& step, Persisted persisted) {
  Chapter& chapter = chapters_.at(key);
  Job& job = *chapter.served;
  // Unknown: it may stand on the disk, and the next step tells it then.
  if (persisted != Persisted::done && persisted != Persisted::unknown)
    bytes_.give_back(job.budget.address, TokenBucket::Time::clock::now(), bytes_on_disk(step));
  // Another server wrote this version: the same is judged anew on what it wrote.
  if (persisted == Persisted::refused && ++job.tries < kTries) return serve(key);
  if (persisted != Persisted::done) return fail(key, busy());
  if (step.change()) {
    tell(chapter, step.change());
    // The state follows when the next step has read it.
    chapter.told = step.state()->tree().version() + 1;
  }
  if (step.renames()) look_again_soon(key.study);
  finish(key, [&step](const Job& served) { served.done(step); });
}

void Studies::fail(const ChapterKey& key, const protocol::Error& error) {
  finish(key, [&error](const Job& job) { job.failed(error); });
}

/// Answers before the next job is served, so that what happens then is told afterwards.
void Studies::finish(const ChapterKey& key, const std::function<void(const Job&)>& answer) {
  Chapter& chapter = chapters_.at(key);
  const Job job = std::move(*chapter.served);
  // In its place until it has answered: nothing that an answer brings about is served before, nor unloads it.
  // An answer that fails does not keep the chapter from all others.
  attempt("study", [&] { answer(job); });
  keep_snapshot_if_due(chapter);
  chapter.served = chapter.waiting.pop();
  if (chapter.served) return serve(key);
  if (chapter.is_behind && !chapter.viewers.empty()) catch_up_later(key);
  unload(chapters_.find(key));
  make_room();
}

/// Spectators when nothing else is to be done: members wait for it.
void Studies::tell(const Chapter& chapter, const StudyText& text) const {
  for (const ViewerId each : chapter.viewers)
    if (Subscriber* const here = find_(each))
      viewers_.at(each).member != 0 ? here->send(text) : here->send_when_idle(text);
}

/// What a snapshot costs is a small part of what its edits did.
void Studies::keep_snapshot_if_due(Chapter& chapter) {
  if (!chapter.state || is_stopped_) return;
  const study::ChapterTree& tree = chapter.state->tree();
  const int version = tree.version();
  const int due =
      std::max(options_.edits_of_snapshot, static_cast<int>(tree.size() / 4 + tree.bytes() / kBytesForEdit));
  if (version - chapter.kept < due) return;
  chapter.kept = version;
  wait(chapter, {.is_own = true,
                 .act = [](storage::Reader&, StudyStep& step) { step.keep_snapshot(); },
                 .done = [](const StudyStep&) {},
                 .failed = [](const protocol::Error&) {},
                 .tries = kTries});
}

// ---- memory ----------------------------------------------------------------------------------------------

void Studies::hold(const ChapterKey& key, Chapter& chapter, StudyStatePtr state) {
  nodes_ -= chapter.nodes;
  by_use_.erase(chapter.used);
  chapter.nodes = state ? state->tree().size() + state->tree().bytes() / kBytesOfNode : 0;
  chapter.state = std::move(state);
  nodes_ += chapter.nodes;
  chapter.used = ++uses_;
  if (chapter.state) by_use_.emplace(chapter.used, key);
}

/// A state that was not used for the longest time goes: the next step of its chapter reads it again.
void Studies::make_room() {
  for (auto each = by_use_.begin(); nodes_ > options_.most_nodes && each != by_use_.end();) {
    const ChapterKey key = (each++)->second;
    Chapter& chapter = chapters_.at(key);
    if (!chapter.served) retire(key, chapter);
  }
}

/// If it is not open, and nothing is asked of it.
void Studies::unload(Chapters::iterator chapter) {
  if (!chapter->second.viewers.empty() || chapter->second.served) return;
  retire(chapter->first, chapter->second);
  chapters_.erase(chapter);
}

/// A large tree is destroyed by the pool.
void Studies::retire(const ChapterKey& key, Chapter& chapter) {
  StudyStatePtr state = std::move(chapter.state);
  hold(key, chapter, nullptr);
  if (!state) return;
  records_.work().run(
      {WorkPool::Lane::slow, {}}, [state = std::move(state)]() mutable { return state.reset(), true; },
      [](std::optional<bool>) {});
}

// ---- telling ---------------------------------------------------------------------------------------------

void Studies::look_again(const std::string& study) {
  const auto first = chapters_.lower_bound({study, 0});
  if (first == chapters_.end() || first->first.study != study) return;
  if (infos_.contains(study)) return void(infos_[study] = true);
  infos_[study] = false;
  read_info(study);
}

void Studies::look_at(const storage::Changes& changes) {
  for (const storage::ChangedStudy& each : changes.studies) {
    if (each.chapter == 0) look_again_once(each.study);
    const auto chapter = chapters_.find({each.study, each.chapter});
    if (chapter != chapters_.end()) catch_up(chapter->first, chapter->second, each.v);
  }
  if (!changes.anything) return;
  for (auto& [key, chapter] : chapters_) {
    look_again(key.study);
    catch_up(key, chapter, INT32_MAX);
  }
}

/// A step that waits will read it anyway, unless it is refused before that.
void Studies::catch_up(const ChapterKey& key, Chapter& chapter, int version) {
  if (chapter.viewers.empty() || chapter.told >= version) return;
  chapter.is_behind = true;
  if (chapter.waiting.size() > 0) return;
  push(key, {.is_own = true,
             .act = [](storage::Reader&, StudyStep&) {},
             .done = [](const StudyStep&) {},
             .failed = [](const protocol::Error&) {}});
}

/// What could not be read is written all the same: viewers would not see it before the next edit.
void Studies::catch_up_later(const ChapterKey& key) {
  begin_to_wait();
  behind_.insert(key);
}

void Studies::read_info(const std::string& study) {
  records_.read([study](storage::Reader& store) { return read_study(store, study); },
                [this, study](const std::optional<std::optional<StoredStudy>>& found) {
                  // A member who was put out reads on until this is known.
                  if (!found) return read_infos_later(study);
                  tell_info(study, *found);
                  if (std::exchange(infos_.at(study), false)) return read_info(study);
                  infos_.erase(study);
                });
}

void Studies::read_infos_later(const std::string& study) {
  begin_to_wait();
  unread_.insert(study);
}

/// A name is told by its edit at once. All names of a study, up to 125 KB for each viewer, follow once for
/// all that change meanwhile.
void Studies::look_again_soon(const std::string& study) {
  begin_to_wait();
  renamed_.insert(study);
}

/// What other servers tell may be that a member was put out, or one of many new names of chapters: at once,
/// but of each study only once until the timer is due.
void Studies::look_again_once(const std::string& study) {
  if (looked_at_.contains(study)) return look_again_soon(study);
  begin_to_wait();
  looked_at_.insert(study);
  look_again(study);
}

void Studies::begin_to_wait() {
  if (unread_.empty() && behind_.empty() && renamed_.empty() && looked_at_.empty())
    info_timer_.wait(options_.info_again);
}

// Of those that are still open: the others are forgotten.
void Studies::read_unread() {
  const auto unread = std::exchange(unread_, {}), renamed = std::exchange(renamed_, {});
  const auto behind = std::exchange(behind_, {});
  looked_at_.clear();
  for (const std::string& study : unread) {
    infos_.erase(study);
    look_again(study);
  }
  for (const std::string& study : renamed) look_again_once(study);
  for (const ChapterKey& key : behind)
    if (const auto chapter = chapters_.find(key); chapter != chapters_.end())
      catch_up(chapter->first, chapter->second, INT32_MAX);
}

/// Who may not see it any more is told so, and nothing else.
void Studies::tell_info(const std::string& study, const std::optional<StoredStudy>& found) {
  const StudyText info = found ? study_text(to_info(*found)) : nullptr;
  protocol::Error gone = no_such_study();
  gone.reason = "study";
  std::vector<ViewerId> shut_out;
  for (auto chapter = chapters_.lower_bound({study, 0});
       chapter != chapters_.end() && chapter->first.study == study; ++chapter) {
    ++chapter->second.infos;
    for (const ViewerId id : chapter->second.viewers) {
      Subscriber* const here = find_(id);
      if (!here) continue;
      const std::string& user = here->user()->id;
      const storage::StudyMember* const member = found ? found->member(user) : nullptr;
      viewers_.at(id).member = member ? member->number : 0;
      const bool sees = found && found->is_seen_by(user);
      here->send(sees ? info : study_text(gone));
      if (!sees) shut_out.push_back(id);
    }
  }
  for (const ViewerId each : shut_out) forget(each);
}

std::optional<protocol::Error> Studies::look(ViewerId id, const protocol::StudyCursor& cursor) {
  const auto found = viewers_.find(id);
  if (found == viewers_.end() || !found->second.is_open ||
      found->second.wants != ChapterKey{cursor.study_id, cursor.chapter})
    return error(ErrorCode::forbidden, "Open the chapter first.");
  if (std::exchange(found->second.node, cursor.node) != cursor.node) cursors_changed(found->second.wants);
  return std::nullopt;
}

void Studies::cursors_changed(const ChapterKey& key) {
  moved_.insert(key);
  if (!std::exchange(is_waiting_, true)) timer_.wait(options_.cursors_every);
}

void Studies::tell_cursors() {
  is_waiting_ = false;
  for (const ChapterKey& key : std::exchange(moved_, {}))
    if (const auto chapter = chapters_.find(key); chapter != chapters_.end())
      tell_cursors(key, chapter->second);
}

/// A viewer who is shown, or who blocks others, gets a list without itself and without those it blocks; all
/// other viewers share one.
void Studies::tell_cursors(const ChapterKey& key, const Chapter& chapter) const {
  std::set<ViewerId> shown;
  for (const bool of_members : {true, false})
    for (const ViewerId each : chapter.viewers) {
      const Viewer& viewer = viewers_.at(each);
      if (shown.size() < kMostCursors && viewer.node && (viewer.member != 0) == of_members && find_(each))
        shown.insert(each);
    }
  const auto list_for = [&](ViewerId reader, const SharedBlocked& blocked) {
    protocol::StudyCursors list{key.study, key.chapter, {}};
    for (const ViewerId each : shown) {
      const protocol::User& user = *find_(each)->user();
      const Viewer& viewer = viewers_.at(each);
      if (each != reader && !is_blocked(blocked, user.id))
        list.at.push_back({viewer.member, user.name, *viewer.node});
    }
    return study_text(list);
  };
  const StudyText usual = list_for(0, nullptr);
  for (const ViewerId each : chapter.viewers) {
    Subscriber* const here = find_(each);
    if (!here) continue;
    const bool is_usual = !shown.contains(each) && (!here->blocked() || here->blocked()->empty());
    here->send_when_idle(is_usual ? usual : list_for(each, here->blocked()));
  }
}

}  // namespace server
