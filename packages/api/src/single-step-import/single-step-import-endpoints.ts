import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import {
  ImportKeysBody,
  ImportKeysResolvableBody,
  ImportKeysResolvableModel,
  SingleStepImportResolvableBody
} from "./import-keys-model.ts"
import { ImportResultModel, SingleStepImportParams } from "./single-step-import-model.ts"

const requiresEntering = requires(project(["translations.view"], { shortPath: true }))

/**
 * Imports that are applied in the request that brings them. What is written needs `translations.edit` in its languages,
 * new keys need `keys.create`. Every answer has
 * `X-Dragoman-Notices`: how many issues and notices there are, and the first of them.
 */
export const SingleStepImportEndpoints = endpointGroup(
  "singleStepImport",
  HttpApiEndpoint.post("importFiles", "/v2/projects/:projectId/single-step-import", {
    params: { projectId: PathId },
    /** Parts named `files`, as many as wanted, archives too, and one named `params`. The server reads them from the stream. */
    payload: Schema.Struct({ files: Schema.Unknown, params: SingleStepImportParams }).pipe(
      HttpApiSchema.asMultipartStream()
    ),
    success: ImportResultModel
  }).pipe(requiresEntering),
  HttpApiEndpoint.post("importResolvable", "/v2/projects/:projectId/single-step-import-resolvable", {
    params: { projectId: PathId },
    payload: SingleStepImportResolvableBody,
    success: ImportResultModel
  }).pipe(requiresEntering),
  /** The body is empty unless something was left out: then it has the fields of `importReportFields`. */
  HttpApiEndpoint.post("importKeys", "/v2/projects/:projectId/keys/import", {
    params: { projectId: PathId },
    query: { branch: Schema.optional(Schema.String) },
    payload: ImportKeysBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["keys.create", "translations.edit"], { shortPath: true }))),
  HttpApiEndpoint.post("importKeysResolvable", "/v2/projects/:projectId/keys/import-resolvable", {
    params: { projectId: PathId },
    payload: ImportKeysResolvableBody,
    success: ImportKeysResolvableModel
  }).pipe(requires(project([], { shortPath: true })))
)
