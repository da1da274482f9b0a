// Any text can be a format. Its conversions name no argument that is not counted.
#include "runtime/formats.h"

#include <cstdlib>
#include <string>

using namespace steward::runtime;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string format(reinterpret_cast<const char*>(data), size);
  for (FormatOf of : {FormatOf::Output, FormatOf::Input}) {
    ArgumentKind kinds[formatArguments];
    unsigned count = argumentsOf(format.c_str(), of, kinds);
    FormatReader reader(format.c_str(), of);
    for (Conversion each; reader.next(each);)
      for (int argument : {each.argument, each.widthArgument, each.precisionArgument}) {
        if (argument < Conversion::none) std::abort();
        if (count && argument >= int(count)) std::abort();
      }
  }
  return 0;
}
