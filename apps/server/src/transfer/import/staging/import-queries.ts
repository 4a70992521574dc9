import type { ConflictFacts } from "@dragoman/domain/import"
import { type ListQuery, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { checkLanguages, includesLanguage, stateChangeLanguages } from "@dragoman/domain/permission"
import { effectiveProtection } from "@dragoman/domain/suggestion"
import {
  Database,
  ImportRepository,
  type ImportRow,
  ImportSettingsRepository,
  NamespaceRepository,
  ProjectRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../../platform/fail.ts"
import { paged } from "../../../platform/paged.ts"
import type { ProjectAccess } from "../../../service/access/access.ts"
import { importUserOf, ownerOf } from "../applying/import-source.ts"
import { importFileIssueToModel, importTranslationToModel } from "./import-shapes.ts"

/** Finds the caller's import on a branch of this project. An expired one is removed and counts as not found. */
export const findLiveImport = Effect.fn("findLiveImport")(function* (
  access: ProjectAccess<"translations.view">,
  branchId: number | null
) {
  const imports = yield* ImportRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const found = yield* imports.find(ownerOf(access, branchId))
  if (Option.isSome(found) && !isExpired(found.value, now)) return found.value
  if (Option.isSome(found)) yield* database.transaction(imports.markDeleted(found.value.id, now))
  return yield* failWith("resource_not_found")
})

/** Since the first upload, however recent the last use. */
const importLifetimeMillis = 2 * 60 * 60 * 1000

/** An expired import counts as not found. `now`: epoch milliseconds. */
export const isExpired = ({ createdAt }: ImportRow, now: number): boolean => now - createdAt > importLifetimeMillis

/** Languages in the response to an upload. */
const uploadedLanguagesMax = 100

/** Reads the first languages of an import, and the formats of its files. */
export const getImportContent = Effect.fn("getImportContent")(function* (importId: number) {
  const imports = yield* ImportRepository
  const page = { page: 0, size: uploadedLanguagesMax }
  const { total, rows } = yield* imports.listLanguages(importId, {
    offset: 0,
    limit: page.size,
    sort: [{ property: "id", direction: "asc" }]
  })
  return { languages: rows, page: pageMetadata(page, total), formats: yield* imports.listFormats(importId) }
})

/** Reads a page of the languages of the caller's import, over all its files. */
export const listImportLanguages = Effect.fn("listImportLanguages")(function* (
  access: ProjectAccess<"translations.view">,
  branchId: number | null,
  query: ListQuery<"importLanguages">
) {
  const imports = yield* ImportRepository
  const live = yield* findLiveImport(access, branchId)
  return yield* paged("importLanguages", query, (rows) => imports.listLanguages(live.id, rows))
})

/** Reads one language of the caller's import on any branch. */
export const getImportLanguage = Effect.fn("getImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number
) {
  const imports = yield* ImportRepository
  const found = yield* imports.findLanguage(importUserOf(access), languageId)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})

interface ImportTranslationQuery extends ListQuery<"importTranslations"> {
  readonly onlyConflicts?: boolean | undefined
  readonly onlyUnresolved?: boolean | undefined
  readonly search?: string | undefined
}

/** Reads a page of the texts of one language of the caller's import, by key name. */
export const listImportTranslations = Effect.fn("listImportTranslations")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  query: ImportTranslationQuery
) {
  const imports = yield* ImportRepository
  const { id, existingLanguageId } = yield* getImportLanguage(access, languageId)
  const request = pageRequest("importTranslations", query)
  const { total, rows } = yield* imports.listTranslations(id, {
    ...pageRows(request),
    search: query.search,
    only: query.onlyUnresolved === true ? "unresolved" : query.onlyConflicts === true ? "conflicts" : null
  })
  const shown = {
    ...(yield* conflictFactsOf(access, existingLanguageId)),
    mayView:
      existingLanguageId !== null && checkLanguages(access.computedPermission, "view", [existingLanguageId]) === null
  }
  return { translations: rows.map(importTranslationToModel(shown)), page: pageMetadata(request, total) }
})

/** Reads the facts that decide about conflicts in one language of the project; null: unpaired. */
export const conflictFactsOf = Effect.fn("conflictFactsOf")(function* (
  access: ProjectAccess<"translations.view">,
  existingLanguageId: number | null
) {
  const projects = yield* ProjectRepository
  const project = yield* projects.find(access.projectId, access.caller.userId)
  if (Option.isNone(project)) return yield* failWith("project_not_found")
  const facts: ConflictFacts = {
    protection: effectiveProtection(project.value),
    mayChangeState: existingLanguageId !== null && includesLanguage(stateChangeLanguages(access), existingLanguageId)
  }
  return facts
})

interface ImportFileIssueQuery extends ListQuery<"importIssues"> {
  readonly withNotices?: boolean | undefined
  readonly filterType?: ReadonlyArray<string> | undefined
  readonly search?: string | undefined
}

/**
 * Reads a page of the issues of one file of the caller's import, by default in the order in which they were raised; warnings only if
 * the query asks for them, because clients of Tolgee do not know their type. With them come the counts by type, and the list can be
 * filtered.
 */
export const listImportFileIssues = Effect.fn("listImportFileIssues")(function* (
  access: ProjectAccess<"translations.view">,
  importFileId: number,
  query: ImportFileIssueQuery
) {
  const imports = yield* ImportRepository
  const file = yield* imports.findFile(importUserOf(access), importFileId)
  if (Option.isNone(file)) return yield* failWith("resource_not_found")
  const { issueCount } = file.value
  const request = pageRequest("importIssues", query)
  if (query.withNotices === true) {
    const { filterType, search = "" } = query
    const types = filterType === undefined || filterType.length === 0 ? null : filterType
    const typeCounts = yield* imports.countIssuesByType(importFileId, search)
    const counted = Object.entries(typeCounts).filter(([type]) => types === null || types.includes(type))
    const total = counted.reduce((sum, [, count]) => sum + count, 0)
    const rows = yield* imports.listIssuesAndNotices(importFileId, { ...pageRows(request), types, search })
    return { importFileIssues: rows.map(importFileIssueToModel), page: pageMetadata(request, total), typeCounts }
  }
  const rows = yield* imports.listIssues(importFileId, issueCount, pageRows(request))
  const importFileIssues = rows.map(importFileIssueToModel)
  return { importFileIssues, page: pageMetadata(request, issueCount), typeCounts: undefined }
})

/** Lists the namespaces of the project, and those that the caller's import would add, which have no id; by name. */
export const listImportNamespaces = Effect.fn("listImportNamespaces")(function* (
  access: ProjectAccess<"translations.view">,
  branchId: number | null
) {
  const imports = yield* ImportRepository
  const namespaces = yield* NamespaceRepository
  const found = yield* imports.find(ownerOf(access, branchId))
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  const existing = yield* namespaces.listUsed(access.projectId)
  const byName = new Map<string, number | null>([
    ...(yield* imports.listNamespaces(found.value.id)).map((name) => [name, null] as const),
    ...existing.namespaces.map(({ id, name }) => [name, id] as const)
  ])
  return [...byName].map(([name, id]) => ({ id, name })).sort((left, right) => (left.name < right.name ? -1 : 1))
})

/** Reads the caller's import settings in this project. */
export const getImportSettings = Effect.fn("getImportSettings")(function* (access: ProjectAccess) {
  const settings = yield* ImportSettingsRepository
  return yield* settings.get(importUserOf(access))
})
