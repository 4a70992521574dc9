import type { DomainError } from "@dragoman/domain/error"
import { Context, Effect, Layer, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { receiveJson } from "../body/receive-json.ts"

import type { Settings } from "../settings/settings.ts"
import { makeWorkerThread } from "../worker/worker-thread.ts"
import {
  type DecodedIdList,
  decodeIdList,
  type IdListBodies,
  type IdListJob,
  type IdListName,
  idListField
} from "./decode-id-list.ts"

/** Heap of the thread: the largest body takes half of it. Beyond it the thread dies, not the server. */
const heapMegabytesMax = 768

export type IdListResult =
  | { readonly kind: "decoded"; readonly decoded: DecodedIdList }
  | { readonly kind: "failed"; readonly error: DomainError }

/** Reads bodies with long lists of ids: short ones at once, the others in a thread. */
export class IdListThread extends Context.Service<
  IdListThread,
  {
    readonly receive: <Name extends IdListName>(
      name: Name,
      request: HttpServerRequest.HttpServerRequest
    ) => Effect.Effect<IdListBodies[Name]["Type"], DomainError, Settings>
  }
>()("@dragoman/server/platform/id-list/IdListThread") {
  static readonly layer = Layer.effect(
    IdListThread,
    Effect.gen(function* () {
      const thread = yield* makeWorkerThread({
        name: "id-list-worker",
        workerData: null,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
      })
      // One body after the other: two of them would be in memory.
      const turn = yield* Semaphore.make(1)
      const inThread = Effect.fnUntraced(function* (job: IdListJob) {
        const result = (yield* turn.withPermit(Effect.uninterruptible(Effect.orDie(thread.run(job))))) as IdListResult
        return result.kind === "failed" ? yield* Effect.fail(result.error) : result.decoded
      })
      return IdListThread.of({
        receive: Effect.fnUntraced(function* (name, request) {
          const body = yield* receiveJson(request)
          const job: IdListJob = { name, body }
          const { ids, rest } = yield* body.kind === "bytes" ? decodeIdList(job) : inThread(job)
          return { ...rest, [idListField(name)]: ids === null ? null : Array.from(ids) } as never
        }, Effect.scoped)
      })
    })
  )
}
