import { randomBytes } from "node:crypto"
import {
  type ActivityType,
  type AlikeKeysChange,
  type DescribedEntity,
  describeAlike,
  describeChanges,
  type EntityChange,
  type EntityClass,
  type EntityCounts,
  type EntityReference,
  isCounted,
  type JsonObject,
  type RenderedRevision,
  renderRevision,
  type VisibleTexts
} from "@dragoman/domain/activity"
import {
  type ChangedPlace,
  collectPlaces,
  matchesEventFilter,
  type PlaceCollector,
  type WebhookActivity,
  webhookActivity,
  webhookBodyAround
} from "@dragoman/domain/webhook"
import { ActivityRepository, Database, type NewDelivery, OutboxRepository, type RevisionRow } from "@dragoman/store"
import { Clock, Context, Effect, Layer } from "effect"
import { CommitSignal } from "../commit-signal.ts"
import { type ChangedContent, makePublishingSchedule } from "../schedule-publishing.ts"
import { renderWebhookBody } from "./render-webhook-body.ts"
import { revisionOfRow, visibleTextsOfWebhook } from "./stored-revisions.ts"

export type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"

/**
 * Random bytes of a delivery's id: ids of configurations and revisions come again after a restore, or in another
 * installation, and receivers ignore a delivery whose id they have seen.
 */
const messageIdBytes = 6

/** A revision without its entities. */
export interface ActivityHead {
  readonly projectId: number
  /** The branch whose content changed; null or absent: the default branch, or no content at all. */
  readonly branchId?: number | null
  /** Author of the change; null: the server itself. */
  readonly authorId: number | null
  readonly type: ActivityType
  /** Parameters of batch types, and of imports that left warnings. */
  readonly params?: JsonObject | null
}

export interface Activity extends ActivityHead {
  readonly entities: ReadonlyArray<EntityChange>
  /** The entities that the changes refer to, directly or through others. */
  readonly described?: ReadonlyArray<DescribedEntity>
}

/** Some of the changes of a revision; each entity is changed once. */
export interface RecordedChanges extends Pick<Activity, "entities" | "described"> {
  readonly alike?: ReadonlyArray<AlikeKeysChange>
  /** Further described entities: keys, as their rows are now. */
  readonly describedKeys?: ReadonlyArray<DescribedEntity>
}

/** A revision that is written in batches, for changes of more entities than memory should hold. */
export interface OpenRevision {
  readonly add: (changes: RecordedChanges) => Effect.Effect<void>
  /** Creates the webhook deliveries of the revision; returns its id, or null when nothing was recorded and it is removed. */
  readonly close: Effect.Effect<number | null>
}

/** The changes that a batch job has recorded on one branch in its transactions so far; plain data, stored with the job. */
export interface RecordedParts {
  /** null or absent: the default branch. */
  readonly branchId?: number | null
  /** The revision that the entities belong to; no reader sees it. */
  readonly entitiesOf: number
  readonly counts: EntityCounts
  readonly places: ReadonlyArray<ChangedPlace>
}

const entityKey = ({ entityClass, entityId }: EntityReference) => `${entityClass} ${entityId}`

/** Stores the activity of a change in the same transaction: a revision, and a delivery for each enabled webhook. */
export class ActivityRecorder extends Context.Service<
  ActivityRecorder,
  {
    readonly record: (activity: Activity) => Effect.Effect<void>
    readonly open: (head: ActivityHead) => Effect.Effect<OpenRevision>
    /**
     * Records one transaction of a batch job. Its changes belong to the revision that `closeParts` creates of all of them; a
     * transaction on another branch than that of those before closes theirs. `before`: the result of the transactions before; null:
     * there was none. Each entity comes once in the whole job.
     */
    readonly addPart: (
      part: ActivityHead & RecordedChanges & { readonly batchJobId: number },
      before: RecordedParts | null
    ) => Effect.Effect<RecordedParts | null>
    /** Creates the revision that readers and webhooks see; returns its id. */
    readonly closeParts: (head: ActivityHead, parts: RecordedParts) => Effect.Effect<number>
  }
