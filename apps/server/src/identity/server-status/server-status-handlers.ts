import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { getServerFindings, getServerHealth, getServerSizes, listServerSettings } from "./server-status-queries.ts"

export const ServerStatusHandlers = HttpApiBuilder.group(Api, "serverStatus", (handlers) =>
  handlers.handleAll({
    getHealth: Effect.fnUntraced(function* ({ endpoint }) {
      return yield* getServerHealth(yield* accessOf(endpoint))
    }),
    getFindings: Effect.fnUntraced(function* ({ endpoint }) {
      return yield* getServerFindings(yield* accessOf(endpoint))
    }),
    getSizes: Effect.fnUntraced(function* ({ endpoint }) {
      return yield* getServerSizes(yield* accessOf(endpoint))
    }),
    listSettings: Effect.fnUntraced(function* ({ endpoint }) {
      return { _embedded: { settings: yield* listServerSettings(yield* accessOf(endpoint)) } }
    })
  })
)
