import { batchScopes } from "@dragoman/domain/batch-job"
import type { Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import {
  BatchJobModel,
  ClearStartBody,
  CopyStartBody,
  KeysStartBody,
  NamespaceStartBody,
  StateStartBody,
  TagsStartBody
} from "./batch-job-model.ts"

const startPath = "/v2/projects/:projectId/start-batch-job"
const params = { projectId: PathId }
const success = BatchJobModel
const requiresScope = <const S extends Scope>(scope: S) => requires(project([scope], { shortPath: true }))
/** Bodies are not looked at, whatever they are. */
const never = { params, success: Schema.Never }

/**
 * Each starts a job and answers before it is done. What needs a machine, a memory, labels or checks is refused at once with
 * `feature_not_enabled`. Source: reference "content-api" 4.5.
 */
export const StartBatchJobEndpoints = endpointGroup(
  "startBatchJob",
  HttpApiEndpoint.post("setTranslationState", `${startPath}/set-translation-state`, {
    params,
    payload: StateStartBody,
    success
  }).pipe(requiresScope(batchScopes.SET_TRANSLATIONS_STATE)),
  HttpApiEndpoint.post("clearTranslations", `${startPath}/clear-translations`, {
    params,
    payload: ClearStartBody,
    success
  }).pipe(requiresScope(batchScopes.CLEAR_TRANSLATIONS)),
  HttpApiEndpoint.post("copyTranslations", `${startPath}/copy-translations`, {
    params,
    payload: CopyStartBody,
    success
  }).pipe(requiresScope(batchScopes.COPY_TRANSLATIONS)),
  HttpApiEndpoint.post("deleteKeys", `${startPath}/delete-keys`, { params, payload: KeysStartBody, success }).pipe(
    requiresScope(batchScopes.DELETE_KEYS)
  ),
  HttpApiEndpoint.post("setKeysNamespace", `${startPath}/set-keys-namespace`, {
    params,
    payload: NamespaceStartBody,
    success
  }).pipe(requiresScope(batchScopes.SET_KEYS_NAMESPACE)),
  HttpApiEndpoint.post("tagKeys", `${startPath}/tag-keys`, { params, payload: TagsStartBody, success }).pipe(
    requiresScope(batchScopes.TAG_KEYS)
  ),
  HttpApiEndpoint.post("untagKeys", `${startPath}/untag-keys`, { params, payload: TagsStartBody, success }).pipe(
    requiresScope(batchScopes.UNTAG_KEYS)
  ),
  HttpApiEndpoint.post("restoreKeys", `${startPath}/restore-keys`, { params, payload: KeysStartBody, success }).pipe(
    requiresScope(batchScopes.RESTORE_KEYS)
  ),
  HttpApiEndpoint.post("hardDeleteKeys", `${startPath}/hard-delete-keys`, {
    params,
    payload: KeysStartBody,
    success
  }).pipe(requiresScope(batchScopes.HARD_DELETE_KEYS)),
  HttpApiEndpoint.post("machineTranslate", `${startPath}/machine-translate`, never).pipe(
    requiresScope("translations.batch-machine")
  ),
  HttpApiEndpoint.post("preTranslateByMemory", `${startPath}/pre-translate-by-tm`, never).pipe(
    requiresScope("translations.batch-by-tm")
  ),
  HttpApiEndpoint.post("assignLabel", `${startPath}/assign-translation-label`, never).pipe(
    requiresScope("translations.edit")
  ),
  HttpApiEndpoint.post("unassignLabel", `${startPath}/unassign-translation-label`, never).pipe(
    requiresScope("translations.edit")
  ),
  HttpApiEndpoint.post("checkQuality", `${startPath}/qa-check`, never).pipe(requiresScope("translations.edit")),
  HttpApiEndpoint.post("translateInPlayground", `${startPath}/ai-playground-translate`, never).pipe(
    requiresScope("translations.edit")
  )
)
