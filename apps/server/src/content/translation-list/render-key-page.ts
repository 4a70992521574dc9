import {
  LanguageModel,
  type ListedKeyModel,
  type ListedTranslationModel,
  type ScreenshotModel,
  TranslationListModel
} from "@dragoman/api"
import {
  type CommentCountRow,
  CommentRepository,
  ScreenshotRepository,
  TagRepository,
  TranslationListRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { SentBytes } from "../../platform/worker/worker-messages.ts"
import { ImageLinks } from "../image/image-links.ts"
import { screenshotsByKey, screenshotToModel } from "../screenshot/screenshot-shapes.ts"

/** The keys of a page, and the languages and screenshots that the caller may view. */
const KeyPage = Schema.Struct({
  keyIds: Schema.Array(Schema.Finite),
  languages: Schema.Array(LanguageModel),
  /** Whether the caller may view screenshots. */
  showsScreenshots: Schema.Boolean,
  links: ImageLinks,
  page: TranslationListModel.fields.page,
  nextCursor: Schema.NullOr(Schema.String)
})

/** Renders the body of a page of the translation list: at most seven statements for any number of keys. */
export const renderKeyPage = makeReading("renderKeyPage", {
  input: KeyPage,
  result: SentBytes,
  run: Effect.fn("renderKeyPage")(function* (input) {
    const repository = yield* TranslationListRepository
    const tags = yield* TagRepository
    const { keyIds, languages, page, nextCursor } = input
    const keys = yield* repository.listKeys(keyIds)
    const tagsByKey = Map.groupBy(yield* tags.listOfKeys(keyIds), ({ keyId }) => keyId)
    const translations = yield* repository.listTranslations(
      keyIds,
      languages.map(({ id }) => id)
    )
    const comments = yield* CommentRepository
    const counts = yield* comments.count(translations.map(({ id }) => id))
    const countsByTranslation = new Map(counts.map((row) => [row.translationId, row]))
    const screenshots = yield* ScreenshotRepository
    const images = yield* screenshots.listOfKeys(keyIds)
    const imagesByKey = screenshotsByKey(images)
    // A screenshot of several keys is rendered once.
    const screenshotModels = new Map(images.map((row) => [row.id, screenshotToModel(row, input.links)]))
    const translationsByKey = Map.groupBy(translations, ({ keyId }) => keyId)
    const models = keys.map((key): ListedKeyModel => {
      const rows = translationsByKey.get(key.id) ?? []
      const ofKey = imagesByKey.get(key.id) ?? []
      return {
        keyId: key.id,
        createdAt: key.createdAt,
        keyName: key.name,
        keyIsPlural: key.isPlural,
        keyPluralArgName: key.pluralArgumentName,
        keyNamespaceId: key.namespaceId,
        keyNamespace: key.namespace,
        keyDescription: key.description,
        keyMaxCharLimit: key.maxCharLimit,
        keyTags: (tagsByKey.get(key.id) ?? []).map(({ id, name }) => ({ id, name })),
        screenshotCount: ofKey.length,
        screenshots: input.showsScreenshots ? ofKey.map(({ id }) => screenshotModels.get(id) as ScreenshotModel) : null,
        contextPresent: key.hasContext,
        translations: Object.fromEntries(
          languages.map(({ id, tag }) => {
            const row = rows.find(({ languageId }) => languageId === id)
            return [tag, toModel(row, row && countsByTranslation.get(row.id))]
          })
        ),
        tasks: null,
        branch: null
      }
    })
    const body: TranslationListModel = { _embedded: { keys: models }, page, selectedLanguages: languages, nextCursor }
    return new TextEncoder().encode(JSON.stringify(body))
  })
})

const toModel = (row: TranslationRow | undefined, counts: CommentCountRow | undefined): ListedTranslationModel => ({
  id: row?.id ?? null,
  text: row?.text ?? null,
  state: row?.state ?? "UNTRANSLATED",
  outdated: row?.outdated ?? false,
  auto: row?.auto ?? false,
  fromTranslationMemory: row?.auto === true && row.mtProvider === null,
  mtProvider: row?.mtProvider ?? null,
  commentCount: counts?.comments ?? 0,
  unresolvedCommentCount: counts?.unresolved ?? 0
})
