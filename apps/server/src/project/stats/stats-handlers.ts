import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { getDailyActivity, getProjectStats } from "./stats-queries.ts"

export const StatsHandlers = HttpApiBuilder.group(Api, "stats", (handlers) =>
  handlers.handleAll({
    get: withAccess((access, { query }) => getProjectStats(access, query.branch)),
    getDailyActivity: withAccess((access) => getDailyActivity(access))
  })
)
