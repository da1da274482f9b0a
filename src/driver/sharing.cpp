// From what is known of sharing to the record that is printed.
#include "steward/sharing.h"

#include "driver/whole_program.h"
#include "report/sharing.h"
#include "sharing/lines.h"
#include "sharing/members.h"
#include "sharing/object_names.h"

#include <set>

namespace steward {

namespace {

class SharingDescriber {
public:
  explicit SharingDescriber(const WholeProgram& whole)
      : whole_(whole), program_(whole.program), origins_(*whole.origins),
        lines_(*whole.pointers, *whole.reach, origins_) {}

  std::vector<SharingOrigin> origins() {
    std::vector<SharingOrigin> result;
    for (uint32_t n = 0; n < origins_.size(); ++n) {
      const Origin& origin = origins_[OriginId(n)];
      SharingOrigin described{origins_.describe(OriginId(n)), {}, origins_.isSeveral(OriginId(n))};
      if (origin.fork) {
        const CallSite& site = origins_[origin.fork].site;
        auto lines = lines_.of(origin.parent, site.instance, site.instruction);
        if (!lines.empty()) described.created = locationOf(program_, lines.front());
      }
      result.push_back(described);
    }
    return result;
  }

  SharingObject object(const SharedObject& shared) {
    const Object& object = whole_.pointers->objects()[shared.object];
    SharingObject result;
    result.name = objectName(*whole_.pointers, object);
    result.what = objectKind(*whole_.pointers, object);
    result.allocated = allocated(object, result.allocatedBy);
    std::vector<Member> members = membersOf(shared, origins_);
    // Memory of unknown type is called what it is used as, when that is one thing.
    TypeId used = members.empty() ? TypeId() : members.front().place.type;
    if (used && llvm::all_of(members, [&](const Member& m) { return m.place.type == used; }))
      result.name = program_.text(program_.types[used].name).str();
    for (const Member& m : members) {
      SharingMember member{placeName(*whole_.pointers, m.place), m.isShared, uses(m)};
      // Wide accesses may be to the same member at several widths; they tell the same story.
      bool isTold = llvm::any_of(result.members, [&](const SharingMember& told) {
        return told.name == member.name && told.uses == member.uses;
      });
      if (!isTold) result.members.push_back(std::move(member));
      result.isShared |= m.isShared;
    }
    return result;
  }

private:
  // Where the object is from, and which origins allocate it.
  SourceLocation allocated(const Object& object, std::vector<size_t>& by) {
    PositionId position = objectPosition(*whole_.pointers, object);
    if (object.kind != ObjectKind::Heap && object.kind != ObjectKind::Stack) return locationOf(program_, position);
    for (uint32_t n = 0; n < origins_.size(); ++n) {
      if (!llvm::is_contained(origins_.instancesOf(OriginId(n)), object.instance)) continue;
      auto lines = lines_.of(OriginId(n), object.instance, InstructionId(object.site));
      if (by.empty() && !lines.empty()) position = lines.front();
      by.push_back(n);
    }
    return locationOf(program_, position);
  }

  std::vector<SharingUse> uses(const Member& member) {
    struct Lines {
      std::set<SourceLocation> reads, writes;
      bool isAtomic = true;
    };
    std::map<OriginId, Lines> byOrigin;
    for (const SharedAccess* a : member.accesses) {
      Lines& lines = byOrigin[a->origin];
      lines.isAtomic &= a->access.isAtomic;
      for (PositionId line : lines_.of(a->origin, a->instance, a->access.instruction))
        (a->access.isWrite() ? lines.writes : lines.reads).insert(locationOf(program_, line));
    }
    std::vector<SharingUse> result;
    for (auto& [origin, lines] : byOrigin)
      result.push_back({origin.index,
                        {lines.reads.begin(), lines.reads.end()},
                        {lines.writes.begin(), lines.writes.end()},
                        lines.isAtomic});
    return result;
  }

  const WholeProgram& whole_;
  const Program& program_;
  const Origins& origins_;
  OwnLines lines_;
};

// Objects of one allocation that differ only in who allocates them are told once.
void add(std::vector<SharingObject>& objects, SharingObject object) {
  for (SharingObject& known : objects)
    if (known.name == object.name && known.allocated == object.allocated && known.what == object.what &&
        known.members == object.members) {
      known.allocatedBy.insert(known.allocatedBy.end(), object.allocatedBy.begin(), object.allocatedBy.end());
      llvm::sort(known.allocatedBy);
      known.allocatedBy.erase(std::unique(known.allocatedBy.begin(), known.allocatedBy.end()), known.allocatedBy.end());
      return;
    }
  objects.push_back(std::move(object));
}

} // namespace

SharingResult sharing(const CheckOptions& options, bool all) {
  Report measured; // what the stages cost is not told here
  Stages stages(measured, options.progress);
  auto whole = analyseWholeProgram(options, stages, all);
  if (!whole) return {std::nullopt, llvm::toString(whole.takeError())};

  SharingReport report;
  SharingDescriber describer(**whole);
  report.origins = describer.origins();
  for (llvm::ArrayRef<SharedObject> objects : {(*whole)->sharing->objects(), (*whole)->sharing->others()})
    for (const SharedObject& shared : objects) {
      SharingObject object = describer.object(shared);
      if (!all) std::erase_if(object.members, [](const SharingMember& m) { return !m.isShared; });
      if (!object.members.empty()) add(report.objects, std::move(object));
    }
  llvm::stable_sort(report.objects, [](const SharingObject& a, const SharingObject& b) {
    return std::tie(a.allocated, a.name, a.allocatedBy) < std::tie(b.allocated, b.name, b.allocatedBy);
  });
  report.skipped = listSkipped(**whole);
  if (report.origins.size() == 1) report.notes.push_back("the program creates no threads");
  return {std::move(report), {}};
}

std::string sharingAsText(const SharingReport& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderSharingText(report, stream);
  return text;
}

std::string sharingAsJson(const SharingReport& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderSharingJson(report, stream);
  return text;
}

} // namespace steward
