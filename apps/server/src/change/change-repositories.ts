import {
  ActivityRepository,
  ActivityRetentionRepository,
  BranchRepository,
  LanguageRepository,
  OutboxRepository,
  ProjectRepository,
  PublishingRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of changes and their activity; each thread makes its own. */
export const layerChangeRepositories = Layer.mergeAll(
  ActivityRepository.layer,
  ActivityRetentionRepository.layer,
  BranchRepository.layer,
  OutboxRepository.layer,
  ProjectRepository.layer,
  PublishingRepository.layer,
  LanguageRepository.layer
)
