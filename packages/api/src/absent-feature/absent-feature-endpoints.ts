import type { Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"

const path = "/v2/projects/:projectId"
const params = { projectId: PathId }
const entering = (...scopes: ReadonlyArray<Scope>) => requires(project(scopes, { shortPath: true }))
/** Bodies are not looked at, whatever they are. */
const never = { params, success: Schema.Never }

/**
 * What editors ask for and this server has not, beside branches: they are told so at once, with `feature_not_enabled`, and
 * go on without. Source: reference "content-api" 2.3, 3.9; "auth-and-permissions" 8.2.
 */
export const AbsentFeatureEndpoints = endpointGroup(
  "absentFeature",
  HttpApiEndpoint.post("suggestFromMemory", `${path}/suggest/translation-memory`, never).pipe(entering()),
  HttpApiEndpoint.post("suggestByMachine", `${path}/suggest/machine-translations`, never).pipe(
    entering("translations.edit")
  ),
  HttpApiEndpoint.post("suggestByMachineStreaming", `${path}/suggest/machine-translations-streaming`, never).pipe(
    entering()
  ),
  HttpApiEndpoint.put("autoTranslate", `${path}/keys/:keyId/auto-translate`, {
    params: { ...params, keyId: PathId },
    success: Schema.Never
  }).pipe(entering("translations.edit")),
  HttpApiEndpoint.get("listTasks", `${path}/tasks`, never).pipe(entering("tasks.view")),
  HttpApiEndpoint.get("listLabels", `${path}/labels`, never).pipe(entering()),
  HttpApiEndpoint.get("getQualitySettings", `${path}/qa-settings`, never).pipe(entering())
)
