import type { ListQuery } from "@dragoman/domain/page"
import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the keys of the project, by id. Source: reference "content-api" 2.3. */
export const listKeys = Effect.fn("listKeys")(function* (
  { projectId }: ProjectAccess<"keys.view">,
  query: ListQuery<"keys">
) {
  const repository = yield* KeyRepository
  return yield* paged("keys", query, (slice) => repository.list({ projectId, ...slice }))
})
