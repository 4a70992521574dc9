import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { getServerFindings, getServerHealth, getServerSizes, listServerSettings } from "./server-status-queries.ts"

export const ServerStatusHandlers = HttpApiBuilder.group(Api, "serverStatus", (handlers) =>
  handlers.handleAll({
    getHealth: withAccess((access) => getServerHealth(access)),
    getFindings: withAccess((access) => getServerFindings(access)),
    getSizes: withAccess((access) => getServerSizes(access)),
    listSettings: withAccess(function* (access) {
      return { _embedded: { settings: yield* listServerSettings(access) } }
    })
  })
)
