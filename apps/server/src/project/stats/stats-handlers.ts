import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { requireNoBranch } from "../../platform/fail.ts"
import { getDailyActivity, getProjectStats } from "./stats-queries.ts"

export const StatsHandlers = HttpApiBuilder.group(Api, "stats", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      yield* requireNoBranch(query.branch)
      return yield* getProjectStats(access)
    }),
    getDailyActivity: Effect.fnUntraced(function* ({ endpoint }) {
      return yield* getDailyActivity(yield* accessOf(endpoint))
    })
  })
)
