import type { ActivityType, EntityReference } from "@dragoman/domain/activity"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { activityRetentionTable } from "../table/activity-tables.ts"

const dropped = select(pick(activityRetentionTable.as(), "droppedTo", "droppedBefore"))

/** The newest activity of a project that was dropped. */
export interface DroppedActivity extends Selected<typeof dropped> {}

const claimed = select(pick(activityRetentionTable.as(), "projectId", "droppedTo", "archivingTo"))

/** A lease on the activity of a project. The end is also its mark: another server that takes over has a later one. */
export interface RetentionLease {
  readonly projectId: number
  /** Epoch milliseconds. */
  readonly until: number
}

/** A revision as it is archived; JSON as the database has it. */
export interface ExpiredRevision {
  readonly id: number
  readonly type: ActivityType
  readonly createdAt: number
  readonly authorId: number | null
  /** null: the default branch, or no content at all. */
  readonly branch: string | null
  readonly batchJobId: number | null
  readonly counts: string | null
  readonly params: string | null
  /** The revision under which the entities lie. */
  readonly entitiesOf: number
}

/** A row of an entity, its JSON as the database has it. */
interface StoredEntity extends EntityReference {
  readonly relations: string
}

export interface StoredModifiedEntity extends StoredEntity {
  readonly kind: string
  readonly description: string
  readonly modifications: string
}

export interface StoredDescribedEntity extends StoredEntity {
  readonly data: string
}

/** A page of entities in the order of class and id, behind one of them. */
interface EntityPage {
  readonly entitiesOf: number
  readonly after: EntityReference | null
  readonly limit: number
}

