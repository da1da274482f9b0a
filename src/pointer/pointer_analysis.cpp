#include "pointer/pointer_analysis.h"

#include "models/names.h"
#include "pointer/builder.h"

#include "llvm/Support/FormatVariadic.h"

namespace steward {

static constexpr std::pair<llvm::StringRef, bool PointerOptions::*> switches[] = {
    {"wrapper-contexts", &PointerOptions::wrapperContexts},
    {"generic-contexts", &PointerOptions::genericContexts},
    {"library-contexts", &PointerOptions::libraryContexts},
    {"heap-types", &PointerOptions::heapTypes},
    {"pointees", &PointerOptions::pointees},
    {"views", &PointerOptions::views},
    {"signatures", &PointerOptions::signatures},
    {"refinement", &PointerOptions::refinement},
};

bool PointerOptions::without(llvm::StringRef feature) {
  for (auto [name, member] : switches)
    if (name == feature) {
      this->*member = false;
      return true;
    }
  return false;
}

llvm::ArrayRef<llvm::StringRef> PointerOptions::features() {
  static const std::vector<llvm::StringRef> names = [] {
    std::vector<llvm::StringRef> all;
    for (auto [name, member] : switches) all.push_back(name);
    return all;
  }();
  return names;
}

// A body says more than a model of it, unless the user wrote the model.
static const CallModel* modelInForce(const Program& program, const Function& f, const Models& models) {
  llvm::StringRef linkName = program.text(f.linkName);
  // What is internal to a file has the file before its symbol, and a number behind it when there are several.
  if (size_t at = linkName.rfind(":_Z"); at != llvm::StringRef::npos)
    linkName = linkName.drop_front(at + 1).split('#').first;
  const CallModel* model = models.find(linkName, qualifiedName(linkName));
  return model && (f.isDeclaration() || model->body != BodyRule::Wins) ? model : nullptr;
}

PointerAnalysis::PointerAnalysis(const Program& program, const Models& models)
    : program_(program), models_(models), objects_(program), sets_(std::make_unique<SetPool>()),
      graph_(std::make_unique<ConstraintGraph>(*sets_)) {
  modelOf_.reserve(program.functions.size());
  for (const Function& f : program.functions) modelOf_.push_back(modelInForce(program, f, models));
  values_.resize(program.functions.size());
}

PointerAnalysis::PointerAnalysis(PointerAnalysis&&) = default;
PointerAnalysis::~PointerAnalysis() = default;

PointerAnalysis PointerAnalysis::run(const Program& program, const Models& models, FunctionId entry,
                                     const PointerOptions& options) {
  PointerAnalysis analysis(program, models);
  analysis.options_ = options;
  auto modelOf = [&](FunctionId f) { return analysis.modelOf(f); };
  SpecialFunctions special;
  if (options.wrapperContexts) findWrappers(program, modelOf, special);
  if (options.genericContexts) special.generic = findGeneric(program);
  findPopular(program, special);
  if (options.libraryContexts) special.library = findLibrary(program);
  analysis.objects_.setViews(options.views && options.strictAliasing);
  analysis.policy_ = std::make_unique<ContextPolicy>(options.context, std::move(special));
  PointerBuilder(analysis).run(entry);
  return analysis;
}

const CallModel* PointerAnalysis::modelOf(FunctionId function) const {
  return function ? modelOf_[function.index] : nullptr;
}

ContextId PointerAnalysis::constantContext(InstanceId instance, ConstantId constant) const {
  const Constant& c = program_.constants[constant];
  bool isThreadLocal = c.kind == ConstantKind::Global && program_.globals[GlobalId(c.symbol)].isThreadLocal;
  return isThreadLocal ? policy_->thread(instances_[instance].context) : ContextId(0);
}

template <typename T>
static llvm::ArrayRef<T> lookUp(const std::map<CallSite, std::vector<T>>& map, CallSite site) {
  auto it = map.find(site);
  return it == map.end() ? llvm::ArrayRef<T>() : llvm::ArrayRef<T>(it->second);
}

// Sets hold the numbers of locations.
static llvm::ArrayRef<LocationId> asLocations(llvm::ArrayRef<uint32_t> elements) {
  static_assert(sizeof(LocationId) == sizeof(uint32_t));
  return {reinterpret_cast<const LocationId*>(elements.data()), elements.size()};
}

llvm::ArrayRef<LocationId> PointerAnalysis::pointsTo(InstanceId instance, ValueId value) const {
  value = values_[instances_[instance].function.index][value];
  if (!value) return {};
  if (value.isLocal()) return asLocations(graph_->elements(nodeOf(instance, value.local())));
  auto it = constantNodes_.find({value.constant(), constantContext(instance, value.constant())});
  return it == constantNodes_.end() ? llvm::ArrayRef<LocationId>() : asLocations(graph_->elements(it->second));
}

unsigned PointerAnalysis::objectCount(InstanceId instance, ValueId value) const {
  value = values_[instances_[instance].function.index][value];
  if (!value || !value.isLocal()) return static_cast<unsigned>(value.valid());
  SetId set = graph_->pointsTo(nodeOf(instance, value.local()));
  auto [it, isNew] = objectCounts_.try_emplace(set, 0);
  if (!isNew) return it->second;
  llvm::DenseSet<ObjectId> seen;
  sets_->forEach(set, [&](uint32_t element) { seen.insert(objects_.whole(objects_[LocationId(element)].object)); });
  return it->second = static_cast<unsigned>(seen.size());
}

llvm::ArrayRef<LocationId> PointerAnalysis::contentOf(LocationId location) const {
  auto it = contents_.find(location);
  return it == contents_.end() ? llvm::ArrayRef<LocationId>() : asLocations(graph_->elements(it->second));
}

llvm::ArrayRef<InstanceId> PointerAnalysis::callees(CallSite site) const { return lookUp(callees_, site); }
llvm::ArrayRef<ForkTarget> PointerAnalysis::forks(CallSite site) const { return lookUp(forks_, site); }
llvm::ArrayRef<HandlerTarget> PointerAnalysis::handlers(CallSite site) const { return lookUp(handlers_, site); }

bool PointerAnalysis::isPlainCall(CallSite site) const {
  return llvm::all_of(modelsAt(site), [](const CallModel* model) { return model->body == BodyRule::Kept; });
}

llvm::ArrayRef<const CallModel*> PointerAnalysis::modelsAt(CallSite site) const {
  auto it = modelsAt_.find(site);
  return it == modelsAt_.end() ? llvm::ArrayRef<const CallModel*>() : llvm::ArrayRef(it->second);
}

PointerAnalysis::Size PointerAnalysis::size() const {
  return {instances_.size(),        graph_->nodeCount(), objects_.objectCount(),
          objects_.locationCount(), graph_->edgeCount(), graph_->sweeps()};
}

std::string PointerAnalysis::statistics() const {
  Size s = size();
  return llvm::formatv("{0} function instances, {1} objects, {2} nodes, {3} edges, {4} sweeps", s.instances, s.objects,
                       s.pointers, s.edges, s.sweeps);
}

} // namespace steward
