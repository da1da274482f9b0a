// The log that a traced program writes (runtime/trace_format.h), read.
#pragma once

#include "runtime/trace_format.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace steward::oracle {

using runtime::TraceEvent;
using runtime::TraceKind;

struct Log {
  std::vector<TraceEvent> events; // without those of kind Site
  std::unordered_map<uint64_t, std::string> sites;
  std::string error; // why it cannot be read; "" when it could
};

Log readLog(const std::string& bytes);
Log readLogFile(const std::string& path);

} // namespace steward::oracle
