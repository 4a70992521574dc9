import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { getInitialData } from "./get-initial-data.ts"
import { getServerConfiguration } from "./get-server-configuration.ts"

export const ServerConfigurationHandlers = HttpApiBuilder.group(Api, "serverConfiguration", (handlers) =>
  handlers.handleAll({
    get: () => getServerConfiguration(),
    getInitialData: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      return yield* getInitialData(access)
    })
  })
)
