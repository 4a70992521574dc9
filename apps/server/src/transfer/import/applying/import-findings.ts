import { type DomainError, domainError } from "@dragoman/domain/error"
import { checkLanguages, checkScopes } from "@dragoman/domain/permission"
import type { ContentProject } from "../../../change/change-project.ts"
import type { DecidedBatch } from "./decide-batch.ts"
import type { ImportConflict } from "./import-report.ts"
import type { ApplyOptions, ImportAuthority } from "./import-source.ts"

/** The findings in all batches that may reject the import. */
interface Findings {
  readonly unresolved: Array<ImportConflict>
  readonly unexpected: Array<DecidedBatch["unexpected"][number]>
  readonly rejected: Array<DecidedBatch["rejected"][number]>
  needsPairing: boolean
  readonly writtenLanguageIds: Set<number>
  readonly reviewedLanguageIds: Set<number>
  createsKeys: boolean
  changesKeys: boolean
}

export const startFindings = (): Findings => ({
  unresolved: [],
  unexpected: [],
  rejected: [],
  needsPairing: false,
  writtenLanguageIds: new Set(),
  reviewedLanguageIds: new Set(),
  createsKeys: false,
  changesKeys: false
})

export const addFindings = (findings: Findings, batch: DecidedBatch): void => {
  for (const one of batch.unresolved) findings.unresolved.push(one)
  for (const one of batch.unexpected) findings.unexpected.push(one)
  for (const one of batch.rejected) findings.rejected.push(one)
  for (const id of batch.writtenLanguageIds) findings.writtenLanguageIds.add(id)
  for (const id of batch.reviewedLanguageIds) findings.reviewedLanguageIds.add(id)
  findings.needsPairing ||= batch.needsPairing
  findings.createsKeys ||= batch.keys.some(({ existing }) => existing === null)
  findings.changesKeys ||= batch.keys.some(({ changes }) => changes.meta)
}

/**
 * The first reason to reject the import, as far as it is decided; null: none. The error is built on demand, because it may
 * name a hundred thousand texts.
 */
export const rejectionOf = (
  findings: Findings,
  { effectiveScopes, computedPermission }: ImportAuthority,
  project: ContentProject,
  options: ApplyOptions
): (() => DomainError) | null => {
  const { needsPairing, unexpected, rejected, unresolved } = findings
  const tags = new Map(project.languages.map(({ id, tag }) => [id, tag]))
  if (needsPairing) return () => domainError("existing_language_not_selected")
  if (unexpected.length > 0) {
    return () =>
      domainError(
        "expect_no_conflict_failed",
        unexpected.map(({ id, key }) => ({ id, name: key.name, namespace: key.namespace }))
      )
  }
  if (rejected.length > 0) {
    return () =>
      domainError(
        "import_keys_error",
        rejected.map(({ code, key, languageId }) => [code, key.namespace, key.name, tags.get(languageId) ?? null])
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
    // Descriptions and custom values require the same scope as texts.
    (written.length > 0 || findings.changesKeys ? checkScopes(effectiveScopes, ["translations.edit"]) : null) ??
    (written.length > 0 ? checkLanguages(computedPermission, "translate", written, tags) : null) ??
    (findings.createsKeys ? checkScopes(effectiveScopes, ["keys.create"]) : null) ??
    (reviewed.length > 0 ? checkScopes(effectiveScopes, ["translations.state-edit"]) : null) ??
    (reviewed.length > 0 ? checkLanguages(computedPermission, "stateChange", reviewed, tags) : null) ??
    (options.removeOtherKeys ? checkScopes(effectiveScopes, ["keys.delete"]) : null)
  return error && (() => error)
}
