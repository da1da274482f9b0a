// One page, served to browsers on this machine and to nobody else.
//
// It listens on 127.0.0.1 only, answers GET only, and only when asked under that name or localhost: a page of another
// site whose name was made to lead here gets nothing.
#pragma once

#include <functional>
#include <string>

namespace steward {

struct Served {
  std::string page;   // at /
  std::string report; // at /report.json
};

// Until SIGINT or SIGTERM. `ready` is called with the address once browsers may come. Port 0: any that is free.
// What went wrong, or "".
std::string serve(const Served& served, unsigned port, const std::function<void(const std::string& address)>& ready);

} // namespace steward
