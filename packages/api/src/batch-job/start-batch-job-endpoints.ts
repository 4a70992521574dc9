import { batchScopes } from "@dragoman/domain/batch-job"
import type { Scope } from "@dragoman/domain/permission"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { keyFilters } from "../translation-list/translation-list-endpoints.ts"
import {
  BatchJobModel,
  CheckStartBody,
  ClearStartBody,
  CopyStartBody,
  FindAndReplaceBody,
  FindAndReplaceModel,
  KeysStartBody,
  LabelsStartBody,
  MachineEstimateModel,
  MachineTranslateStartBody,
  NamespaceStartBody,
  PlaygroundStartBody,
  PreTranslateStartBody,
  ReplaceStartBody,
  StateStartBody,
  TagsStartBody
} from "./batch-job-model.ts"

const startPath = "/v2/projects/:projectId/start-batch-job"
const params = { projectId }
const success = BatchJobModel
const requiresScope = <const S extends Scope>(scope: S) => requires(project([scope], { shortPath: true }))

const { trashed: _, ...liveKeyFilters } = keyFilters

/** Each operation starts a job and responds before the job ends. */
export const StartBatchJobEndpoints = endpointGroup(
  "startBatchJob",
  HttpApiEndpoint.post("setTranslationState", `${startPath}/set-translation-state`, {
    params,
    payload: StateStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.SET_TRANSLATIONS_STATE),
    described("Starts a batch job that sets the states of translations.")
  ),
  HttpApiEndpoint.post("clearTranslations", `${startPath}/clear-translations`, {
    params,
    payload: ClearStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.CLEAR_TRANSLATIONS),
    described("Starts a batch job that removes the texts of translations.")
  ),
  HttpApiEndpoint.post("copyTranslations", `${startPath}/copy-translations`, {
    params,
    payload: CopyStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.COPY_TRANSLATIONS),
    described("Starts a batch job that copies texts from one language to others.")
  ),
  HttpApiEndpoint.post("findAndReplace", `${startPath}/find-and-replace`, {
    params,
    payload: ReplaceStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.FIND_AND_REPLACE),
    described("Starts a batch job that replaces a text in translations. Not in Tolgee's API.")
  ),
  HttpApiEndpoint.post("previewFindAndReplace", "/v2/projects/:projectId/translations/find-and-replace/preview", {
    params,
    query: liveKeyFilters,
    payload: FindAndReplaceBody,
    success: FindAndReplaceModel
  }).pipe(
    requires(project(["keys.view", "translations.edit"], { shortPath: true })),
    described(
      "Shows what a find and replace would change among the keys that match the filters; changes nothing. Not in Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("preTranslateByMemory", `${startPath}/pre-translate-by-tm`, {
    params,
    payload: PreTranslateStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.PRE_TRANSLATE_BT_TM),
    described("Starts a batch job that fills empty texts with exact matches of the translation memory.")
  ),
  HttpApiEndpoint.post("machineTranslate", `${startPath}/machine-translate`, {
    params,
    query: {
      dryRun: field(
        QueryFlag,
        "Whether to start nothing, and to respond with an estimate of texts, characters, tokens and cost; absent: false."
      )
    },
    payload: MachineTranslateStartBody,
    success: [BatchJobModel, MachineEstimateModel]
  }).pipe(
    requiresScope(batchScopes.MACHINE_TRANSLATE),
    described(
      "Starts a batch job that translates texts by the primary service of each language, or estimates it: up to 500 texts of a language are counted, 50 of a language model, and the figures of more are scaled."
    )
  ),
  HttpApiEndpoint.post("translateInPlayground", `${startPath}/ai-playground-translate`, {
    params,
    payload: PlaygroundStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.AI_PLAYGROUND_TRANSLATE),
    described("Starts a batch job that tries a prompt; writes no text.")
  ),
  HttpApiEndpoint.post("deleteKeys", `${startPath}/delete-keys`, { params, payload: KeysStartBody, success }).pipe(
    requiresScope(batchScopes.DELETE_KEYS),
    described("Starts a batch job that moves keys to the trash.")
  ),
  HttpApiEndpoint.post("setKeysNamespace", `${startPath}/set-keys-namespace`, {
    params,
    payload: NamespaceStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.SET_KEYS_NAMESPACE),
    described("Starts a batch job that moves keys to a namespace.")
  ),
  HttpApiEndpoint.post("tagKeys", `${startPath}/tag-keys`, { params, payload: TagsStartBody, success }).pipe(
    requiresScope(batchScopes.TAG_KEYS),
    described("Starts a batch job that adds tags to keys.")
  ),
  HttpApiEndpoint.post("untagKeys", `${startPath}/untag-keys`, { params, payload: TagsStartBody, success }).pipe(
    requiresScope(batchScopes.UNTAG_KEYS),
    described("Starts a batch job that removes tags from keys.")
  ),
  HttpApiEndpoint.post("assignLabels", `${startPath}/assign-translation-label`, {
    params,
    payload: LabelsStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.ASSIGN_TRANSLATION_LABEL),
    described("Starts a batch job that adds labels to translations; creates those that are missing.")
  ),
  HttpApiEndpoint.post("unassignLabels", `${startPath}/unassign-translation-label`, {
    params,
    payload: LabelsStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.UNASSIGN_TRANSLATION_LABEL),
    described("Starts a batch job that removes labels from translations.")
  ),
  HttpApiEndpoint.post("restoreKeys", `${startPath}/restore-keys`, { params, payload: KeysStartBody, success }).pipe(
    requiresScope(batchScopes.RESTORE_KEYS),
    described("Starts a batch job that restores keys from the trash.")
  ),
  HttpApiEndpoint.post("hardDeleteKeys", `${startPath}/hard-delete-keys`, {
    params,
    payload: KeysStartBody,
    success
  }).pipe(
    requiresScope(batchScopes.HARD_DELETE_KEYS),
    described("Starts a batch job that deletes keys in the trash permanently.")
  ),
  HttpApiEndpoint.post("checkQuality", `${startPath}/qa-check`, { params, payload: CheckStartBody, success }).pipe(
    requiresScope(batchScopes.QA_CHECK),
    described("Starts a batch job that checks texts again and replaces their issues.")
  )
)
