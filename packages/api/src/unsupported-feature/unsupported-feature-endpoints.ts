import type { Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"

const path = "/v2/projects/:projectId"
const params = { projectId: PathId }
const entering = (...scopes: ReadonlyArray<Scope>) => requires(project(scopes, { shortPath: true }))
/** The body is ignored. */
const never = { params, success: Schema.Never }

/** Features that editors request and the server does not have, besides branches. Editors know `feature_not_enabled` and continue. */
export const UnsupportedFeatureEndpoints = endpointGroup(
  "unsupportedFeature",
  HttpApiEndpoint.post("suggestFromMemory", `${path}/suggest/translation-memory`, never).pipe(
    entering(),
    described("Rejects with `feature_not_enabled`: the server has no translation memory.")
  ),
  HttpApiEndpoint.post("suggestByMachine", `${path}/suggest/machine-translations`, never).pipe(
    entering("translations.edit"),
    described("Rejects with `feature_not_enabled`: the server has no machine translation.")
  ),
  HttpApiEndpoint.post("suggestByMachineStreaming", `${path}/suggest/machine-translations-streaming`, never).pipe(
    entering(),
    described("Rejects with `feature_not_enabled`: the server has no machine translation.")
  ),
  HttpApiEndpoint.put("autoTranslate", `${path}/keys/:keyId/auto-translate`, {
    params: { ...params, keyId: PathId },
    success: Schema.Never
  }).pipe(
    entering("translations.edit"),
    described("Rejects with `feature_not_enabled`: the server has no machine translation.")
  ),
  HttpApiEndpoint.get("listTasks", `${path}/tasks`, never).pipe(
    entering("tasks.view"),
    described("Rejects with `feature_not_enabled`: the server has no tasks.")
  ),
  HttpApiEndpoint.get("listLabels", `${path}/labels`, never).pipe(
    entering(),
    described("Rejects with `feature_not_enabled`: the server has no labels.")
  ),
  HttpApiEndpoint.get("getQualitySettings", `${path}/qa-settings`, never).pipe(
    entering(),
    described("Rejects with `feature_not_enabled`: the server has no quality checks.")
  )
)
