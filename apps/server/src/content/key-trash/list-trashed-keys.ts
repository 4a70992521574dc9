import type { PageQuery } from "@dragoman/domain/page"
import { KeyTrashRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { listKeyData } from "../key-editing/list-key-data.ts"
import { findTrashPage, type KeySelectionQuery } from "../translation-list/list-translations.ts"

/** A page of deleted keys with what they had, as far as the caller may view it. */
export const listTrashedKeys = Effect.fn("listTrashedKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeySelectionQuery & PageQuery
) {
  const trash = yield* KeyTrashRepository
  const { keyIds, viewable, page } = yield* findTrashPage(access, query)
  const rowById = new Map((yield* trash.findAll(access.projectId, keyIds)).map((row) => [row.id, row]))
  // A key that was restored or erased a moment ago is left out.
  const rows = keyIds.flatMap((id) => rowById.get(id) ?? [])
  return { keys: yield* listKeyData(access, viewable, rows), page }
})
