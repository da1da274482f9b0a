// Whatever the bytes, reading them as the record of a run gives an error or a record, and what is in a record can be
// grouped and shown. Nothing is symbolised: a fuzzer is not to open files of its choice.
#include "report/text.h"
#include "run/describe.h"
#include "run/record.h"

using namespace steward;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto record = parseRecord(llvm::StringRef(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!record) {
    llvm::consumeError(record.takeError());
    return 0;
  }
  record->modules.clear();
  for (RecordedRace& race : record->races)
    for (RecordedAccess& access : race.accesses) access.places.clear();
  Report report;
  report.races = groupRaces(RunDescriber().describe(*record));
  TextOptions options;
  options.sourceLines = false;
  renderText(report, options, llvm::nulls());
  return 0;
}
