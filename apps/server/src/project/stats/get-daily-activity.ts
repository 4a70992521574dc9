import { StatsRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"

const millisPerDay = 86_400_000

/** How many revisions each day of UTC had; days without any are left out. Source: reference "content-api" 1.7. */
export const getDailyActivity = Effect.fn("getDailyActivity")(function* ({
  projectId
}: ProjectAccess<"activity.view">) {
  const repository = yield* StatsRepository
  const days = yield* repository.listDailyActivity(projectId)
  return Object.fromEntries(
    days.map(({ day, revisions }) => [new Date(day * millisPerDay).toISOString().slice(0, 10), revisions])
  )
})
