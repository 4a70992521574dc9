import type { FindAndReplaceBody, FindAndReplaceModel } from "@dragoman/api"
import { validateReplace } from "@dragoman/domain/batch-job"
import { stateChangeLanguages } from "@dragoman/domain/permission"
import {
  makeReplace,
  replacementDamages,
  translationProtections,
  translationStates
} from "@dragoman/domain/translation"
import { ActivityRepository, KeyRepository, TranslationRepository } from "@dragoman/store"
import { Effect, Option, Schema } from "effect"
import { readContentProject } from "../change/change-project.ts"
import { requireTranslate, requireView } from "../content/translation/require-languages.ts"
import { type KeySelectionQuery, selectAllKeys } from "../content/translation-list/translation-list-queries.ts"
import { failWith, orFail } from "../platform/fail.ts"
import { RateLimiter, translationReadLimit } from "../platform/http/rate-limiter.ts"
import { makeReading } from "../platform/reading/reading.ts"
import { ReadingThread } from "../platform/reading/reading-thread.ts"
import { SentNumbers } from "../platform/worker/worker-messages.ts"
import type { ProjectAccess } from "../service/access/access.ts"
import { findDamage, replaceInText } from "./replace-in-text.ts"

/** Shows what a find and replace would change, among the keys of the list with these filters. It changes nothing. */
export const previewReplacements = Effect.fn("previewReplacements")(function* (
  access: ProjectAccess<"keys.view" | "translations.edit">,
  query: KeySelectionQuery,
  body: FindAndReplaceBody
) {
  const sought = yield* orFail(validateReplace(body))
  const limiter = yield* RateLimiter
  yield* limiter.consume(translationReadLimit, access.caller.userId)
  const project = yield* readContentProject(access)
  const known = new Map(project.languages.map(({ id, tag }) => [id, tag]))
  if (sought.languageIds.some((id) => !known.has(id))) return yield* failWith("language_not_found")
  yield* requireTranslate(access, project, sought.languageIds)
  yield* requireView(access, project, sought.languageIds)
  // Read before the texts: a text that is changed while they are read counts as changed after the preview.
  const activities = yield* ActivityRepository
  const newest = yield* activities.findNewest(access.projectId)
  const keyIds = yield* selectAllKeys(access, { ...query, trashed: false })
  const reading = yield* ReadingThread
  const { icuPlaceholders, rejectsBrokenIcu, translationProtection } = project
  const found = yield* reading.read(
    findReplacements,
    {
      projectId: access.projectId,
      // The list of keys is cached, and a thread takes over what it is sent.
      keyIds: Float64Array.from(keyIds),
      sought,
      languages: sought.languageIds.map((id) => ({ id, tag: known.get(id) ?? "" })),
      rules: {
        icuPlaceholders,
        rejectsBrokenIcu,
        translationProtection,
        reviewLanguageIds: stateChangeLanguages(access)
      }
    },
    keyIds.length * sought.languageIds.length
  )
  const preview: FindAndReplaceModel = {
    ...found,
    keyIds: [...found.keyIds],
    revisionId: Option.match(newest, { onNone: () => 0, onSome: ({ id }) => id })
  }
  return preview
})

/** Matches that a preview shows. Source: docs/batch-jobs.md#find-and-replace. */
const shownMatchesMax = 100

/** Keys per query. */
const keysPerRound = 2_000

const ids = Schema.Array(Schema.Finite)
const state = Schema.Literals(translationStates)

/** Finds the texts that would change. The texts are those of one moment for each round of keys. */
export const findReplacements = makeReading("findReplacements", {
  input: Schema.Struct({
    projectId: Schema.Finite,
    keyIds: SentNumbers,
    sought: Schema.Struct({
      languageIds: ids,
      search: Schema.String,
      replacement: Schema.String,
      matchCase: Schema.Boolean,
      wholeWord: Schema.Boolean
    }),
    languages: Schema.Array(Schema.Struct({ id: Schema.Finite, tag: Schema.String })),
    rules: Schema.Struct({
      icuPlaceholders: Schema.Boolean,
      rejectsBrokenIcu: Schema.Boolean,
      translationProtection: Schema.Literals(translationProtections),
      reviewLanguageIds: Schema.NullOr(ids)
    })
  }),
  result: Schema.Struct({
    texts: Schema.Finite,
    reviewedTexts: Schema.Finite,
    damagedTexts: Schema.Finite,
    failingTexts: Schema.Finite,
    keyIds: SentNumbers,
    matches: Schema.Array(
      Schema.Struct({
        keyId: Schema.Finite,
        keyName: Schema.String,
        keyNamespace: Schema.NullOr(Schema.String),
        languageId: Schema.Finite,
        languageTag: Schema.String,
        before: Schema.String,
        after: Schema.NullOr(Schema.String),
        stateBefore: state,
        stateAfter: state,
        damage: Schema.Array(Schema.Literals(replacementDamages)),
        failure: Schema.NullOr(Schema.String)
      })
    )
  }),
  run: Effect.fn("findReplacements")(function* ({ projectId, keyIds, sought, languages, rules }) {
    const keys = yield* KeyRepository
    const translations = yield* TranslationRepository
    const replace = makeReplace(sought, sought.replacement)
    const tagById = new Map(languages.map(({ id, tag }) => [id, tag]))
    const foundKeyIds: Array<number> = []
    const matches: Array<FindAndReplaceModel["matches"][number]> = []
    const counts = { texts: 0, reviewedTexts: 0, damagedTexts: 0, failingTexts: 0 }
    for (let start = 0; start < keyIds.length; start += keysPerRound) {
      const round = [...keyIds.subarray(start, start + keysPerRound)]
      const rows = (yield* translations.list(projectId, round, sought.languageIds)).filter(
        // A plural with a form that matches matches as a whole.
        ({ text }) => text !== null && replace(text) !== text
      )
      const keyById = new Map(
        (yield* keys.find(projectId, [...new Set(rows.map(({ keyId }) => keyId))])).map((key) => [key.id, key])
      )
      const found = new Set<number>()
      for (const row of rows) {
        const key = keyById.get(row.keyId)
        const languageTag = tagById.get(row.languageId) ?? ""
        const replaced = key && replaceInText(rules, { ...row, isPlural: key.isPlural }, row, replace)
        if (key === undefined || replaced == null || row.text === null) continue
        const { after, failure } = replaced
        const damage =
          failure !== null || after.text === null
            ? []
            : findDamage(after.text, {
                before: row.text,
                languageTag,
                isPlural: key.isPlural,
                isIcu: rules.icuPlaceholders || key.isPlural,
                maxCharLimit: key.maxCharLimit
              })
        found.add(key.id)
        counts.texts += 1
        if (row.state === "REVIEWED") counts.reviewedTexts += 1
        if (damage.length > 0) counts.damagedTexts += 1
        if (failure !== null) counts.failingTexts += 1
        if (matches.length >= shownMatchesMax) continue
        matches.push({
          keyId: key.id,
          keyName: key.name,
          keyNamespace: key.namespace,
          languageId: row.languageId,
          languageTag,
          before: row.text,
          after: after.text,
          stateBefore: row.state,
          stateAfter: after.state,
          damage,
          failure
        })
      }
      foundKeyIds.push(...round.filter((id) => found.has(id)))
      yield* Effect.yieldNow
    }
    return { ...counts, keyIds: Float64Array.from(foundKeyIds), matches }
  })
})
