import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { getInitialData, getServerConfiguration } from "./server-configuration-queries.ts"

export const ServerConfigurationHandlers = HttpApiBuilder.group(Api, "serverConfiguration", (handlers) =>
  handlers.handleAll({
    get: () => getServerConfiguration(),
    getInitialData: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      return yield* getInitialData(access)
    })
  })
)
