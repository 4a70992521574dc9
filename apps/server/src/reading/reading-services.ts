import {
  CommentRepository,
  Database,
  DeliveryLogRepository,
  KeySearchRepository,
  NamespaceRepository,
  ScreenshotRepository,
  StatsRepository,
  TagRepository,
  TranslationListRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** What reading jobs need; each thread that runs them makes its own. */
export const layerReadingServices = Layer.mergeAll(
  CommentRepository.layer,
  Database.layer,
  DeliveryLogRepository.layer,
  KeySearchRepository.layer,
  NamespaceRepository.layer,
  ScreenshotRepository.layer,
  StatsRepository.layer,
  TagRepository.layer,
  TranslationListRepository.layer
)

export type ReadingServices = Layer.Success<typeof layerReadingServices>
