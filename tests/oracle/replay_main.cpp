// steward-replay FILE: is the run that this log is of as it should be? Exit status 0: yes, 1: no, 2: it cannot be read.
#include "oracle/replay.h"

#include <cstdio>
#include <cstring>

using namespace steward::oracle;

int main(int argc, char** argv) {
  bool listsRaces = argc == 3 && !std::strcmp(argv[1], "--races");
  if (argc != 2 && !listsRaces) {
    std::fprintf(stderr, "usage: steward-replay [--races] FILE\n");
    return 2;
  }
  const char* file = argv[argc - 1];
  Log log = readLogFile(file);
  if (!log.error.empty()) {
    std::fprintf(stderr, "steward-replay: error: %s: %s\n", file, log.error.c_str());
    return 2;
  }
  Verdict verdict = replay(log);
  for (const std::string& violation : verdict.violations) std::printf("%s\n", violation.c_str());
  if (verdict.violationCount > verdict.violations.size())
    std::printf("… %zu violations in all\n", verdict.violationCount);
  if (listsRaces)
    for (const RacyByte& byte : verdict.racy)
      std::printf("racy 0x%llx %u %u\n", (unsigned long long)byte.at, byte.threads[0], byte.threads[1]);
  std::printf("%zu accesses, %zu checks, %zu races found, %zu bytes racy, %zu violations\n", verdict.accesses,
              verdict.checks, verdict.claims, verdict.racy.size(), verdict.violationCount);
  return verdict.violationCount != 0;
}
