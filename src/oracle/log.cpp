#include "oracle/log.h"

#include <cstring>
#include <fstream>
#include <sstream>

namespace steward::oracle {

Log readLog(const std::string& bytes) {
  Log log;
  if (bytes.compare(0, sizeof runtime::traceMagic, runtime::traceMagic, sizeof runtime::traceMagic) != 0) {
    log.error = "not a trace of Steward, or one of another version";
    return log;
  }
  size_t at = sizeof runtime::traceMagic;
  while (at < bytes.size()) {
    TraceEvent event;
    if (bytes.size() - at < sizeof event) {
      log.error = "ends in the middle of an event";
      return log;
    }
    std::memcpy(&event, bytes.data() + at, sizeof event);
    at += sizeof event;
    if (event.kind > TraceKind::Site) {
      log.error = "has an event of an unknown kind";
      return log;
    }
    if (event.kind != TraceKind::Site) {
      log.events.push_back(event);
      continue;
    }
    if (event.bytes > bytes.size() - at) {
      log.error = "ends in the middle of a text";
      return log;
    }
    log.sites[event.at] = bytes.substr(at, event.bytes);
    at += (event.bytes + sizeof event - 1) / sizeof event * sizeof event;
  }
  return log;
}

Log readLogFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  if (file) content << file.rdbuf();
  if (!file) {
    Log log;
    log.error = "cannot be read";
    return log;
  }
  return readLog(content.str());
}

} // namespace steward::oracle
