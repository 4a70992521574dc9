import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { ImportRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/grant.ts"
import { orFail } from "../../../platform/fail.ts"
import { findLiveImport } from "./find-live-import.ts"

/** A page of the languages of the caller's import, over all its files. Source: reference "import-and-formats" 2.1. */
export const listImportLanguages = Effect.fn("listImportLanguages")(function* (
  access: ProjectAccess<"translations.view">,
  query: PageQuery
) {
  const request = yield* orFail(parsePageRequest(query, ["name", "importFileName", "totalCount"]))
  const imports = yield* ImportRepository
  const live = yield* findLiveImport(access)
  const { total, rows } = yield* imports.listLanguages(live.id, pageRows(request))
  return { rows, page: pageEnvelope(request, total) }
})
