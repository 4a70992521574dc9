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
import { refuseFeature } from "../platform/absent-feature/refuse-feature.ts"
import { accessOf } from "../platform/access/access.ts"
import { idListBodies } from "../platform/id-list/decode-id-list.ts"
import { receiveIdList } from "../platform/id-list/id-list-thread.ts"
import { batchJobToModel } from "./batch-job-to-model.ts"
import { startBatchJob } from "./start-batch-job.ts"

export const StartBatchJobHandlers = HttpApiBuilder.group(Api, "startBatchJob", (handlers) =>
  handlers
    .handleRaw(
      "setTranslationState",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.state, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateStateStart(body)))
      })
    )
    .handleRaw(
      "clearTranslations",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.clear, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateClearStart(body)))
      })
    )
    .handleRaw(
      "copyTranslations",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.copy, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateCopyStart(body)))
      })
    )
    .handleRaw(
      "deleteKeys",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.keys, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateKeysStart("DELETE_KEYS", body)))
      })
    )
    .handleRaw(
      "setKeysNamespace",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.namespace, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateNamespaceStart(body)))
      })
    )
    .handleRaw(
      "tagKeys",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.tags, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateTagsStart("TAG_KEYS", body)))
      })
    )
    .handleRaw(
      "untagKeys",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.tags, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateTagsStart("UNTAG_KEYS", body)))
      })
    )
    .handleRaw(
      "restoreKeys",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.keys, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateKeysStart("RESTORE_KEYS", body)))
      })
    )
    .handleRaw(
      "hardDeleteKeys",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const body = yield* receiveIdList(idListBodies.keys, request)
        return batchJobToModel(access, yield* startBatchJob(access, validateKeysStart("HARD_DELETE_KEYS", body)))
      })
    )
    .handleAll({
      machineTranslate: () => refuseFeature("MACHINE_TRANSLATION"),
      preTranslateByMemory: () => refuseFeature("TRANSLATION_MEMORY"),
      assignLabel: () => refuseFeature("TRANSLATION_LABELS"),
      unassignLabel: () => refuseFeature("TRANSLATION_LABELS"),
      checkQuality: () => refuseFeature("QA_CHECKS"),
      translateInPlayground: () => refuseFeature("AI_PROMPT_CUSTOMIZATION")
    })
)
