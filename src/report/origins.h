// The list of origins, for people and for other programs.
#pragma once

#include "steward/origins.h"

#include "llvm/Support/raw_ostream.h"

namespace steward {

constexpr int jsonOriginsVersion = 1;

// One block for each, its first line in columns:
//
//   0  main    main              server.c:70  once
//   1  thread  worker            server.c:30  many
//        created  server.c:41:5 by main at server.c:75:3, through start_workers
//        given    pool, conn
void renderOriginsText(const OriginsReport& report, llvm::raw_ostream& out);

// docs/origins-schema.json describes it.
void renderOriginsJson(const OriginsReport& report, llvm::raw_ostream& out);

} // namespace steward
