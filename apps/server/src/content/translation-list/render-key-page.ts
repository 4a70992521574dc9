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
  type KeyTaskRow,
  QualityCheckRepository,
  ScreenshotRepository,
  SuggestionRepository,
  TagRepository,
  TaskRepository,
  TranslationListRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { SentBytes } from "../../platform/worker/worker-messages.ts"
import { ImageLinks } from "../image/image-links.ts"
import { screenshotsByKey, screenshotToModel } from "../screenshot/screenshot-shapes.ts"
import { listedSuggestionToModel } from "../suggestion/suggestion-shapes.ts"
import { qualityIssueToModel } from "../translation/quality-issue-shapes.ts"
import { labelToModel, readTranslationLabels, type TranslationLabels } from "../translation/translation-labels.ts"
import { ByPlace } from "../translation/translation-places.ts"
import { qualityToModel } from "../translation/translation-shapes.ts"

/** Suggestions that the list shows of a key in a language. Source: docs/content.md#suggestions. */
const listedSuggestionsMax = 3

/** The keys of a page, and the languages and screenshots that the caller may view. */
const KeyPage = Schema.Struct({
  keyIds: Schema.Array(Schema.Finite),
  /** Names of branches by id; null: the default branch. */
  branchNames: Schema.ReadonlyMap(Schema.NullOr(Schema.Finite), Schema.String),
  languages: Schema.Array(LanguageModel),
  /** Languages whose texts are checked. */
  checkedLanguageIds: Schema.Array(Schema.Finite),
  /** Whether each text has its issues, and not only their number. */
  showsIssues: Schema.Boolean,
  /** Whether the caller may view screenshots. */
  showsScreenshots: Schema.Boolean,
  /** Whether the caller may see the user names of members. */
  showsUsernames: Schema.Boolean,
  projectId: Schema.Finite,
  /** The caller. */
  userId: Schema.Finite,
  links: ImageLinks,
  page: TranslationListModel.fields.page,
  nextCursor: Schema.NullOr(Schema.String)
})

/** Renders the body of a page of the translation list: at most thirteen statements for any number of keys. */
export const renderKeyPage = makeReading("renderKeyPage", {
  input: KeyPage,
  result: SentBytes,
  run: Effect.fn("renderKeyPage")(function* (input) {
    const repository = yield* TranslationListRepository
    const tags = yield* TagRepository
    const { projectId, keyIds, languages, page, nextCursor } = input
    const keys = yield* repository.listKeys(projectId, keyIds)
    const tagsByKey = Map.groupBy(yield* tags.listOfKeys(keyIds), ({ keyId }) => keyId)
    const languageIds = languages.map(({ id }) => id)
    const translations = yield* repository.listTranslations(projectId, keyIds, languageIds)
    const suggestions = yield* SuggestionRepository
    const suggestionCounts = yield* suggestions.count(keyIds, languageIds)
    const countsByPlace = ByPlace.of(suggestionCounts)
    const newest = suggestionCounts.some(({ active }) => active > 0)
      ? yield* suggestions.listNewest(keyIds, languageIds, listedSuggestionsMax)
      : []
    const newestByKey = Map.groupBy(newest, ({ keyId }) => keyId)
    const comments = yield* CommentRepository
    const counts = yield* comments.count(translations.map(({ id }) => id))
    const countsByTranslation = new Map(counts.map((row) => [row.translationId, row]))
    const labels = yield* readTranslationLabels(translations)
    const checks = yield* QualityCheckRepository
    const checked = translations.flatMap(({ id, languageId }) =>
      input.checkedLanguageIds.includes(languageId) ? id : []
    )
    const checksById = new Map((yield* checks.countOfTranslations(checked)).map((row) => [row.translationId, row]))
    const issues = input.showsIssues ? yield* checks.listIssues(checked) : []
    const issuesById = Map.groupBy(issues, ({ translationId }) => translationId)
    const screenshots = yield* ScreenshotRepository
    const images = yield* screenshots.listOfKeys(keyIds)
    const imagesByKey = screenshotsByKey(images)
    // A screenshot of several keys is rendered once.
    const screenshotModels = new Map(images.map((row) => [row.id, screenshotToModel(row, input.links)]))
    const tasks = yield* TaskRepository
    const tasksByKey = Map.groupBy(yield* tasks.listOpenOfKeys(keyIds, languageIds, input.userId), ({ keyId }) => keyId)
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
            const shown = {
              ...toModel(row, row && countsByTranslation.get(row.id), row && checksById.get(row.id), labels),
              activeSuggestionCount: countsByPlace.at(key.id, id)?.active ?? 0,
              totalSuggestionCount: countsByPlace.at(key.id, id)?.total ?? 0,
              suggestions: (newestByKey.get(key.id) ?? [])
                .filter(({ languageId }) => languageId === id)
                .map((suggestion) => listedSuggestionToModel(suggestion, input.showsUsernames))
            }
            const found = row && issuesById.get(row.id)
            return [tag, input.showsIssues ? { ...shown, qaIssues: found?.map(qualityIssueToModel) ?? null } : shown]
          })
        ),
        tasks: tasksByKey.get(key.id)?.map(taskOfKeyToModel) ?? null,
        branch: input.branchNames.get(key.branchId) ?? null
      }
    })
    const body: TranslationListModel = { _embedded: { keys: models }, page, selectedLanguages: languages, nextCursor }
    return new TextEncoder().encode(JSON.stringify(body))
  })
})

const taskOfKeyToModel = ({ number, languageId, languageTag, isDone, isAssigned, type }: KeyTaskRow) => ({
  number,
  languageId,
  languageTag,
  done: isDone,
  userAssigned: isAssigned,
  type
})

const toModel = (
  row: TranslationRow | undefined,
  counts: CommentCountRow | undefined,
  checks: { readonly issues: number; readonly isStale: boolean } | undefined,
  labels: TranslationLabels
): Omit<ListedTranslationModel, "activeSuggestionCount" | "totalSuggestionCount" | "suggestions"> => ({
  id: row?.id ?? null,
  text: row?.text ?? null,
  state: row?.state ?? "UNTRANSLATED",
  outdated: row?.outdated ?? false,
  auto: row?.auto ?? false,
  fromTranslationMemory: row?.auto === true && row.mtProvider === null,
  mtProvider: row?.mtProvider ?? null,
  ...qualityToModel(row),
  commentCount: counts?.comments ?? 0,
  unresolvedCommentCount: counts?.unresolved ?? 0,
  labels: ((row && labels.get(row.id)) ?? []).map(labelToModel),
  qaIssueCount: checks?.issues ?? 0,
  qaChecksStale: checks?.isStale ?? false
})
