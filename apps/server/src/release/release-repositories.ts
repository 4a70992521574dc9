import { BranchCompareRepository, BranchMergeRepository, PublishedContentRepository } from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of releases; each thread makes its own. */
export const layerReleaseRepositories = Layer.mergeAll(
  BranchCompareRepository.layer,
  BranchMergeRepository.layer,
  PublishedContentRepository.layer
)
