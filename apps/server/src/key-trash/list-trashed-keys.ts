import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { KeyTrashRepository, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { accepted } from "../http/refused.ts"
import { listKeyData } from "../key/list-key-data.ts"

/** A page of deleted keys with what they had, as far as the caller may view it. Source: reference "content-api" 2.7. */
export const listTrashedKeys = Effect.fn("listTrashedKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: PageQuery
) {
  const request = yield* accepted(parsePageRequest(query, ["name", "deletedAt"]))
  const trash = yield* KeyTrashRepository
  const languages = yield* LanguageRepository
  const { rows, total } = yield* trash.list({ projectId: access.projectId, ...pageRows(request) })
  return {
    keys: yield* listKeyData(access, yield* languages.listOfProject(access.projectId), rows),
    page: pageEnvelope(request, total)
  }
})
