import {
  CommentRepository,
  FormatDataRepository,
  ImageRepository,
  ImportFollowRepository,
  KeyNeighbourRepository,
  KeyRepository,
  KeySearchRepository,
  KeyTrashRepository,
  NamespaceRepository,
  ScreenshotRepository,
  SearchIndexRepository,
  SuggestionRepository,
  TagRepository,
  TaskRepository,
  TranslationListRepository,
  TranslationRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of keys and translations; each thread makes its own. */
export const layerContentRepositories = Layer.mergeAll(
  CommentRepository.layer,
  FormatDataRepository.layer,
  ImageRepository.layer,
  ImportFollowRepository.layer,
  KeyNeighbourRepository.layer,
  KeyRepository.layer,
  KeySearchRepository.layer,
  KeyTrashRepository.layer,
  NamespaceRepository.layer,
  ScreenshotRepository.layer,
  SearchIndexRepository.layer,
  SuggestionRepository.layer,
  TagRepository.layer,
  TaskRepository.layer,
  TranslationListRepository.layer,
  TranslationRepository.layer
)
