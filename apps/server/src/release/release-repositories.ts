import {
  BranchCompareRepository,
  BranchMergeRepository,
  ContentDeliveryRepository,
  ContentStorageRepository,
  PublishedContentRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of merges and content deliveries; each thread makes its own. */
export const layerReleaseRepositories = Layer.mergeAll(
  BranchCompareRepository.layer,
  BranchMergeRepository.layer,
  ContentDeliveryRepository.layer,
  ContentStorageRepository.layer,
  PublishedContentRepository.layer
)
