import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { IdListName } from "./decode-id-list.ts"
import { IdListThread } from "./id-list-thread.ts"

/** The body of a request that holds a list of keys. */
export const receiveIdList = <Name extends IdListName>(name: Name, request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(IdListThread, (thread) => thread.receive(name, request))