>()("@dragoman/server/change/activity/ActivityRecorder") {
  static readonly layer = Layer.effect(
    ActivityRecorder,
    Effect.gen(function* () {
      const repository = yield* ActivityRepository
      const outbox = yield* OutboxRepository
      const database = yield* Database
      const commits = yield* CommitSignal
      const schedulePublishing = yield* makePublishingSchedule

      const insertRevision = Effect.fnUntraced(function* (
        { params = null, ...head }: ActivityHead,
        entities: { readonly entitiesOf?: number } = {}
      ) {
        const createdAt = yield* Clock.currentTimeMillis
        return yield* repository.insert({ ...head, params, createdAt, ...entities })
      })

      const deliver = Effect.fnUntraced(function* (
        changed: ChangedContent,
        { id: revisionId, type, branch, createdAt }: RevisionRow,
        render: (visible: VisibleTexts) => RenderedRevision,
        places: () => ReadonlyArray<ChangedPlace>
      ) {
        const { projectId } = changed
        // The body is rendered and encoded for the first configuration that wants it, because many projects have none.
        const shown = new Map<string, { readonly activity: WebhookActivity; readonly json: string }>()
        const show = (visible: VisibleTexts) => {
          const known = shown.get(String(visible))
          if (known !== undefined) return known
          const activity = webhookActivity(render(visible))
          const made = { activity, json: JSON.stringify(activity) }
          shown.set(String(visible), made)
          return made
        }
        const random = randomBytes(messageIdBytes).toString("hex")
        const configurations = yield* outbox.listSubscribed(projectId)
        const deliveries = configurations
          .filter(
            ({ eventFilter }) =>
              eventFilter === null || matchesEventFilter(eventFilter, { type, branch, places: places() })
          )
          .map(({ id, texts, bodyTemplate, projectName }): NewDelivery => {
            const head = { webhookConfigId: id, projectId, eventType: "PROJECT_ACTIVITY" } as const
            const [before, after] = webhookBodyAround(head)
            const { activity, json } = show(visibleTextsOfWebhook(texts))
            const delivery = { webhookConfigurationId: id, messageId: `msg_${id}_${revisionId}_${random}` }
            const standard = { ...delivery, body: { before, shared: json, after } }
            if (bodyTemplate === null) return standard
            const rendered = renderWebhookBody(bodyTemplate, { ...head, activityData: activity }, projectName)
            // A mistake of a template must not stop the change: the log shows it as a failed delivery.
            return rendered.ok
              ? { ...delivery, body: { before: "", shared: rendered.text, after: "" } }
              : { ...standard, templateMistake: mistakeText(rendered.error) }
          })
        if (deliveries.length > 0) {
          yield* outbox.insert({ revisionId, activityType: type, now: createdAt, deliveries })
        }
        const publishes = yield* schedulePublishing(changed)
        yield* database.afterCommit(commits.publish({ projectId, deliveries: deliveries.length, publishes }))
      })

      const record = Effect.fn("ActivityRecorder.record")(function* ({ entities, described = [], ...head }: Activity) {
        const modified = describeChanges(entities)
        if (modified.length === 0) return
        const row = yield* insertRevision(head)
        yield* repository.insertEntities(row.id, modified, described)
        const counts = isCounted(head.type) ? countByClass(modified) : null
        if (counts !== null) yield* repository.setCounts(row.id, counts)
        const removed = new Set(entities.filter(({ after }) => after === null).map(entityKey))
        const exists = (entityClass: EntityClass, entityId: number) =>
          !removed.has(entityKey({ entityClass, entityId }))
        const revision = revisionOfRow({ ...row, counts }, { entities: modified, described }, true)
        const render = (visible: VisibleTexts) => renderRevision(revision, exists, visible)
        const changed = { ...placeOf(head), classes: modified.map(({ entityClass }) => entityClass) }
        yield* deliver(changed, row, render, () => {
          const collector = collectPlaces()
          collector.add(modified, described)
          return collector.places()
        })
      })

      /** Closes a revision of a counted type: readers see how many entities changed. */
      const closeRevision = Effect.fnUntraced(function* (
        row: RevisionRow,
        head: ActivityHead,
        counts: EntityCounts,
        places: () => ReadonlyArray<ChangedPlace>
      ) {
        yield* repository.setCounts(row.id, counts)
        const revision = revisionOfRow({ ...row, counts }, { entities: [], described: [] }, true)
        const changed = { ...placeOf(head), classes: Object.keys(counts) }
        yield* deliver(changed, row, (visible) => renderRevision(revision, () => true, visible), places)
      })

      /** Describes changes for their revision; null: no recorded property changed. */
      const describeAll = ({ entities, described = [], alike = [], describedKeys = [] }: RecordedChanges) => {
        const modified = describeChanges(entities)
        const groups = describeAlike(alike)
        if (modified.length + groups.length === 0) return null
        return {
          addTo: (counts: Record<string, number>, collector: PlaceCollector) => {
            addCounts(counts, modified)
            for (const { entity, keyIds } of groups) addCount(counts, entity, keyIds.length)
            collector.add([...modified, ...groups.map(({ entity }) => entity)], [...described, ...describedKeys])
          },
          insert: Effect.fnUntraced(function* (projectId: number, revisionId: number) {
            yield* repository.insertEntities(revisionId, modified, described)
            yield* repository.insertAlike(projectId, revisionId, groups)
            yield* repository.describeKeys(
              projectId,
              revisionId,
              describedKeys.map(({ entityId }) => entityId)
            )
          })
        }
      }

      const open = Effect.fn("ActivityRecorder.open")(function* (head: ActivityHead) {
        const row = yield* insertRevision(head)
        const counts: Record<string, number> = {}
        const collector = collectPlaces()
        const opened: OpenRevision = {
          add: Effect.fnUntraced(function* (changes) {
            const recorded = describeAll(changes)
            if (recorded === null) return
            recorded.addTo(counts, collector)
            yield* recorded.insert(head.projectId, row.id)
          }),
          close: Effect.gen(function* () {
            if (Object.keys(counts).length === 0) {
              yield* repository.remove(row.id)
              return null
            }
            yield* closeRevision(row, head, counts, collector.places)
            return row.id
          })
        }
        return opened
      })

      const closeParts = Effect.fn("ActivityRecorder.closeParts")(function* (
        head: ActivityHead,
        { branchId = null, entitiesOf, counts, places }: RecordedParts
      ) {
        const ofBranch = { ...head, branchId }
        const row = yield* insertRevision(ofBranch, { entitiesOf })
        yield* closeRevision(row, ofBranch, counts, () => places)
        return row.id
      })

      const addPart = Effect.fn("ActivityRecorder.addPart")(function* (
        {
          projectId,
          branchId = null,
          authorId,
          type,
          params = null,
          batchJobId,
          ...changes
        }: ActivityHead & RecordedChanges & { readonly batchJobId: number },
        earlier: RecordedParts | null
      ) {
        const recorded = describeAll(changes)
        if (recorded === null) return earlier
        const isOfBranch = earlier === null || (earlier.branchId ?? null) === branchId
        if (!isOfBranch) yield* closeParts({ projectId, authorId, type, params }, earlier)
        const before = isOfBranch ? earlier : null
        const createdAt = yield* Clock.currentTimeMillis
        const partId = yield* repository.insertPart({ projectId, branchId, batchJobId, type, createdAt })
        const parts = { branchId, entitiesOf: before?.entitiesOf ?? partId, counts: { ...before?.counts } }
        const collector = collectPlaces(before?.places)
        recorded.addTo(parts.counts, collector)
        yield* recorded.insert(projectId, parts.entitiesOf)
        const after: RecordedParts = { ...parts, places: collector.places() }
        return after
      })
      return ActivityRecorder.of({ record, open, addPart, closeParts })
    })
  )
}

