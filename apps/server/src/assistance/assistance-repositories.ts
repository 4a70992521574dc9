import {
  AutoTranslationRepository,
  BatchJobRepository,
  GlossaryRepository,
  GlossaryTermRepository,
  MemoryEntryRepository,
  MemoryIndexRepository,
  MemoryRepository,
  QualityCheckRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of what helps translators; each thread makes its own. */
export const layerAssistanceRepositories = Layer.mergeAll(
  AutoTranslationRepository.layer,
  BatchJobRepository.layer,
  GlossaryRepository.layer,
  GlossaryTermRepository.layer,
  MemoryEntryRepository.layer,
  MemoryIndexRepository.layer,
  MemoryRepository.layer,
  QualityCheckRepository.layer
)
