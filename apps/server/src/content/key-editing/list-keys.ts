import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { KeyRepository, keyOrder } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

const sortable = Object.keys(keyOrder) as ReadonlyArray<keyof typeof keyOrder>

/** A page of the keys of the project, by id. Source: reference "content-api" 2.3. */
export const listKeys = Effect.fn("listKeys")(function* ({ projectId }: ProjectAccess<"keys.view">, query: PageQuery) {
  const request = yield* orFail(parsePageRequest(query, sortable))
  const repository = yield* KeyRepository
  const { rows, total } = yield* repository.list({ projectId, ...pageRows(request) })
  return { rows, page: pageEnvelope(request, total) }
})
