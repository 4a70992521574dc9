import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { keyId, projectId } from "../identifier/path-parameters.ts"
import { KeyWithDataModel } from "../key/key-model.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { pageQuery } from "../page/page-query.ts"
import { BigMetaBody, FoundKeyModel, KeyInfoBody, NearKeyModel } from "./key-search-model.ts"

const all = { projectId }

/** Searching keys. */
export const KeySearchEndpoints = endpointGroup(
  "keySearch",
  HttpApiEndpoint.post("getInfo", "/v2/projects/:projectId/keys/info", {
    params: all,
    query: { branch: branchParameter },
    payload: KeyInfoBody,
    success: listOf("keys", KeyWithDataModel)
  }).pipe(
    requires(project(["keys.view", "screenshots.view", "translations.view"], { shortPath: true })),
    described("Returns keys by name and namespace, with translations and screenshots.")
  ),
  HttpApiEndpoint.get("search", "/v2/projects/:projectId/keys/search", {
    params: all,
    query: {
      ...pageQuery(),
      search: field(
        Schema.optional(Schema.String),
        "Text to search for; required. It may miss accents and have small typing errors."
      ),
      languageTag: field(
        Schema.optional(Schema.String),
        "Tag of a language whose texts are searched and returned, in addition to those of the base language."
      ),
      branch: branchParameter
    },
    success: pageOf("keys", FoundKeyModel)
  }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described("Searches keys by namespace, name and texts, ignoring case, accents and small typing errors.")
  ),
  HttpApiEndpoint.get("listNear", "/v2/projects/:projectId/keys/:keyId/big-meta", {
    params: { projectId, keyId },
    success: listOf("keys", NearKeyModel)
  }).pipe(
    requires(project(["translations.view"], { shortPath: true })),
    described("Lists the keys that are shown near a key.")
  ),
  HttpApiEndpoint.post("storeBigMeta", "/v2/projects/:projectId/big-meta", {
    params: all,
    payload: BigMetaBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["translations.edit"], { shortPath: true })),
    described("Stores which keys are shown near each other.")
  )
)
