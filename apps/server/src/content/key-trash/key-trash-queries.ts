import type { PageQuery } from "@dragoman/domain/page"
import { KeyTrashRepository } from "@dragoman/store"
import { Effect } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { listKeyData } from "../key-editing/key-data.ts"
import { findTrashPage, type KeySelectionQuery } from "../translation-list/translation-list-queries.ts"

/** Reads a page of the keys in the trash, with the texts and screenshots that the caller may view. */
export const listTrashedKeys = Effect.fn("listTrashedKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeySelectionQuery & PageQuery
) {
  const trash = yield* KeyTrashRepository
  const { keyIds, viewable, page } = yield* findTrashPage(access, query)
  const rowById = new Map((yield* trash.findAll(access.projectId, keyIds)).map((row) => [row.id, row]))
  // A key that was restored or erased in the meantime is missing.
  const rows = keyIds.flatMap((id) => rowById.get(id) ?? [])
  return { keys: yield* listKeyData(access, viewable, rows), page }
})

/** Lists the users who deleted the keys in the trash. */
export const listDeleters = Effect.fn("listDeleters")(function* (
  access: ProjectAccess<"keys.view">,
  branch: string | undefined
) {
  const trash = yield* KeyTrashRepository
  return yield* trash.listDeleters(yield* readPlace(access, branch))
})
