import {
  ImportConflictRepository,
  ImportPlanRepository,
  ImportRepository,
  ImportSettingsRepository,
  ImportStagingRepository,
  StagedKeyRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of imports and exports; each thread makes its own. */
export const layerTransferRepositories = Layer.mergeAll(
  ImportConflictRepository.layer,
  ImportPlanRepository.layer,
  ImportRepository.layer,
  ImportSettingsRepository.layer,
  ImportStagingRepository.layer,
  StagedKeyRepository.layer
)
