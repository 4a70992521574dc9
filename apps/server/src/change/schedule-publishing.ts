import type { EntityClass } from "@dragoman/domain/activity"
import type { PublishingDelays } from "@dragoman/domain/content-delivery"
import { PublishingRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer } from "effect"
import { Settings } from "../platform/settings/settings.ts"

/** The pauses of automatic publishing; each thread that changes content gets them from the settings of its server. */
export class CurrentPublishingDelays extends Context.Service<CurrentPublishingDelays, PublishingDelays>()(
  "@dragoman/server/change/CurrentPublishingDelays"
) {
  static readonly layer = Layer.effect(
    CurrentPublishingDelays,
    Effect.map(Settings, ({ contentDeliveryDelaySeconds, contentDeliveryLatestSeconds }) => ({
      quietMillis: contentDeliveryDelaySeconds * 1_000,
      latestMillis: contentDeliveryLatestSeconds * 1_000
    }))
  )
}

/** Classes that exports of one branch depend on. */
const contentOfBranch: ReadonlySet<EntityClass> = new Set(["Key", "KeyMeta", "Translation"])

/** Classes that exports of all branches depend on. */
const contentOfAll: ReadonlySet<EntityClass> = new Set(["Project", "Language", "Namespace"])

/** The branch of a change and the classes of what changed. */
export interface ChangedContent {
  readonly projectId: number
  /** null: the default branch, or no content at all. */
  readonly branchId: number | null
  readonly classes: ReadonlyArray<string>
}

/**
 * Makes the effect that schedules the content deliveries of changed content, in the transaction of the change. It says whether there
 * are some.
 */
export const makePublishingSchedule = Effect.gen(function* () {
  const repository = yield* PublishingRepository
  const delays = yield* CurrentPublishingDelays
  return Effect.fnUntraced(function* ({ projectId, branchId, classes }: ChangedContent) {
    const changed = classes as ReadonlyArray<EntityClass>
    const isOfAll = changed.some((name) => contentOfAll.has(name))
    if (!isOfAll && !changed.some((name) => contentOfBranch.has(name))) return false
    const now = yield* Clock.currentTimeMillis
    return yield* repository.scheduleAfterChange({ projectId, branchId: isOfAll ? "all" : branchId, now }, delays)
  })
})
