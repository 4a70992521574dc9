import { Layer } from "effect"
import { AvatarHandlers } from "./avatar/avatar-handlers.ts"
import { CommentHandlers } from "./comment/comment-handlers.ts"
import { DisabledLanguageHandlers } from "./disabled-language/disabled-language-handlers.ts"
import { ImageHandlers } from "./image/image-handlers.ts"
import { KeyContextHandlers } from "./key-context/key-context-handlers.ts"
import { KeyHandlers } from "./key-editing/key-handlers.ts"
import { KeySearchHandlers } from "./key-search/key-search-handlers.ts"
import { KeyTrashHandlers } from "./key-trash/key-trash-handlers.ts"
import { NamespaceHandlers } from "./namespace/namespace-handlers.ts"
import { PublicProjectHandlers } from "./public-project/public-project-handlers.ts"
import { ScreenshotHandlers } from "./screenshot/screenshot-handlers.ts"
import { SuggestionHandlers } from "./suggestion/suggestion-handlers.ts"
import { TagHandlers } from "./tag/tag-handlers.ts"
import { TranslationHandlers } from "./translation/translation-handlers.ts"
import { TranslationListHandlers } from "./translation-list/translation-list-handlers.ts"

/** All endpoints of keys and translations. */
export const layerContentHandlers = Layer.mergeAll(
  AvatarHandlers,
  CommentHandlers,
  DisabledLanguageHandlers,
  ImageHandlers,
  KeyContextHandlers,
  KeyHandlers,
  KeySearchHandlers,
  KeyTrashHandlers,
  NamespaceHandlers,
  PublicProjectHandlers,
  ScreenshotHandlers,
  SuggestionHandlers,
  TagHandlers,
  TranslationHandlers,
  TranslationListHandlers
)
