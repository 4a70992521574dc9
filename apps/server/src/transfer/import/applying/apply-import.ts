import { type DomainError, domainError } from "@dragoman/domain/error"
import { invalidCustomValues } from "@dragoman/domain/import"
import { checkLanguages, checkScopes } from "@dragoman/domain/permission"
import { KeyRepository, TranslationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { type OpenRevision, openRevision } from "../../../change/activity/record-activity.ts"
import { type ContentProject, lockContentProject } from "../../../change/change-project.ts"
import { type DecidedPiece, decidePiece } from "./decide-piece.ts"
import { type ImportReporter, startImportReport } from "./import-report.ts"
import {
  type AppliedImport,
  type ApplyOptions,
  type ImportAuthority,
  type ImportConflict,
  type ImportKey,
  type ImportSource,
  importPieceKeysMax,
  type KeyName
} from "./import-source.ts"
import { mayChangeState } from "./may-change-state.ts"
import { removeOtherKeys } from "./remove-other-keys.ts"
import { writePiece } from "./write-piece.ts"

/** From so many keys on statistics are renewed, and again each time that there are twice as many. */
const statisticsKeysMin = 10_000

/**
 * Decides about every text of the source and writes what is to be written, as one activity; nothing is recorded when
 * nothing changes. All or nothing: runs inside the transaction of the caller, which an error rolls back.
 * `onPiece`: told how many keys are done, after each piece. `finish`: what belongs to the keys once they are there.
 */
export const applyImport = Effect.fn("applyImport")(function* <R>(
  authority: ImportAuthority,
  options: ApplyOptions,
  source: ImportSource<R>,
  onPiece: (doneKeys: number) => Effect.Effect<void> = () => Effect.void,
  finish: (revision: Effect.Effect<OpenRevision>) => Effect.Effect<void, DomainError, R> = () => Effect.void
) {
  const { projectId, userId } = authority
  const at = yield* Clock.currentTimeMillis
  const project = yield* lockContentProject(projectId)
  const context = { project, options, mayChangeState: languagesOfStateChange(authority, project) }
  const revision = yield* openWhenNeeded(authority)
  const findings = startFindings()
  const keyIds: Array<number> = []
  const reporter = startImportReport()
  const repository = yield* KeyRepository
  let doneKeys = 0
  let statisticsDue = statisticsKeysMin
  for (;;) {
    const keys = yield* source.next
    if (keys.length === 0) break
    const piece = decidePiece(context, yield* factsOf(project, keys))
    addFindings(findings, piece)
    reportPiece(reporter, piece)
    for (const id of piece.untouchedKeyIds) keyIds.push(id)
    // What is refused in the end is not written in the meantime, but all that is wrong with it is found.
    if (piece.keys.length > 0 && refusalOf(findings, authority, project, options) === null) {
      const written = yield* writePiece(project, piece.keys, options.tagNewKeys, at)
      for (const id of written.keyIds) keyIds.push(id)
      if (written.entities.length > 0) yield* (yield* revision.open).add(written.entities, written.described)
    }
    doneKeys += keys.length
    if (doneKeys >= statisticsDue) {
      yield* repository.refreshStatistics
      statisticsDue = 2 * doneKeys
    }
    yield* onPiece(doneKeys)
  }
  const error = refusalOf(findings, authority, project, options)
  if (error !== null) return yield* Effect.fail(error())
  if (options.removeOtherKeys) {
    for (const id of yield* idsOfMentionedKeys(projectId, source.mentionedKeys)) keyIds.push(id)
    yield* removeOtherKeys({ projectId, userId }, source.namespaces, new Set(keyIds), revision.open, at)
  }
  yield* finish(revision.open)
  yield* revision.close
  const applied: AppliedImport = {
    unresolvedConflicts: findings.unresolved,
    keyIds,
    report: reporter.report()
  }
  return applied
})

/** What was decided to be left out, although the caller may not know. */
const reportPiece = (reporter: ImportReporter, piece: DecidedPiece): void => {
  for (const { name } of piece.keysWithoutCustomValues) reporter.addIssue(null, invalidCustomValues(name, null))
  for (const { name, namespace, isKnown } of piece.skippedKeys) {
    const sentence = isKnown
      ? "The project has this key already; it stays as it is."
      : "The project does not have this key; no keys were to be created."
    reporter.addNotice(null, { keyName: name, keyNamespace: namespace, sentence })
  }
}

const idsOfMentionedKeys = Effect.fnUntraced(function* (projectId: number, mentioned: ReadonlyArray<KeyName>) {
  const keys = yield* KeyRepository
  const ids: Array<number> = []
  for (let offset = 0; offset < mentioned.length; offset += importPieceKeysMax) {
    for (const { id } of yield* keys.findByName(projectId, mentioned.slice(offset, offset + importPieceKeysMax))) {
      ids.push(id)
    }
  }
  return ids
})

/** What the project has of these keys: their rows, and their texts in the languages that are imported. */
const factsOf = Effect.fnUntraced(function* (project: ContentProject, imported: ReadonlyArray<ImportKey>) {
  const keys = yield* KeyRepository
  const translations = yield* TranslationRepository
  const projectLanguageIds = new Set(project.languages.map(({ id }) => id))
  // A language that was deleted since the files were read is paired with none.
  const isGone = (languageId: number | null) => languageId !== null && !projectLanguageIds.has(languageId)
  const paired = imported.map((key) =>
    key.texts.some(({ languageId }) => isGone(languageId))
      ? {
          ...key,
          texts: key.texts.map((text) => (isGone(text.languageId) ? { ...text, languageId: null } : text))
        }
      : key
  )
  const keyRows = yield* keys.findByName(project.projectId, paired)
  const languageIds = new Set(paired.flatMap(({ texts }) => texts.flatMap(({ languageId }) => languageId ?? [])))
  const rows = yield* translations.list(
    keyRows.map(({ id }) => id),
    [...languageIds]
  )
  return { keys: paired, keyRows, translations: rows }
})

const languagesOfStateChange = (authority: ImportAuthority, project: ContentProject) => {
  const languageIds = new Set(project.languages.map(({ id }) => id).filter((id) => mayChangeState(authority, id)))
  return (languageId: number): boolean => languageIds.has(languageId)
}

/** The revision of the import; it begins with the first change. */
const openWhenNeeded = Effect.fnUntraced(function* ({ projectId, userId }: ImportAuthority) {
  const opening = yield* Effect.map(Effect.context<Effect.Services<ReturnType<typeof openRevision>>>(), (services) =>
    Effect.provideContext(openRevision({ projectId, authorId: userId, type: "IMPORT" }), services)
  )
  let opened: OpenRevision | null = null
  const open = Effect.gen(function* () {
    opened ??= yield* opening
    return opened
  })
  return { open, close: Effect.suspend(() => opened?.close ?? Effect.void) }
})

/** What the decisions about all pieces found, as far as it may refuse the import. */
interface Findings {
  readonly unresolved: Array<ImportConflict>
  readonly unexpected: Array<DecidedPiece["unexpected"][number]>
  readonly refused: Array<DecidedPiece["refused"][number]>
  needsPairing: boolean
  readonly writtenLanguageIds: Set<number>
  readonly reviewedLanguageIds: Set<number>
  createsKeys: boolean
  changesKeys: boolean
}

const startFindings = (): Findings => ({
  unresolved: [],
  unexpected: [],
  refused: [],
  needsPairing: false,
  writtenLanguageIds: new Set(),
  reviewedLanguageIds: new Set(),
  createsKeys: false,
  changesKeys: false
})

const addFindings = (findings: Findings, piece: DecidedPiece): void => {
  for (const one of piece.unresolved) findings.unresolved.push(one)
  for (const one of piece.unexpected) findings.unexpected.push(one)
  for (const one of piece.refused) findings.refused.push(one)
  for (const id of piece.writtenLanguageIds) findings.writtenLanguageIds.add(id)
  for (const id of piece.reviewedLanguageIds) findings.reviewedLanguageIds.add(id)
  findings.needsPairing ||= piece.needsPairing
  findings.createsKeys ||= piece.keys.some(({ existing }) => existing === null)
  findings.changesKeys ||= piece.keys.some(({ changes }) => changes.meta)
}

/**
 * Why the import is refused as far as it was decided, the first reason that applies. Not made until it
 * is asked for: it may name a hundred thousand texts.
 */
const refusalOf = (
  findings: Findings,
  { effectiveScopes, computedPermission }: ImportAuthority,
  project: ContentProject,
  options: ApplyOptions
): (() => DomainError) | null => {
  const { needsPairing, unexpected, refused, unresolved } = findings
  const tags = new Map(project.languages.map(({ id, tag }) => [id, tag]))
  if (needsPairing) return () => domainError("existing_language_not_selected")
  if (unexpected.length > 0) {
    return () =>
      domainError(
        "expect_no_conflict_failed",
        unexpected.map(({ id, key }) => ({ id, name: key.name, namespace: key.namespace }))
      )
  }
  if (refused.length > 0) {
    return () =>
      domainError(
        "import_keys_error",
        refused.map(({ code, key, languageId }) => [code, key.namespace, key.name, tags.get(languageId) ?? null])
      )
  }
  if (options.errorOnUnresolvedConflict && unresolved.length > 0) {
    return () =>
      domainError(
        "conflict_is_not_resolved",
        unresolved.map((conflict) => ({ ...conflict }))
      )
  }
  const written = [...findings.writtenLanguageIds]
  const reviewed = [...findings.reviewedLanguageIds]
  const error =
    // Descriptions and the like come with texts: who may not write texts may not write them either.
    (written.length > 0 || findings.changesKeys ? checkScopes(effectiveScopes, ["translations.edit"]) : null) ??
    (written.length > 0 ? checkLanguages(computedPermission, "translate", written, tags) : null) ??
    (findings.createsKeys ? checkScopes(effectiveScopes, ["keys.create"]) : null) ??
    (reviewed.length > 0 ? checkScopes(effectiveScopes, ["translations.state-edit"]) : null) ??
    (reviewed.length > 0 ? checkLanguages(computedPermission, "stateChange", reviewed, tags) : null)
  return error && (() => error)
}
