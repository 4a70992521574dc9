import { Api } from "@dragoman/api"
import {
  validateClearStart,
  validateCopyStart,
  validateKeysStart,
  validateNamespaceStart,
  validateStateStart,
  validateTagsStart
} from "@dragoman/domain/batch-job"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { refuseFeature } from "../absent-feature/refuse-feature.ts"
import { granted } from "../access/grant.ts"
import { batchJobToModel } from "./batch-job-to-model.ts"
import { startBatchJob } from "./start-batch-job.ts"

export const StartBatchJobHandlers = HttpApiBuilder.group(Api, "startBatchJob", (handlers) =>
  handlers.handleAll({
    setTranslationState: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateStateStart(payload)))
    }),
    clearTranslations: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateClearStart(payload)))
    }),
    copyTranslations: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateCopyStart(payload)))
    }),
    deleteKeys: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateKeysStart("DELETE_KEYS", payload)))
    }),
    setKeysNamespace: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateNamespaceStart(payload)))
    }),
    tagKeys: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateTagsStart("TAG_KEYS", payload)))
    }),
    untagKeys: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateTagsStart("UNTAG_KEYS", payload)))
    }),
    restoreKeys: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateKeysStart("RESTORE_KEYS", payload)))
    }),
    hardDeleteKeys: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* startBatchJob(access, validateKeysStart("HARD_DELETE_KEYS", payload)))
    }),
    machineTranslate: () => refuseFeature("MACHINE_TRANSLATION"),
    preTranslateByMemory: () => refuseFeature("TRANSLATION_MEMORY"),
    assignLabel: () => refuseFeature("TRANSLATION_LABELS"),
    unassignLabel: () => refuseFeature("TRANSLATION_LABELS"),
    checkQuality: () => refuseFeature("QA_CHECKS"),
    translateInPlayground: () => refuseFeature("AI_PROMPT_CUSTOMIZATION")
  })
)
