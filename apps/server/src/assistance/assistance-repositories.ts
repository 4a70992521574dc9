import {
  AutoTranslationRepository,
  BatchJobRepository,
  GlossaryRepository,
  GlossaryTermRepository,
  LabelRepository,
  LlmProviderRepository,
  MachineAnswerRepository,
  MachineTranslationSettingRepository,
  MemoryEntryRepository,
  MemoryIndexRepository,
  MemoryRepository,
  PromptRepository,
  QualityCheckRepository,
  QualityEstimateRepository,
  ServiceUseChannel,
  TranslationCacheRepository,
  TranslationNoteRepository,
  TranslationSpendingRepository
} from "@dragoman/store"
import { Layer } from "effect"
import { TermIndexes } from "./term-index/term-indexes.ts"

/** Repositories of what helps translators, and the indexes of terms; each thread makes its own. */
export const layerAssistanceRepositories = TermIndexes.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      AutoTranslationRepository.layer,
      TranslationCacheRepository.layer,
      TranslationSpendingRepository.layer,
      BatchJobRepository.layer,
      GlossaryRepository.layer,
      GlossaryTermRepository.layer,
      LabelRepository.layer,
      LlmProviderRepository.layer,
      MachineTranslationSettingRepository.layer,
      MachineAnswerRepository.layer,
      MemoryEntryRepository.layer,
      MemoryIndexRepository.layer,
      MemoryRepository.layer,
      PromptRepository.layer,
      QualityCheckRepository.layer,
      QualityEstimateRepository.layer,
      ServiceUseChannel.layer,
      TranslationNoteRepository.layer
    )
  )
)
