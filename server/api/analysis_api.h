#pragma once

#include "server/api/router.h"

namespace server {

class Analyst;

/// Computer analysis of games that are over. Network thread only.
class AnalysisApi {
 public:
  explicit AnalysisApi(Analyst& analyst) : analyst_(analyst) {}

  void mount(Router& router);

 private:
  Analyst& analyst_;
};

}  // namespace server
