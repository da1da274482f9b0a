# cmake -DOUTPUT=file.cpp -DFILES="a.toml b.toml" -P EmbedModels.cmake
#
# Writes the C++ source behind src/models/shipped.h: the text of every model file as a string literal.
separate_arguments(FILES)
set(source "// Generated from models/*.toml by cmake/EmbedModels.cmake.\n#include \"models/shipped.h\"\n\n")
string(APPEND source "namespace steward {\n\nstatic constexpr ShippedFile files[] = {\n")
foreach(path ${FILES})
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  string(APPEND source "    {\"models/${name}\", R\"__toml__(${text})__toml__\"},\n")
endforeach()
string(APPEND source "};\n\nllvm::ArrayRef<ShippedFile> shippedFiles() { return files; }\n\n} // namespace steward\n")
file(WRITE ${OUTPUT} "${source}")
