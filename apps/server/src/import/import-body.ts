import {
  type ApiError,
  apiErrorToRefusal,
  ImportKeysBody,
  ImportKeysResolvableBody,
  type ImportKeysResolvableModel,
  type ImportResultModel,
  SingleStepImportResolvableBody
} from "@dragoman/api"
import { Effect } from "effect"
import { decodeReceivedJson } from "../http/decode-received-json.ts"
import { keyToModel } from "../key/key-to-model.ts"
import { screenshotToModel } from "../screenshot/screenshot-to-model.ts"
import { importKeys } from "./import-keys.ts"
import { importKeysResolvable } from "./import-keys-resolvable.ts"
import type { ImportedBody, ImportOfBody, RefusedUpload } from "./import-messages.ts"
import { importResolvable } from "./import-resolvable.ts"

/** Parses the keys of a body, checks and imports them, and renders the answer, all in the import thread. */
export const importBody = (job: ImportOfBody) =>
  run(job).pipe(
    Effect.map((body): ImportedBody => ({ kind: "answered", body: body === null ? null : print(body) })),
    Effect.catch((error: ApiError) => {
      const refusal = apiErrorToRefusal(error)
      return refusal === null ? Effect.die(error) : Effect.succeed<RefusedUpload>({ kind: "refused", refusal })
    })
  )

const run = Effect.fn("importBody")(function* (job: ImportOfBody) {
  const { body, links } = job
  switch (job.operation) {
    case "keys":
      yield* importKeys(job.access, yield* decodeReceivedJson(body, ImportKeysBody))
      return null
    case "resolvable": {
      const decoded = yield* decodeReceivedJson(body, SingleStepImportResolvableBody)
      return (yield* importResolvable(job.access, decoded)) satisfies ImportResultModel
    }
    case "keysResolvable": {
      const decoded = yield* decodeReceivedJson(body, ImportKeysResolvableBody)
      const { keys, screenshots } = yield* importKeysResolvable(job.access, decoded)
      return {
        keys: keys.map(keyToModel),
        screenshots: Object.fromEntries(screenshots.map((row) => [row.id, screenshotToModel(row, links)]))
      } satisfies typeof ImportKeysResolvableModel.Type
    }
  }
})

const print = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))