const mistakeText = ({ reason, line, column }: { reason: string; line: number; column: number }): string =>
  line === 0 ? reason : `${reason}, in line ${line}, column ${column}`

const placeOf = ({ projectId, branchId = null }: ActivityHead) => ({ projectId, branchId })

const countByClass = (entities: ReadonlyArray<EntityReference>): EntityCounts => {
  const counts: Record<string, number> = {}
  addCounts(counts, entities)
  return counts
}

const addCounts = (counts: Record<string, number>, entities: ReadonlyArray<EntityReference>): void => {
  for (const entity of entities) addCount(counts, entity, 1)
}

const addCount = (counts: Record<string, number>, { entityClass }: EntityReference, count: number): void => {
  counts[entityClass] = (counts[entityClass] ?? 0) + count
}

/** Records a change, inside its transaction; nothing when no logged property changed. */
export const recordActivity = (activity: Activity): Effect.Effect<void, never, ActivityRecorder> =>
  Effect.flatMap(ActivityRecorder, (recorder) => recorder.record(activity))

/** Opens a revision of a counted type, inside the transaction of the change. */
export const openRevision = (head: ActivityHead): Effect.Effect<OpenRevision, never, ActivityRecorder> =>
  Effect.flatMap(ActivityRecorder, (recorder) => recorder.open(head))
