import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../platform/access/access.ts"
import { failWith } from "../platform/fail.ts"
import { streamProjectEvents } from "./stream-project-events.ts"

export const EventStreamHandlers = HttpApiBuilder.group(Api, "eventStream", (handlers) =>
  handlers.handleAll({
    stream: Effect.fnUntraced(function* ({ endpoint, query }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      // A client that reconnects sends the header: it is newer than the parameter of its first request.
      const header = request.headers["last-event-id"]
      if (header !== undefined && !/^\d{1,15}$/.test(header))
        return yield* failWith("wrong_param_type", ["lastEventId"])
      const lastEventId = header === undefined ? (query.lastEventId ?? null) : Number(header)
      return yield* streamProjectEvents(yield* accessOf(endpoint), request, lastEventId)
    })
  })
)
