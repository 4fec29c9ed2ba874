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
  /// What is asked; views, for the pool.
  struct Asked {
    storage::Reader& store;
    const Session& session;
    const Router::Segments& stars;
    const std::string& body;
    const std::string& id() const { return stars[0]; }  ///< Of the study.
  };
  using Decide = std::function<Verdict(const Asked& asked)>;
  /// What a request is paid by.
  struct Price {
    Cost request = 0;
    Cost per_byte = 0;  ///< Of its body, which may cost more: cost_beside_length().
  };
  /// Chapters that are being added, one commit each.
  struct Adding;

  /// A route that goes the way of most: the price is paid, `decide` runs on the pool, and what it says is
  /// carried out on the network thread.
  void add(Router& router, const char* method, const char* pattern, const Price& price, const Decide& decide,
           std::size_t longest_body = Router::kLongestBody);
  void judge(const HttpRequest& request, Cost cost, const Decide& decide, const Router::Segments& stars,
             Respond respond);
  void carry_out(Verdict verdict, const std::string& address, const Respond& respond);
  /// For what it makes, which takes so many bytes.
  std::optional<std::chrono::milliseconds> pay(const Verdict& verdict, const std::string& address,
                                               Cost bytes);
  /// Nothing of it was made.
  void give_back(const Verdict& verdict, const std::string& address, Cost bytes);
  void add_next(const std::shared_ptr<Adding>& adding);
  void number(const std::shared_ptr<Adding>& adding);
  void finish(Adding& adding);
  static Verdict list(const Asked& asked);
  static Verdict create(const Asked& asked, int most);
  static Verdict show(const Asked& asked);
  static Verdict change(const Asked& asked);
  static Verdict remove(const Asked& asked);
  static Verdict add_chapters(const Asked& asked);
  static Verdict invite(const Asked& asked);
  static Verdict change_role(const Asked& asked);
  void show_chapter(const HttpRequest& request, const ChapterKey& key, Respond respond);
  void export_as(const HttpRequest& request, const std::string& id, Respond respond);

  RecordQueue& records_;
  Studies& studies_;
  const Options options_;
  AddressBuckets created_;
};

}  // namespace server
