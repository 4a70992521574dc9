import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { requireNoBranch } from "../../platform/fail.ts"
import { withAccess } from "../../service/access/access.ts"
import { getDailyActivity, getProjectStats } from "./stats-queries.ts"

export const StatsHandlers = HttpApiBuilder.group(Api, "stats", (handlers) =>
  handlers.handleAll({
    get: withAccess(function* (access, { query }) {
      yield* requireNoBranch(query.branch)
      return yield* getProjectStats(access)
    }),
    getDailyActivity: withAccess((access) => getDailyActivity(access))
  })
)
