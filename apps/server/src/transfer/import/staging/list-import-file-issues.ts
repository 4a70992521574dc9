import type { ImportFileIssueModel } from "@dragoman/api"
import { type ListQuery, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { type ImportFileIssueRow, ImportRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ownerOf } from "./find-live-import.ts"

/**
 * A page of the issues of one file of the caller's import, in the order in which they were raised unless asked otherwise.
 */
export const listImportFileIssues = Effect.fn("listImportFileIssues")(function* (
  access: ProjectAccess<"translations.view">,
  importFileId: number,
  query: ListQuery<"importIssues">
) {
  const imports = yield* ImportRepository
  const issueCount = yield* imports.findIssueCount(ownerOf(access), importFileId)
  if (Option.isNone(issueCount)) return yield* failWith("resource_not_found")
  const request = pageRequest("importIssues", query)
  const rows = yield* imports.listIssues(importFileId, issueCount.value, pageRows(request))
  return { importFileIssues: rows.map(toModel), page: pageMetadata(request, issueCount.value) }
})

const toModel = (row: ImportFileIssueRow): ImportFileIssueModel => ({
  id: row.id,
  type: row.type as ImportFileIssueModel["type"],
  params: JSON.parse(row.parameters),
  line: row.lineNumber,
  column: row.columnNumber,
  message: row.message
})
