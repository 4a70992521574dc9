import { type Database, QualityCheckRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import type { CommitSignal } from "../../change/commit-signal.ts"
import type { ContentFollower } from "../../change/content-follower.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import type { TermIndexes } from "../term-index/term-indexes.ts"
import { type CheckProse, deferProse, isProseType } from "./check-prose.ts"
import type { Prose } from "./language-tool.ts"
import { publishCheckedTexts } from "./publish-checked-texts.ts"
import { compareIssues, makeTextCheck, type TextCheck } from "./quality-rules.ts"

/** Makes the follower that keeps the issues of texts up to date. */
export const makeQualityFollower = Effect.gen(function* () {
  const services = yield* Effect.context<
    CommitSignal | Database | QualityCheckRepository | TermIndexes | TranslationRepository
  >()
  const follow: ContentFollower = (project, change) => Effect.provide(followChange(project, change), services)
  return follow
})

const followChange = Effect.fn("checkTexts")(function* (
  project: ContentProject,
  { texts, keyIds, languageIds }: Parameters<ContentFollower>[1]
) {
  if (texts.length === 0 && keyIds.length === 0 && languageIds.length === 0) return
  const check = yield* makeTextCheck(project)
  if (check === null) return
  const repository = yield* QualityCheckRepository
  const baseId = project.languages.find(({ base }) => base)?.id
  for (const id of languageIds) yield* repository.markStale(project.projectId, id === baseId ? null : id)
  const wholeKeyIds = new Set(keyIds)
  for (const { keyId, languageId } of texts) if (languageId === baseId) wholeKeyIds.add(keyId)
  const places = ByPlace.of(texts)
  const all = new Set([...wholeKeyIds, ...texts.map(({ keyId }) => keyId)])
  yield* checkPlaces(
    project,
    check,
    [...all],
    ({ keyId, languageId }) => wholeKeyIds.has(keyId) || places.at(keyId, languageId) !== undefined
  )
})

/**
 * Checks translations of these keys, and replaces their issues. Returns the texts that have to be checked for spelling and
 * grammar before the translations in `staleIds` are known.
 */
export const checkPlaces = Effect.fnUntraced(function* (
  project: ContentProject,
  check: TextCheck,
  keyIds: ReadonlyArray<number>,
  isWanted: (place: { readonly keyId: number; readonly languageId: number }) => boolean,
  checkProse: CheckProse = deferProse
) {
  const missing: Array<Prose> = []
  const staleIds: Array<number> = []
  if (keyIds.length === 0) return { missing, staleIds }
  const repository = yield* QualityCheckRepository
  const translations = yield* TranslationRepository
  const keys = new Map((yield* repository.listKeys(project.projectId, keyIds)).map((key) => [key.id, key]))
  const baseId = project.languages.find(({ base }) => base)?.id ?? 0
  const rows = yield* translations.list(project.projectId, keyIds, null)
  const rowByPlace = ByPlace.of(rows)
  const checked = rows.filter(isWanted)
  const ids = checked.map(({ id }) => id)
  const stored = Map.groupBy(yield* repository.listIssues(ids), ({ translationId }) => translationId)
  const compared = checked.map(({ id, keyId, languageId, text }) => {
    const key = keys.get(keyId)
    const base = rowByPlace.at(keyId, baseId)?.text ?? null
    // A text that is missing is untranslated, which lists and statistics already show.
    if (key === undefined || text === null) return compareIssues(id, [], stored.get(id) ?? [])
    const findings = check(key, languageId, text, base)
    const prose = checkProse(check.read(key, languageId, text, base), check.typesIn(languageId))
    if ("findings" in prose) return compareIssues(id, [...findings, ...prose.findings], stored.get(id) ?? [])
    staleIds.push(id)
    missing.push(...prose.missing)
    // Issues of the text before stay, so that the background finds the ignored ones.
    return compareIssues(
      id,
      findings,
      (stored.get(id) ?? []).filter(({ type }) => !isProseType(type))
    )
  })
  yield* repository.removeIssues(compared.flatMap(({ removedIds }) => removedIds))
  yield* repository.insertIssues(
    project.projectId,
    compared.flatMap(({ added }) => added)
  )
  yield* repository.removeStale(ids)
  yield* repository.markTextsStale(project.projectId, staleIds)
  const changed = checked.filter((_, index) => {
    const { removedIds = [], added = [] } = compared[index] ?? {}
    return removedIds.length + added.length > 0
  })
  yield* publishCheckedTexts(
    project.projectId,
    changed.map(({ id }) => id)
  )
  return { missing, staleIds }
})
