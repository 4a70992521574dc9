import type { BatchJobModel, LanguageModel, SetTranslationsModel, TranslationListModel } from "@dragoman/api"
import { Effect, Schema } from "effect"
import { api, projectPath } from "../tool/call-api.ts"
import {
  branchField,
  Id,
  Names,
  namespaceField,
  optional,
  type Page,
  projectField,
  required,
  tool
} from "../tool/tool.ts"
import { toolFailure } from "../tool/tool-failure.ts"
import { findKeyId, findKeyIds } from "./find-keys.ts"

/** Languages of a project that tools look for: the API allows 1,000 in a page. */
const languagesMax = 1_000

const listLanguages = (input: { readonly projectId?: number | undefined }) =>
  Effect.map(
    api.get<Page<"languages", LanguageModel>>(`${projectPath(input)}/languages`, { size: languagesMax }),
    ({ _embedded }) => _embedded?.languages ?? []
  )

/** Texts of keys, and their translation by machines. */
export const translationTools = [
  tool({
    name: "get_translations",
    title: "Get the texts of a key",
    description: "Returns the texts of a key with their states, in all languages that the user may view, or in some.",
    effect: "read",
    fields: {
      ...projectField,
      keyName: required(Schema.String, "Name of the key."),
      ...namespaceField,
      ...branchField,
      languages: optional(Names, "Tags of the languages; absent: all.")
    },
    run: Effect.fnUntraced(function* ({ keyName, languages, ...place }) {
      const id = yield* findKeyId(place, keyName)
      const tags = languages ?? (yield* listLanguages(place)).map(({ tag }) => tag)
      const { _embedded } = yield* api.get<TranslationListModel>(`${projectPath(place)}/translations`, {
        filterKeyId: [id],
        languages: tags,
        branch: place.branch
      })
      const key = _embedded?.keys[0]
      return {
        keyId: id,
        keyName,
        namespace: key?.keyNamespace ?? null,
        isPlural: key?.keyIsPlural ?? false,
        translations: showTexts(key?.translations ?? {})
      }
    })
  }),
  tool({
    name: "set_translation",
    title: "Set texts of a key",
    description:
      "Sets texts of a key that exists, in one language or more; the texts of other languages stay. An empty text removes a translation. Create keys with create_keys.",
    effect: "destroy",
    fields: {
      ...projectField,
      keyName: required(Schema.String, "Name of the key."),
      ...namespaceField,
      translations: required(
        Schema.Record(Schema.String, Schema.String),
        'Texts by language tag, as ICU messages: {"en": "Book a berth", "de": "Liegeplatz buchen"}.'
      ),
      ...branchField
    },
    run: ({ keyName, translations, projectId, ...place }) =>
      Effect.map(
        api.put<SetTranslationsModel>(`${projectPath({ projectId })}/translations`, {
          key: keyName,
          translations,
          ...place
        }),
        (set) => ({
          keyId: set.keyId,
          keyName: set.keyName,
          translations: showTexts(set.translations),
          suggestedLanguages: set.suggestedLanguages
        })
      )
  }),
  tool({
    name: "machine_translate",
    title: "Translate by machine",
    description:
      "Starts a batch job that translates keys into languages by the services of the project. It may cost the operator money. Poll get_batch_job_status with the id of the job.",
    effect: "destroy",
    fields: {
      ...projectField,
      keyNames: required(Names, "Names of the keys, up to 100; all in the same namespace."),
      targetLanguageTags: required(Names, "Tags of the languages to translate into."),
      ...namespaceField,
      ...branchField
    },
    run: Effect.fnUntraced(function* ({ keyNames, targetLanguageTags, ...place }) {
      const keyIds = yield* findKeyIds(place, keyNames)
      const idByTag = new Map((yield* listLanguages(place)).map(({ tag, id }) => [tag, id]))
      const unknown = targetLanguageTags.find((tag) => !idByTag.has(tag))
      if (unknown !== undefined) {
        return yield* Effect.fail({
          ...toolFailure("The project has no such language. list_languages has its languages."),
          code: "language_not_found",
          params: [unknown]
        })
      }
      const targetLanguageIds = targetLanguageTags.flatMap((tag) => idByTag.get(tag) ?? [])
      const job = yield* api.post<BatchJobModel>(`${projectPath(place)}/start-batch-job/machine-translate`, {
        keyIds,
        targetLanguageIds
      })
      return showJob(job)
    })
  }),
  tool({
    name: "get_batch_job_status",
    title: "Get the progress of a batch job",
    description: "Returns status and progress of a batch job, such as that of machine_translate.",
    effect: "read",
    fields: { ...projectField, jobId: required(Id, "Id of the batch job.") },
    run: ({ jobId, ...project }) =>
      Effect.map(api.get<BatchJobModel>(`${projectPath(project)}/batch-jobs/${jobId}`), showJob)
  })
]

const showTexts = (
  translations: Readonly<
    Record<string, { readonly text: string | null; readonly state: string; readonly outdated: boolean }>
  >
) =>
  Object.entries(translations).map(([languageTag, { text, state, outdated }]) => ({
    languageTag,
    text,
    state,
    outdated
  }))

const showJob = ({ id, status, type, progress, totalItems, errorMessage }: BatchJobModel) => ({
  jobId: id,
  status,
  type,
  progress,
  totalItems,
  errorMessage
})
