import {
  type ActivityType,
  type DescribedEntity,
  describeChange,
  type EntityChange,
  type EntityClass,
  type EntityCounts,
  type EntityReference,
  isCounted,
  type JsonObject,
  renderRevision
} from "@dragoman/domain/activity"
import {
  type ChangedPlace,
  collectPlaces,
  matchesEventFilter,
  type WebhookActivity,
  webhookActivity,
  webhookBody
} from "@dragoman/domain/webhook"
import { ActivityRepository, Database, OutboxRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer } from "effect"
import { DispatcherWakeUp } from "../delivery/dispatcher-wake-up.ts"
import { revisionOfRow } from "./revision-of-row.ts"

export type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"

/** What a revision says of itself. */
export interface ActivityHead {
  readonly projectId: number
  /** null: the server itself. */
  readonly authorId: number | null
  readonly type: ActivityType
  /** Only batch types have some. Source: reference "webhooks" 3.5. */
  readonly params?: JsonObject | null
}

export interface Activity extends ActivityHead {
  readonly entities: ReadonlyArray<EntityChange>
  /** The entities that the relations of the changes point to, and those that these point to. */
  readonly described?: ReadonlyArray<DescribedEntity>
}

/** A revision that grows piece by piece, for changes of more entities than memory should hold. */
export interface OpenRevision {
  readonly add: (
    entities: ReadonlyArray<EntityChange>,
    described: ReadonlyArray<DescribedEntity>
  ) => Effect.Effect<void>
  /** Announces the revision to the webhooks; nothing stays when nothing was recorded. */
  readonly close: Effect.Effect<void>
}

/** Of one revision: asked for every entity of it, which may be many. */
const entityKey = ({ entityClass, entityId }: EntityReference) => `${entityClass} ${entityId}`

/** Commits what happened together with the change itself: the revision, and a delivery for each enabled webhook. */
export class ActivityRecorder extends Context.Service<
  ActivityRecorder,
  {
    readonly record: (activity: Activity) => Effect.Effect<void>
    readonly open: (head: ActivityHead) => Effect.Effect<OpenRevision>
  }
>()("@dragoman/server/activity/ActivityRecorder") {
  static readonly layer = Layer.effect(
    ActivityRecorder,
    Effect.gen(function* () {
      const repository = yield* ActivityRepository
      const outbox = yield* OutboxRepository
      const database = yield* Database
      const wakeUp = yield* DispatcherWakeUp

      const insertRevision = Effect.fnUntraced(function* ({ params = null, ...head }: ActivityHead) {
        const createdAt = yield* Clock.currentTimeMillis
        return yield* repository.insert({ ...head, params, createdAt })
      })

      const announce = Effect.fnUntraced(function* (
        projectId: number,
        revision: ReturnType<typeof renderRevision>,
        places: () => ReadonlyArray<ChangedPlace>
      ) {
        const { revisionId, type } = revision
        // Made when the first configuration wants it: many projects have none.
        let shown: WebhookActivity | null = null
        const inserted = yield* outbox.insert({
          projectId,
          revisionId,
          now: revision.timestamp,
          content: (webhookConfigurationId, filter) => {
            if (filter !== null && !matchesEventFilter(filter, { type, places: places() })) return null
            shown ??= webhookActivity(revision)
            return {
              messageId: `msg_${webhookConfigurationId}_${revisionId}`,
              body: webhookBody({
                webhookConfigId: webhookConfigurationId,
                projectId,
                eventType: "PROJECT_ACTIVITY",
                activityData: shown
              })
            }
          }
        })
        if (inserted > 0) yield* database.afterCommit(wakeUp.signal)
      })

      const record = Effect.fn("ActivityRecorder.record")(function* ({ entities, described = [], ...head }: Activity) {
        const modified = entities.flatMap((change) => describeChange(change) ?? [])
        if (modified.length === 0) return
        const row = yield* insertRevision(head)
        yield* repository.insertEntities(row.id, modified, described)
        const counts = isCounted(head.type) ? countByClass(modified) : null
        if (counts !== null) yield* repository.setCounts(row.id, counts)
        const removed = new Set(entities.filter(({ after }) => after === null).map(entityKey))
        const exists = (entityClass: EntityClass, entityId: number) =>
          !removed.has(entityKey({ entityClass, entityId }))
        const revision = revisionOfRow({ ...row, counts }, { entities: modified, described }, true)
        yield* announce(head.projectId, renderRevision(revision, exists), () => {
          const collector = collectPlaces()
          collector.add(modified, described)
          return collector.places()
        })
      })

      const open = Effect.fn("ActivityRecorder.open")(function* (head: ActivityHead) {
        const row = yield* insertRevision(head)
        const counts: Record<string, number> = {}
        const collector = collectPlaces()
        const opened: OpenRevision = {
          add: Effect.fnUntraced(function* (entities, described) {
            const modified = entities.flatMap((change) => describeChange(change) ?? [])
            if (modified.length === 0) return
            for (const { entityClass } of modified) counts[entityClass] = (counts[entityClass] ?? 0) + 1
            collector.add(modified, described)
            yield* repository.insertEntities(row.id, modified, described)
          }),
          close: Effect.gen(function* () {
            if (Object.keys(counts).length === 0) return yield* repository.remove(row.id)
            yield* repository.setCounts(row.id, counts)
            const revision = revisionOfRow({ ...row, counts }, { entities: [], described: [] }, true)
            yield* announce(
              head.projectId,
              renderRevision(revision, () => true),
              collector.places
            )
          })
        }
        return opened
      })
      return ActivityRecorder.of({ record, open })
    })
  )
}

const countByClass = (entities: ReadonlyArray<EntityReference>): EntityCounts => {
  const counts: Record<string, number> = {}
  for (const { entityClass } of entities) counts[entityClass] = (counts[entityClass] ?? 0) + 1
  return counts
}

/**
 * Records what changed, inside the transaction of the change. Nothing is recorded when no logged property changed.
 * Source: architecture section 5; reference "webhooks" 2.4, 3.1.
 */
export const recordActivity = (activity: Activity): Effect.Effect<void, never, ActivityRecorder> =>
  Effect.flatMap(ActivityRecorder, (recorder) => recorder.record(activity))

/** Begins a revision of a counted type, inside the transaction of the change. */
export const openRevision = (head: ActivityHead): Effect.Effect<OpenRevision, never, ActivityRecorder> =>
  Effect.flatMap(ActivityRecorder, (recorder) => recorder.open(head))