/** Activity that is older than its retention. Writes belong into transactions. */
export class ActivityRetentionRepository extends Context.Service<
  ActivityRetentionRepository,
  {
    /** Finds the newest activity of a project that was dropped; None: it has all of it. */
    readonly findDropped: (projectId: number) => Effect.Effect<Option.Option<DroppedActivity>>
    /** Lists the projects whose oldest revision is from before a time. It looks at one revision of each project. */
    readonly listDue: (before: number) => Effect.Effect<ReadonlyArray<number>>
    /** Leases the activity of a project; None: another server has the lease. */
    readonly claim: (
      lease: RetentionLease & { readonly now: number }
    ) => Effect.Effect<Option.Option<Pick<RowOf<typeof activityRetentionTable>, "droppedTo" | "archivingTo">>>
    /** Extends the lease, and says which archive is uploaded; false: another server has taken over. */
    readonly renew: (lease: RetentionLease, until: number, archivingTo: number | null) => Effect.Effect<boolean>
    readonly release: (lease: RetentionLease, now: number) => Effect.Effect<void>
    /**
     * Lists the oldest revisions that may be dropped, by id: those from before a time that neither the newest state of the project nor
     * a branch needs. Parts of batch jobs go with the revision of the job.
     */
    readonly listExpired: (request: {
      readonly projectId: number
      readonly before: number
      /** The last revision; null: any. */
      readonly to: number | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ExpiredRevision>>
    readonly pageOfModified: (page: EntityPage) => Effect.Effect<ReadonlyArray<StoredModifiedEntity>>
    readonly pageOfDescribed: (page: EntityPage) => Effect.Effect<ReadonlyArray<StoredDescribedEntity>>
    /** Marks revisions as dropped before their rows go, so that nothing is reverted by half; false: another server has taken over. */
    readonly beginDrop: (lease: RetentionLease, dropped: DroppedActivity) => Effect.Effect<boolean>
    /** Lists revisions that are marked as dropped, with the number of their entities. */
    readonly listDropped: (
      projectId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly entitiesOf: number; readonly entities: number }>>
    /** Erases some entities of a revision, the described ones first. */
    readonly eraseEntities: (entitiesOf: number, limit: number) => Effect.Effect<void>
    /** Erases revisions with their entities, and the parts of their batch jobs. */
    readonly eraseRevisions: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("@dragoman/store/activity/ActivityRetentionRepository") {
  static readonly layer = Layer.effect(
    ActivityRetentionRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /**
       * The first revision that stays. The newest one is the ETag of the project. A merge takes back all that a branch changed since its
       * base (ADR 120), and an open comparison is outdated by later revisions of either branch.
       */
      const firstKept = Effect.fnUntraced(function* (projectId: number) {
        const base = (branch: string) => `CASE WHEN ${branch}.is_default = 1 THEN 0 ELSE ${branch}.base_revision_id END`
        const later = (one: string, other: string) => `CASE WHEN ${one} > ${other} THEN ${one} ELSE ${other} END`
        const [row] = yield* sql<{ id: number | null }>`
          SELECT MIN(id) AS id FROM (
            SELECT MAX(r.id) AS id FROM activity_revision r WHERE r.project_id = ${projectId}
            UNION ALL
            SELECT b.base_revision_id + 1 FROM branch b
            WHERE b.project_id = ${projectId} AND b.is_default = 0 AND b.state <> 'DELETED'
            UNION ALL
            SELECT ${sql.literal(later("m.source_revision_id", base("s")))} + 1 FROM branch_merge m
            JOIN branch s ON s.id = m.source_branch_id AND s.state <> 'DELETED'
            WHERE m.project_id = ${projectId} AND m.merged_at IS NULL
            UNION ALL
            SELECT ${sql.literal(later("m.target_revision_id", base("t")))} + 1 FROM branch_merge m
            JOIN branch s ON s.id = m.source_branch_id AND s.state <> 'DELETED'
            JOIN branch t ON t.id = m.target_branch_id AND t.state <> 'DELETED'
            WHERE m.project_id = ${projectId} AND m.merged_at IS NULL
          ) kept`
        return row?.id ?? 0
      })

      const page = ({ entitiesOf, after, limit }: EntityPage) => sql`
        WHERE e.revision_id = ${entitiesOf}
          AND (e.entity_class, e.entity_id) > (${after?.entityClass ?? ""}, ${after?.entityId ?? 0})
        ORDER BY e.entity_class, e.entity_id LIMIT ${limit}`

      return ActivityRetentionRepository.of({
        findDropped: Effect.fnUntraced(function* (projectId) {
          return yield* dropped.first(sql`
            SELECT ${dropped.columns} FROM activity_retention WHERE project_id = ${projectId} AND dropped_to > 0`)
        }, Effect.orDie),

        listDue: Effect.fnUntraced(function* (before) {
          const rows = yield* sql<{ id: number }>`
            SELECT p.id FROM project p WHERE p.deleted_at IS NULL AND (
              SELECT r.created_at FROM activity_revision r WHERE r.project_id = p.id AND r.batch_job_id IS NULL
              ORDER BY r.id LIMIT 1) < ${before}
            ORDER BY p.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        claim: Effect.fnUntraced(function* ({ projectId, now, until }) {
          // A clock far ahead wrote a lease that ends later than any may.
          const latest = now + 2 * (until - now)
          return yield* claimed.first(sql`
            ${activityRetentionTable.insert(sql, [{ projectId, leasedUntil: until }])}
            ON CONFLICT (project_id) DO UPDATE SET leased_until = excluded.leased_until
              WHERE activity_retention.leased_until <= ${now} OR activity_retention.leased_until > ${latest}
            RETURNING ${claimed.columns}`)
        }, Effect.orDie),

        renew: Effect.fnUntraced(function* ({ projectId, until }, later, archivingTo) {
          const rows = yield* sql`
            UPDATE activity_retention SET leased_until = ${later}, archiving_to = CAST(${archivingTo} AS BIGINT)
            WHERE project_id = ${projectId} AND leased_until = ${until} RETURNING project_id`
          return rows.length > 0
        }, Effect.orDie),

        release: Effect.fnUntraced(function* ({ projectId, until }, now) {
          yield* sql`
            UPDATE activity_retention SET leased_until = ${now} WHERE project_id = ${projectId} AND leased_until = ${until}`
        }, Effect.orDie),

        listExpired: Effect.fnUntraced(function* ({ projectId, before, to, limit }) {
          const end = Math.min(yield* firstKept(projectId), to === null ? Number.MAX_SAFE_INTEGER : to + 1)
          const rows = yield* sql<ExpiredRevision>`
            SELECT r.id, r.type, r.created_at, r.author_id, b.name AS branch, f.batch_job_id, r.counts, r.params,
              COALESCE(r.entities_of, r.id) AS entities_of
            FROM activity_revision r
            LEFT JOIN branch b ON b.id = r.branch_id LEFT JOIN activity_revision f ON f.id = r.entities_of
            WHERE r.project_id = ${projectId} AND r.batch_job_id IS NULL AND r.id < ${end} ORDER BY r.id LIMIT ${limit}`
          // Ids grow with time, so the first younger one ends the list.
          const younger = rows.findIndex(({ createdAt }) => createdAt >= before)
          return younger === -1 ? rows : rows.slice(0, younger)
        }, Effect.orDie),

        pageOfModified: Effect.fnUntraced(function* (request) {
          return yield* sql<StoredModifiedEntity>`
            SELECT e.entity_class, e.entity_id, e.kind, e.description, e.modifications, e.relations
            FROM activity_modified_entity e ${page(request)}`
        }, Effect.orDie),

        pageOfDescribed: Effect.fnUntraced(function* (request) {
          return yield* sql<StoredDescribedEntity>`
            SELECT e.entity_class, e.entity_id, e.data, e.relations FROM activity_described_entity e ${page(request)}`
        }, Effect.orDie),

        beginDrop: Effect.fnUntraced(function* ({ projectId, until }, { droppedTo, droppedBefore }) {
          const rows = yield* sql`
            UPDATE activity_retention
            SET dropped_to = ${droppedTo}, dropped_before = ${droppedBefore}, archiving_to = NULL
            WHERE project_id = ${projectId} AND leased_until = ${until} RETURNING project_id`
          return rows.length > 0
        }, Effect.orDie),

        listDropped: Effect.fnUntraced(function* (projectId, limit) {
          const count = (table: string) =>
            sql.literal(
              `(SELECT CAST(count(*) AS INTEGER) FROM ${table} e WHERE e.revision_id = COALESCE(r.entities_of, r.id))`
            )
          return yield* sql<{ id: number; entitiesOf: number; entities: number }>`
            SELECT r.id, COALESCE(r.entities_of, r.id) AS entities_of,
              ${count("activity_modified_entity")} + ${count("activity_described_entity")} AS entities
            FROM activity_revision r WHERE r.project_id = ${projectId} AND r.batch_job_id IS NULL
              AND r.id <= (SELECT dropped_to FROM activity_retention WHERE project_id = ${projectId})
            ORDER BY r.id LIMIT ${limit}`
        }, Effect.orDie),

        eraseEntities: Effect.fnUntraced(function* (entitiesOf, limit) {
          const erase = (table: string, count: number) => sql`
            DELETE FROM ${sql.literal(table)} WHERE (revision_id, entity_class, entity_id) IN (
              SELECT revision_id, entity_class, entity_id FROM ${sql.literal(table)}
              WHERE revision_id = ${entitiesOf} LIMIT ${count}) RETURNING entity_id`
          const described = yield* erase("activity_described_entity", limit)
          yield* erase("activity_modified_entity", limit - described.length)
        }, Effect.orDie),

        eraseRevisions: Effect.fnUntraced(function* (projectId, ids) {
          const some = jsonIds(sql, ids)
          yield* sql`
            UPDATE batch_job SET activity_revision_id = NULL
            WHERE project_id = ${projectId} AND activity_revision_id IN ${some}`
          yield* sql`
            DELETE FROM activity_revision WHERE id IN (
              SELECT p.id FROM activity_revision r JOIN activity_revision f ON f.id = r.entities_of
              JOIN activity_revision p ON p.project_id = ${projectId} AND p.id >= f.id AND p.id < r.id
                AND p.batch_job_id = f.batch_job_id
              WHERE r.project_id = ${projectId} AND r.id IN ${some})`
          yield* sql`DELETE FROM activity_revision WHERE project_id = ${projectId} AND id IN ${some}`
        }, Effect.orDie)
      })
    })
  )
}
