import {
  type ActivityType,
  describeChange,
  type EntityChange,
  type EntityClass,
  renderRevision
} from "@dragoman/domain/activity"
import { webhookBody } from "@dragoman/domain/webhook"
import { ActivityRepository, Database, OutboxRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer } from "effect"
import { DispatcherWakeUp } from "../delivery/dispatcher-wake-up.ts"
import { revisionOfRow } from "./revision-of-row.ts"

export type { EntityChange } from "@dragoman/domain/activity"

export interface Activity {
  readonly projectId: number
  /** null: the server itself. */
  readonly authorId: number | null
  readonly type: ActivityType
  readonly entities: ReadonlyArray<EntityChange>
}

/** Of one revision: asked for every entity of it, which may be many. */
const entityKey = ({ entityClass, entityId }: { readonly entityClass: EntityClass; readonly entityId: number }) =>
  `${entityClass} ${entityId}`

/** Commits what happened together with the change itself: the revision, and a delivery for each enabled webhook. */
export class ActivityRecorder extends Context.Service<
  ActivityRecorder,
  { readonly record: (activity: Activity) => Effect.Effect<void> }
>()("@dragoman/server/activity/ActivityRecorder") {
  static readonly layer = Layer.effect(
    ActivityRecorder,
    Effect.gen(function* () {
      const repository = yield* ActivityRepository
      const outbox = yield* OutboxRepository
      const database = yield* Database
      const wakeUp = yield* DispatcherWakeUp
      const record = Effect.fn("ActivityRecorder.record")(function* ({
        projectId,
        authorId,
        type,
        entities
      }: Activity) {
        const modified = entities.flatMap((change) => describeChange(change) ?? [])
        if (modified.length === 0) return
        const createdAt = yield* Clock.currentTimeMillis
        const row = yield* repository.insert({ projectId, authorId, type, createdAt, entities: modified })
        const removed = new Set(entities.filter(({ after }) => after === null).map(entityKey))
        const exists = (entityClass: EntityClass, entityId: number) =>
          !removed.has(entityKey({ entityClass, entityId }))
        const activityData = renderRevision(revisionOfRow(row, modified, true), exists)
        const inserted = yield* outbox.insert({
          projectId,
          revisionId: row.id,
          now: createdAt,
          content: (webhookConfigurationId) => ({
            messageId: `msg_${webhookConfigurationId}_${row.id}`,
            body: webhookBody({
              webhookConfigId: webhookConfigurationId,
              projectId,
              eventType: "PROJECT_ACTIVITY",
              activityData
            })
          })
        })
        if (inserted > 0) yield* database.afterCommit(wakeUp.signal)
      })
      return ActivityRecorder.of({ record })
    })
  )
}

/**
 * Records what changed, inside the transaction of the change. Nothing is recorded when no logged property changed.
 * Source: architecture section 5; reference "webhooks" 2.4, 3.1.
 */
export const recordActivity = (activity: Activity): Effect.Effect<void, never, ActivityRecorder> =>
  Effect.flatMap(ActivityRecorder, (recorder) => recorder.record(activity))
