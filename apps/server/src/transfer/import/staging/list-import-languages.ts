import type { ListQuery } from "@dragoman/domain/page"
import { ImportRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { paged } from "../../../platform/paged.ts"
import { findLiveImport } from "./find-live-import.ts"

/** A page of the languages of the caller's import, over all its files. */
export const listImportLanguages = Effect.fn("listImportLanguages")(function* (
  access: ProjectAccess<"translations.view">,
  query: ListQuery<"importLanguages">
) {
  const imports = yield* ImportRepository
  const live = yield* findLiveImport(access)
  return yield* paged("importLanguages", query, (slice) => imports.listLanguages(live.id, slice))
})
