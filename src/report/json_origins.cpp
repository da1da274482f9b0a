#include "report/json_output.h"
#include "report/origins.h"

namespace steward {

namespace {

class OriginsWriter : JsonOutput {
public:
  using JsonOutput::JsonOutput;

  void report(const OriginsReport& report) {
    out_.object([&] {
      tool(jsonOriginsVersion);
      out_.attributeArray("origins", [&] {
        for (size_t id = 0; id < report.origins.size(); ++id) out_.object([&] { origin(id, report.origins[id]); });
      });
      if (!report.notes.empty()) texts("notes", report.notes);
    });
    out_.flush();
  }

private:
  void origin(size_t id, const OriginRecord& o) {
    out_.attribute("id", static_cast<int64_t>(id));
    text("kind", o.kind);
    text("name", o.name);
    text("entry", o.entry);
    location(o.at);
    out_.attribute("multiplicity", o.isMany ? "many" : "1");
    if (o.parent) out_.attribute("parent", static_cast<int64_t>(*o.parent));
    if (o.parent)
      out_.attributeObject("created", [&] {
        location(o.created);
        frames("stack", o.stack);
      });
    texts("attributes", o.attributes);
    if (o.runsOn) out_.attribute("runs_on", static_cast<int64_t>(*o.runsOn));
    if (o.loop.known()) out_.attributeObject("loop", [&] { location(o.loop); });
  }
};

} // namespace

void renderOriginsJson(const OriginsReport& report, llvm::raw_ostream& out) {
  OriginsWriter(out).report(report);
  out << '\n';
}

} // namespace steward
