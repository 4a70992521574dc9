import { BranchCompareRepository, BranchMergeRepository } from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of merges; each thread makes its own. */
export const layerReleaseRepositories = Layer.mergeAll(BranchCompareRepository.layer, BranchMergeRepository.layer)
