// What `--statistics FILE` says about each stage. docs/performance.md explains the figures.
#pragma once

#include "order/order.h"
#include "race/detect.h"
#include "sharing/sharing.h"
#include "steward/race.h"

#include "llvm/Support/JSON.h"

namespace steward {

llvm::json::Object programStatistics(const Program& program);
llvm::json::Object pointerStatistics(const PointerAnalysis& pointers, llvm::StringRef context);
llvm::json::Object sharingStatistics(const PointerAnalysis& pointers, const Origins& origins, const Sharing& sharing);
llvm::json::Object orderStatistics(const OrderAnalysis& order);
llvm::json::Object raceStatistics(const Report& report, const DetectStatistics& detected);

} // namespace steward
