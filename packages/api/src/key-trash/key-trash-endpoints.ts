import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { keyId, projectId } from "../identifier/path-parameters.ts"
import { KeyModel } from "../key/key-model.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { pageQuery } from "../page/page-query.ts"
import { keyFilters } from "../translation-list/translation-list-endpoints.ts"
import { SimpleUserModel } from "../user/user-model.ts"
import { KeyIdsModel, TrashedKeyModel } from "./key-trash-model.ts"

const trashPath = "/v2/projects/:projectId/keys/trash"
const all = { projectId }
const one = { projectId, keyId }
const requiresViewing = requires(project(["keys.view"], { shortPath: true }))

/** Deleted keys, which can be restored for a week. */
export const KeyTrashEndpoints = endpointGroup(
  "keyTrash",
  HttpApiEndpoint.get("list", trashPath, {
    params: all,
    query: {
      ...pageQuery(0),
      sort: field(
        Schema.optional(Schema.Array(Schema.String)),
        "Order, such as `deletedAt,desc`: `name`, `deletedAt`, or a property by which the list of translations can be sorted. Repeated for further criteria; the id is the last one."
      ),
      ...keyFilters
    },
    success: pageOf("keys", TrashedKeyModel)
  }).pipe(
    requiresViewing,
    described(
      "Lists the keys in the trash. Accepts the filters of the translation list; `size=0` returns only the total."
    )
  ),
  HttpApiEndpoint.get("selectAll", `${trashPath}/select-all`, {
    params: all,
    query: keyFilters,
    success: KeyIdsModel
  }).pipe(requiresViewing, described("Returns the ids of the keys in the trash that match the filters.")),
  HttpApiEndpoint.get("listDeleters", `${trashPath}/deleters`, {
    params: all,
    query: { branch: branchParameter },
    success: listOf("users", SimpleUserModel)
  }).pipe(requiresViewing, described("Lists the users who deleted the keys in the trash.")),
  HttpApiEndpoint.put("restore", `${trashPath}/:keyId/restore`, { params: one, success: KeyModel }).pipe(
    requires(project(["keys.create"], { shortPath: true })),
    described("Restores a key from the trash.")
  ),
  HttpApiEndpoint.delete("erase", `${trashPath}/:keyId`, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requires(project(["keys.delete"], { shortPath: true })),
    described("Deletes a key in the trash permanently.")
  )
)
