import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathIdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  KeyComplexUpdateBody,
  KeyCreationBody,
  KeyEditBody,
  KeyIdsBody,
  KeyModel,
  KeyWithDataModel
} from "./key-model.ts"

const keysPath = "/v2/projects/:projectId/keys"
const keyPath = `${keysPath}/:keyId` as const
const all = { projectId: PathId }
const one = { projectId: PathId, keyId: PathId }

const creation = {
  params: all,
  payload: KeyCreationBody,
  success: KeyWithDataModel.pipe(HttpApiSchema.status(201))
}

/**
 * Keys of a project. What a creation or an update contains besides the key itself (texts, states, screenshots) asks for
 * the scopes of that. Source: reference "content-api" 2.3.
 */
export const KeyEndpoints = endpointGroup(
  "key",
  HttpApiEndpoint.post("create", keysPath, creation).pipe(requires(project(["keys.create"], { shortPath: true }))),
  /** What the JavaScript SDK calls. */
  HttpApiEndpoint.post("createByAlias", `${keysPath}/create`, creation).pipe(
    requires(project(["keys.create"], { shortPath: true }))
  ),
  HttpApiEndpoint.get("list", keysPath, {
    params: all,
    query: listQuery("keys"),
    success: pageOf("keys", KeyModel)
  }).pipe(requires(project(["keys.view"], { shortPath: true }))),
  HttpApiEndpoint.get("get", keyPath, { params: one, success: KeyModel }).pipe(
    requires(project(["keys.view"], { shortPath: true }))
  ),
  HttpApiEndpoint.put("edit", keyPath, { params: one, payload: KeyEditBody, success: KeyModel }).pipe(
    requires(project(["keys.edit"], { shortPath: true }))
  ),
  /** Asks only for the scopes of what changes; each of them includes keys.view. */
  HttpApiEndpoint.put("complexUpdate", `${keyPath}/complex-update`, {
    params: one,
    payload: KeyComplexUpdateBody,
    success: KeyWithDataModel
  }).pipe(requires(project(["keys.view"], { shortPath: true }))),
  /** Into the trash; ids of nothing are left out. */
  HttpApiEndpoint.delete("delete", `${keysPath}/:keyIds`, {
    params: { projectId: PathId, keyIds: PathIdList },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["keys.delete"], { shortPath: true }))),
  /** The same with the ids in the body: what the CLI calls. */
  HttpApiEndpoint.delete("deleteByBody", keysPath, {
    params: all,
    payload: KeyIdsBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["keys.delete"], { shortPath: true }))),
  /** By id, not paged: what the CLI compares with. */
  HttpApiEndpoint.get("listAll", "/v2/projects/:projectId/all-keys", {
    params: all,
    query: { branch: Schema.optional(Schema.String) },
    success: listOf("keys", KeyModel)
  }).pipe(requires(project(["translations.view"])))
)
