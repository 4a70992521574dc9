import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { KeyWithDataModel } from "../key/key-model.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { pageQuery } from "../page/page-query.ts"
import { BigMetaBody, FoundKeyModel, KeyInfoBody, NearKeyModel } from "./key-search-model.ts"

const all = { projectId: PathId }

/** Finding keys by what is known of them. Source: reference "content-api" 2.8, 2.12. */
export const KeySearchEndpoints = endpointGroup(
  "keySearch",
  HttpApiEndpoint.post("getInfo", "/v2/projects/:projectId/keys/info", {
    params: all,
    payload: KeyInfoBody,
    success: listOf("keys", KeyWithDataModel)
  }).pipe(requires(project(["keys.view", "screenshots.view", "translations.view"], { shortPath: true }))),
  HttpApiEndpoint.get("search", "/v2/projects/:projectId/keys/search", {
    params: all,
    query: {
      ...pageQuery(),
      /** Required. In namespace, name and texts; case, accents and small typing errors do not count. */
      search: Schema.optional(Schema.String),
      languageTag: Schema.optional(Schema.String)
    },
    success: pageOf("keys", FoundKeyModel)
  }).pipe(requires(project(["keys.view"], { shortPath: true }))),
  HttpApiEndpoint.get("listNear", "/v2/projects/:projectId/keys/:keyId/big-meta", {
    params: { projectId: PathId, keyId: PathId },
    success: listOf("keys", NearKeyModel)
  }).pipe(requires(project(["translations.view"], { shortPath: true }))),
  HttpApiEndpoint.post("storeBigMeta", "/v2/projects/:projectId/big-meta", {
    params: all,
    payload: BigMetaBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["translations.edit"], { shortPath: true })))
)
