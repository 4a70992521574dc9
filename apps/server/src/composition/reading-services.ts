import {
  CommentRepository,
  Database,
  DeliveryLogRepository,
  KeyRepository,
  KeySearchRepository,
  LanguageRepository,
  NamespaceRepository,
  ScreenshotRepository,
  StatsRepository,
  TagRepository,
  TranslationListRepository,
  TranslationRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** What reading jobs need; each thread that runs them makes its own. */
export const layerReadingServices = Layer.mergeAll(
  CommentRepository.layer,
  Database.layer,
  DeliveryLogRepository.layer,
  KeyRepository.layer,
  KeySearchRepository.layer,
  LanguageRepository.layer,
  NamespaceRepository.layer,
  ScreenshotRepository.layer,
  StatsRepository.layer,
  TagRepository.layer,
  TranslationListRepository.layer,
  TranslationRepository.layer
)

export type ReadingServices = Layer.Success<typeof layerReadingServices>
