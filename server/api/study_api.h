#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/api/router.h"
#include "server/api/study_form.h"
#include "server/base/address_limits.h"
#include "server/studies/studies.h"

namespace server {

/// Studies over HTTP: who may make, change and read what. Chapters are edited by WebSocket alone. Network
/// thread only; what is asked is read and judged by the pool.
class StudyApi {
 public:
  struct Options {
    int of_user = 100;  ///< Studies, with those that are being removed.
    /// New ones of one address.
    Rate created{.count = 100, .per = std::chrono::days(1)};
  };

  /// @pre both outlive it
  StudyApi(RecordQueue& records, Studies& studies, Options options)
      : records_(records), studies_(studies), options_(options), created_(options.created) {}
  StudyApi(RecordQueue& records, Studies& studies) : StudyApi(records, studies, Options()) {}

  /// The routes of docs/protocol.md, "Studies by HTTP".
  void mount(Router& router);

 private:
  using Session = std::optional<storage::Session>;
  /// What a request comes to.
  struct Verdict {
    HttpResponse answer{};
    std::vector<storage::Write> writes{};  ///< The answer is given once they are there.
    HttpResponse refused{};                ///< If they are not taken.
    std::string study{};                   ///< Those who have it open are told.
    std::vector<NewChapter> chapters{};    ///< To be added to it, after the writes.
    std::vector<BadText> notes{};          ///< On them.
    bool creates = false;
  };
  using Decide = std::function<Verdict(storage::Reader& store, const Session& session)>;
  /// Chapters that are being added, one commit each.
  struct Adding;

  void add_routes_of_chapters(Router& router);
  void add_routes_of_members(Router& router);
  /// The way of most requests: `cost` is paid, `decide` runs on the pool with the session of the token, and
  /// what it says is carried out on the network thread.
  void decide(const HttpRequest& request, Cost cost, Respond respond, Decide decide);
  void carry_out(Verdict verdict, const std::string& address, const Respond& respond);
  void add_next(const std::shared_ptr<Adding>& adding);
  void number(const std::shared_ptr<Adding>& adding);
  void finish(Adding& adding);
  static Verdict list(storage::Reader& store, const Session& session);
  static Verdict invite(storage::Reader& store, const Session& session, const std::string& id,
                        const std::string& body);
  static Verdict create(storage::Reader& store, const Session& session, const std::string& body, int most);
  static Verdict change(storage::Reader& store, const Session& session, const std::string& id,
                        const std::string& body);
  void show_chapter(const HttpRequest& request, const ChapterKey& key, Respond respond);
  void export_as(const HttpRequest& request, const std::string& id, Respond respond);

  RecordQueue& records_;
  Studies& studies_;
  const Options options_;
  AddressBuckets created_;
};

}  // namespace server
