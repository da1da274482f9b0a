#include "report/json_output.h"
#include "report/sharing.h"

namespace steward {

namespace {

class SharingJson : JsonOutput {
public:
  using JsonOutput::JsonOutput;

  void report(const SharingReport& report) {
    out_.object([&] {
      tool(jsonSharingVersion);
      array("origins", report.origins, [&](const SharingOrigin& o) {
        text("name", o.name);
        out_.attribute("several", o.isSeveral);
        if (o.created.known()) out_.attributeObject("created", [&] { location(o.created); });
      });
      array("objects", report.objects, [&](const SharingObject& o) { object(o); });
      skipped(report.skipped);
      if (!report.notes.empty()) texts("notes", report.notes);
    });
    out_.flush();
  }

private:
  template <typename Items, typename Write>
  void array(llvm::StringRef key, const Items& items, Write write) {
    out_.attributeArray(key, [&] {
      for (const auto& item : items) out_.object([&] { write(item); });
    });
  }

  void object(const SharingObject& o) {
    text("name", o.name);
    text("what", o.what);
    out_.attribute("shared", o.isShared);
    out_.attributeObject("allocated", [&] { location(o.allocated); });
    out_.attributeArray("allocated_by", [&] {
      for (size_t origin : o.allocatedBy) out_.value(origin);
    });
    array("members", o.members, [&](const SharingMember& m) {
      text("name", m.name);
      out_.attribute("shared", m.isShared);
      array("uses", m.uses, [&](const SharingUse& use) {
        out_.attribute("origin", use.origin);
        if (use.isAtomic) out_.attribute("atomic", true);
        array("writes", use.writes, [&](const SourceLocation& at) { location(at); });
        array("reads", use.reads, [&](const SourceLocation& at) { location(at); });
      });
    });
  }
};

} // namespace

void renderSharingJson(const SharingReport& report, llvm::raw_ostream& out) {
  SharingJson(out).report(report);
  out << '\n';
}

} // namespace steward
