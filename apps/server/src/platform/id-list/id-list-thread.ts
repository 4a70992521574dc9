import type { DomainError } from "@dragoman/domain/error"
import { Context, Effect, Layer, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeReceivedJson } from "../body/json-body.ts"
import { receiveJson } from "../body/receive-body.ts"
import { Settings } from "../settings/settings.ts"
import { makeWorker, orDieOfWorker } from "../worker/worker.ts"
import { type IdListBody, IdListJobs } from "./decode-id-list.ts"

/** Heap of the thread: the largest body takes half of it. Beyond it the thread dies, not the server. */
const heapMegabytesMax = 768

/** Reads bodies with long lists of ids: short ones at once, the others in a thread. */
export class IdListThread extends Context.Service<
  IdListThread,
  {
    readonly receive: <A>(
      list: IdListBody<A>,
      request: HttpServerRequest.HttpServerRequest
    ) => Effect.Effect<A, DomainError, Settings>
  }
>()("@dragoman/server/platform/id-list/IdListThread") {
  static readonly layer = Layer.effect(
    IdListThread,
    Effect.gen(function* () {
      const { workerMegabytesMax } = yield* Settings
      // Runs one body at a time: two would be in memory together.
      const { run } = yield* makeWorker(IdListJobs, {
        name: "id-list-worker",
        workerData: null,
        resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax ?? heapMegabytesMax }
      })
      return IdListThread.of({
        receive: <A>(list: IdListBody<A>, request: HttpServerRequest.HttpServerRequest) =>
          Effect.scoped(
            Effect.gen(function* () {
              const body = yield* receiveJson(request)
              if (body.kind === "bytes") return yield* decodeReceivedJson(body, list.schema)
              const { lists, rest } = yield* orDieOfWorker(run(({ decode }) => decode({ name: list.name, body })))
              // The lists were checked in the thread.
              const others = yield* Effect.orDie(Schema.decodeUnknownEffect(Schema.toType(list.schema))(rest))
              return list.withLists(
                others,
                lists.map((ids) => ids && Array.from(ids))
              )
            })
          )
      })
    })
  )
}

/** Receives a body that contains a list of keys. */
export const receiveIdList = <A>(list: IdListBody<A>, request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(IdListThread, (thread) => thread.receive(list, request))
