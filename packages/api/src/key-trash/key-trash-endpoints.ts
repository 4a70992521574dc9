import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { KeyModel } from "../key/key-model.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { pageQuery } from "../page/page-query.ts"
import { keyFilters } from "../translation-list/translation-list-endpoints.ts"
import { SimpleUserModel } from "../user/user-model.ts"
import { KeyIdsModel, TrashedKeyModel } from "./key-trash-model.ts"

const trashPath = "/v2/projects/:projectId/keys/trash"
const all = { projectId: PathId }
const one = { projectId: PathId, keyId: PathId }
const requiresViewing = requires(project(["keys.view"], { shortPath: true }))

/** Deleted keys, which stay restorable for a week. Source: reference "content-api" 2.3, 2.7. */
export const KeyTrashEndpoints = endpointGroup(
  "keyTrash",
  /** Takes the filters of the translation list. With `size=0` only the total is asked for. */
  HttpApiEndpoint.get("list", trashPath, {
    params: all,
    query: { ...pageQuery(0), sort: Schema.optional(Schema.Array(Schema.String)), ...keyFilters },
    success: pageOf("keys", TrashedKeyModel)
  }).pipe(requiresViewing),
  HttpApiEndpoint.get("selectAll", `${trashPath}/select-all`, {
    params: all,
    query: keyFilters,
    success: KeyIdsModel
  }).pipe(requiresViewing),
  HttpApiEndpoint.get("listDeleters", `${trashPath}/deleters`, {
    params: all,
    success: listOf("users", SimpleUserModel)
  }).pipe(requiresViewing),
  HttpApiEndpoint.put("restore", `${trashPath}/:keyId/restore`, { params: one, success: KeyModel }).pipe(
    requires(project(["keys.create"], { shortPath: true }))
  ),
  /** For good. */
  HttpApiEndpoint.delete("erase", `${trashPath}/:keyId`, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requires(project(["keys.delete"], { shortPath: true }))
  )
)
