#pragma once

#include "server/api/router.h"

namespace server {

class Analyst;

/// Computer analysis of games that are over. Network thread only.
class AnalysisApi {
 public:
  /// @pre `analyst` outlives it
  explicit AnalysisApi(Analyst& analyst) : analyst_(analyst) {}

  /// POST asks for an analysis and answers 202 until it is done, GET tells how far it is.
  void mount(Router& router);

 private:
  Analyst& analyst_;
};

}  // namespace server
