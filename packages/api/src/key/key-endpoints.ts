import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup, takesIfMatch } from "../endpoint-group.ts"
import { keyId, keyIds, projectId } from "../identifier/path-parameters.ts"
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
const all = { projectId }
const one = { projectId, keyId }

const creation = {
  params: all,
  payload: KeyCreationBody,
  success: KeyWithDataModel.pipe(HttpApiSchema.status(201))
}

/** Keys of a project. Translations, states, tags and screenshots in a body require their own scopes. */
export const KeyEndpoints = endpointGroup(
  "key",
  HttpApiEndpoint.post("create", keysPath, creation).pipe(
    requires(project(["keys.create"], { shortPath: true })),
    described("Creates a key. Translations, states, tags and screenshots in the body require their own scopes.")
  ),
  HttpApiEndpoint.post("createByAlias", `${keysPath}/create`, creation).pipe(
    requires(project(["keys.create"], { shortPath: true })),
    described("Creates a key. An alias that the JavaScript SDK calls.")
  ),
  HttpApiEndpoint.get("list", keysPath, {
    params: all,
    query: { ...listQuery("keys"), branch: branchParameter },
    success: pageOf("keys", KeyModel)
  }).pipe(requires(project(["keys.view"], { shortPath: true })), described("Lists the keys of a project.")),
  HttpApiEndpoint.get("get", keyPath, { params: one, success: KeyModel }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described("Returns a key.")
  ),
  HttpApiEndpoint.put("edit", keyPath, { params: one, payload: KeyEditBody, success: KeyModel }).pipe(
    requires(project(["keys.edit"], { shortPath: true })),
    described("Updates the name, namespace, description and character limit of a key."),
    takesIfMatch
  ),
  HttpApiEndpoint.put("complexUpdate", `${keyPath}/complex-update`, {
    params: one,
    payload: KeyComplexUpdateBody,
    success: KeyWithDataModel
  }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described(
      "Updates a key with its translations, states, tags and screenshots. Requires only the scopes of the parts that change. `If-Match` takes the ETag of the key by itself."
    ),
    takesIfMatch
  ),
  HttpApiEndpoint.delete("delete", `${keysPath}/:keyIds`, {
    params: { projectId, keyIds },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["keys.delete"], { shortPath: true })),
    described("Moves keys to the trash. Unknown ids are ignored. `If-Match` has to list the ETag of each key."),
    takesIfMatch
  ),
  HttpApiEndpoint.delete("deleteByBody", keysPath, {
    params: all,
    payload: KeyIdsBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["keys.delete"], { shortPath: true })),
    described("Moves keys to the trash, with the ids in the body. Unknown ids are ignored.")
  ),
  HttpApiEndpoint.get("listAll", "/v2/projects/:projectId/all-keys", {
    params: all,
    query: { branch: branchParameter },
    success: listOf("keys", KeyModel)
  }).pipe(requires(project(["translations.view"])), described("Lists all keys of a project by id, without pages."))
)
