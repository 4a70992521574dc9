import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { getInitialData, getServerConfiguration } from "./server-configuration-queries.ts"

export const ServerConfigurationHandlers = HttpApiBuilder.group(Api, "serverConfiguration", (handlers) =>
  handlers.handleAll({
    get: () => getServerConfiguration(),
    getInitialData: withAccess((access) => getInitialData(access))
  })
)
