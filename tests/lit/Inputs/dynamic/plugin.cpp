// A shared library that is loaded: it makes itself known in its constructors, and unknown in its destructors.
extern "C" int registered, closed;

static int used;
struct Plugin {
  int value;
  Plugin() : value(1) { registered++; }
  ~Plugin() {
    value = 0;
    closed += used;
  }
};
static Plugin plugin;
inline Plugin inlined; // has a constructor of its own, which modules share
extern "C" int plugin_value() { return plugin.value + inlined.value; }
extern "C" int use_plugin() { return used = 1; }

static int *made;
__attribute__((constructor)) static void make(int count, char **arguments) { made = new int(count + (arguments != nullptr)); }
__attribute__((destructor)) static void unmake() { delete made; }
extern "C" int plugin_made() { return *made; }
