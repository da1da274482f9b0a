#include "report/uri.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace steward {

using llvm::StringRef;

std::string percentEncoded(StringRef path) {
  std::string text;
  for (char c : path)
    if (llvm::isAlnum(c) || StringRef("-._~/!$&'()*+,=@").contains(c))
      text += c;
    else
      text += "%" + llvm::utohexstr(static_cast<unsigned char>(c), /*LowerCase=*/false, /*Width=*/2);
  return text;
}

std::string absolutePath(StringRef file, StringRef root) {
  llvm::SmallString<256> path(file);
  if (!llvm::sys::path::is_absolute(path)) {
    path = root;
    llvm::sys::path::append(path, file);
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

std::string pathBelow(StringRef path, StringRef folder) {
  folder = folder.rtrim('/');
  if (!path.consume_front(folder) || !path.consume_front("/")) return "";
  return path.str();
}

std::string fileUri(StringRef absolutePath, StringRef host) {
  return "file://" + host.str() + percentEncoded(absolutePath);
}

} // namespace steward
