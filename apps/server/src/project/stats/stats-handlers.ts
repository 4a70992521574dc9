import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../platform/access/access.ts"
import { requireNoBranch } from "../../platform/fail.ts"
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
