import {
  type ActivityType,
  type AlikeKeys,
  type DescribedEntity,
  describeModified,
  type EntityClass,
  type EntityCounts,
  type EntityReference,
  type JsonObject,
  type ModifiedEntity,
  unlistedActivityTypes,
  type VisibleTexts
} from "@dragoman/domain/activity"
import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { acquireRevisionOrder } from "../database/locks.ts"
import { jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, except, optional, pick, type Selected, type Selection, select } from "../database/table.ts"
import { usernameInProject } from "../project/project-visibility.ts"
import { activityRevisionTable, describedEntityTable, modifiedEntityTable } from "../table/activity-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"
import { makeEntityWriter } from "./write-entities.ts"

const r = activityRevisionTable.as("r")
const u = optional(userAccountTable.as("u"))
const e = modifiedEntityTable.as("e")

const revisionColumns = {
  ...pick(r, "id", "type", "createdAt", "authorId", "counts", "params"),
  authorUsername: usernameInProject("u", "r.project_id"),
  authorName: u.name,
  authorAvatarHash: u.avatarHash,
  authorDeletedAt: u.deletedAt
}

/** Name of the branch, also of one that is being erased; that of the default branch for changes of the project itself. */
const branchOfRevision = computed(
  Schema.NullOr(Schema.String),
  `(SELECT b.name FROM branch b JOIN project p ON p.id = b.project_id AND p.use_branching = 1
    WHERE b.id = COALESCE(r.branch_id, (SELECT d.id FROM branch d WHERE d.project_id = r.project_id AND d.is_default = 1)))`
)

const revision = select({ ...revisionColumns, branch: branchOfRevision })

export interface RevisionRow extends Selected<typeof revision> {}

/** An entity under the revision that readers are shown; for a batch job another one than that of the table. */
const modifiedEntity: Selection<ModifiedEntityRow> = select({ ...e, revisionId: computed(Schema.Number, "r.id") })

export interface ModifiedEntityRow extends ModifiedEntity {
  readonly revisionId: number
}

const translationHistory: Selection<TranslationHistoryRow> = select({
  ...revisionColumns,
  ...pick(e, "kind", "modifications")
})

/** One change of one translation. */
export interface TranslationHistoryRow
  extends Omit<RevisionRow, "branch">,
    Pick<ModifiedEntity, "kind" | "modifications"> {}

const laterChange: Selection<LaterChangeRow> = select({
  ...revisionColumns,
  ...pick(e, "entityClass", "entityId", "modifications")
})

/** A change of an entity with its revision. */
export interface LaterChangeRow
  extends Omit<RevisionRow, "branch">,
    Pick<ModifiedEntity, "entityClass" | "entityId" | "modifications"> {}

/** Number of changes that `listLater` returns at most; the newest ones say who wrote the values of now. */
const laterChangesMax = 5_000

/** An entity as one revision names it. */
export interface RevisionReference extends EntityReference {
  readonly revisionId: number
}

const describedEntity: Selection<DescribedEntityRow> = select({
  ...describedEntityTable.as("d"),
  revisionId: computed(Schema.Number, "r.id")
})

export interface DescribedEntityRow extends DescribedEntity {
  readonly revisionId: number
}

const pagedEntity = select(except(modifiedEntityTable.as(), "revisionId"))

const newestRevision = select(pick(activityRevisionTable.as(), "id", "createdAt"))

/** A filter of the revisions of a project; absent fields let all of them pass. */
export interface ActivityFilter {
  /** null: what happened on the default branch or to the project. */
  readonly branchId?: number | null
  readonly authorIds?: ReadonlyArray<number>
  readonly types?: ReadonlyArray<ActivityType>
  /** Revisions that changed one of these languages, or something in it. */
  readonly languageTags?: ReadonlyArray<string>
  /** Epoch milliseconds, inclusive. */
  readonly createdAfter?: number
  /** Epoch milliseconds, exclusive. */
  readonly createdBefore?: number
}

/** Sort expressions of revisions. */
const sortColumns: Readonly<Record<SortableProperty<"activities">, string>> = {
  id: "r.id",
  timestamp: "r.created_at",
  type: "r.type"
}

/** Tables of the classes whose revisions show whether the entity still exists. A key in the trash does. */
const liveRows: Partial<Record<EntityClass, string>> = {
  Branch: "SELECT id FROM branch WHERE deleted_at IS NULL AND id IN",
  Key: "SELECT id FROM translation_key WHERE id IN",
  Label: "SELECT id FROM label WHERE id IN",
  Language: "SELECT id FROM language WHERE deleted_at IS NULL AND id IN",
  Namespace: "SELECT id FROM namespace WHERE id IN",
  Prompt: "SELECT id FROM prompt WHERE id IN",
  Task: "SELECT id FROM task WHERE id IN"
}

/** Revisions are found only under their own project. Writes belong into the transaction of the change. */
export class ActivityRepository extends Context.Service<
  ActivityRepository,
  {
    /**
     * Locks the project, at least shared, and then the order of its revisions, before it takes the id: so the revisions of one
     * project become visible in the order of their ids, with any number of writers and on any engine (ADR 8, ADR 143).
     */
    readonly insert: (revision: {
      readonly projectId: number
      /** null or absent: the default branch, or no content at all. */
      readonly branchId?: number | null
      readonly authorId: number | null
      readonly type: ActivityType
      readonly createdAt: number
      readonly params: JsonObject | null
      /** The part of a batch job under which all that the job changed lies; absent: its own entities. */
      readonly entitiesOf?: number
    }) => Effect.Effect<RevisionRow>
    /** A revision of a batch job that still runs; no list shows it. It says that the content has changed. Returns its id. */
    readonly insertPart: (part: {
      readonly projectId: number
      readonly branchId?: number | null
      readonly batchJobId: number
      readonly type: ActivityType
      readonly createdAt: number
    }) => Effect.Effect<number>
    /** An entity that was described before keeps its first description. Each entity of a revision occurs once. */
    readonly insertEntities: (
      revisionId: number,
      entities: ReadonlyArray<ModifiedEntity>,
      described: ReadonlyArray<DescribedEntity>
    ) => Effect.Effect<void>
    /**
     * Inserts entities for live keys that changed alike, after their change: ids and names come from their rows. One statement
     * for any number of groups.
     */
    readonly insertAlike: (
      projectId: number,
      revisionId: number,
      groups: ReadonlyArray<AlikeKeys>
    ) => Effect.Effect<void>
    /** Describes keys as their rows are now; one that was described before keeps its first description. */
    readonly describeKeys: (projectId: number, revisionId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    readonly setCounts: (revisionId: number, counts: EntityCounts) => Effect.Effect<void>
    readonly remove: (revisionId: number) => Effect.Effect<void>
    /** The newest one of a project, parts of batch jobs included: as long as it stays the same, so does the content. One look into an index. */
    readonly findNewest: (
      projectId: number
    ) => Effect.Effect<Option.Option<{ readonly id: number; readonly createdAt: number }>>
    readonly find: (projectId: number, revisionId: number) => Effect.Effect<Option.Option<RevisionRow>>
    /** The revisions of a project behind one of them, in their order. */
    readonly listAfter: (
      projectId: number,
      revisionId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RevisionRow>>
    readonly list: (
      options: RowPage<SortableProperty<"activities">> & {
        readonly projectId: number
        readonly filter?: ActivityFilter
      }
    ) => Effect.Effect<PagedRows<RevisionRow>>
    /** Lists the revisions of a batch job, one for each branch, by id; none while it runs. */
    readonly listOfBatchJob: (projectId: number, batchJobId: number) => Effect.Effect<ReadonlyArray<RevisionRow>>
    /** Lists the changes of entities behind a revision, the newest first; a limited number. */
    readonly listLater: (request: {
      readonly projectId: number
      readonly revisionId: number
      readonly entities: ReadonlyArray<EntityReference>
    }) => Effect.Effect<ReadonlyArray<LaterChangeRow>>
    /** Finds the translations whose text was changed behind a revision, or by a job that still runs. */
    readonly listChangedTexts: (request: {
      readonly revisionId: number
      readonly translationIds: ReadonlyArray<number>
    }) => Effect.Effect<ReadonlySet<number>>
    /** Lists the entities of these revisions, ordered by revision, class and id. */
    readonly listEntities: (revisionIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ModifiedEntityRow>>
    /**
     * Lists a page of the entities of one revision, ordered by class and id. `entityClasses` null: all classes. Texts and comments
     * that are not visible are left out.
     */
    readonly pageOfEntities: (request: {
      readonly revisionId: number
      readonly entityClasses: ReadonlyArray<string> | null
      readonly visible: VisibleTexts
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<PagedRows<ModifiedEntityRow>>
    /** Lists the changes of one translation, the newest first; comments on an empty one are not among them. */
    readonly pageOfHistory: (request: {
      readonly projectId: number
      readonly translationId: number
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<PagedRows<TranslationHistoryRow>>
    readonly listDescribed: (
      references: ReadonlyArray<RevisionReference>
    ) => Effect.Effect<ReadonlyArray<DescribedEntityRow>>
    /** Lists the entities that still exist, of classes that report it; one statement per class. */
    readonly listExisting: (references: ReadonlyArray<EntityReference>) => Effect.Effect<ReadonlyArray<EntityReference>>
  }
>()("@dragoman/store/activity/ActivityRepository") {
  static readonly layer = Layer.effect(
    ActivityRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = Effect.fnUntraced(function* (projectId: number, revisionId: number) {
        return yield* revision.first(sql`
          SELECT ${revision.columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
          WHERE r.project_id = ${projectId} AND r.id = ${revisionId} AND r.batch_job_id IS NULL`)
      }, Effect.orDie)

      const relatedId = (table: string, relation: "language" | "translation") =>
        sql.literal(
          sql.onDialectOrElse({
            pg: () => `CAST(CAST(${table}.relations AS JSON) #>> '{${relation},entityId}' AS BIGINT)`,
            orElse: () => `json_extract(${table}.relations, '$.${relation}.entityId')`
          })
        )
      /** Repeats the rule `isEntityVisible` of the domain. A comment lies in the language of its translation. */
      const isVisible = (visible: Exclude<VisibleTexts, "all">) => {
        const noText = sql`activity_modified_entity.entity_class NOT IN ('Translation', 'TranslationComment')`
        if (visible === "none") return noText
        const ids = jsonIds(sql, visible)
        const commented = (table: string) => sql`
          SELECT ${relatedId("t", "language")} FROM ${sql.literal(table)} t
          WHERE t.revision_id = activity_modified_entity.revision_id AND t.entity_class = 'Translation'
            AND t.entity_id = ${relatedId("activity_modified_entity", "translation")}`
        return sql`(CASE activity_modified_entity.entity_class
          WHEN 'Translation' THEN ${relatedId("activity_modified_entity", "language")} IN ${ids}
          WHEN 'TranslationComment' THEN COALESCE((${commented("activity_described_entity")}), (${commented("activity_modified_entity")})) IN ${ids}
          ELSE true END)`
      }

      /** A revision that changes a text describes its language, or changes the language itself. */
      const namesLanguage = (table: string, projectId: number, tags: ReadonlyArray<string>) => sql`
        EXISTS (
          SELECT 1 FROM ${sql.literal(table)} n WHERE n.revision_id = COALESCE(r.entities_of, r.id) AND n.entity_class = 'Language'
            AND n.entity_id IN (SELECT id FROM language WHERE project_id = ${projectId} AND ${sql.in("tag", tags)})
        )`
      const filterConditions = (projectId: number, filter: ActivityFilter) => {
        const { branchId, authorIds = [], types = [], languageTags = [], createdAfter, createdBefore } = filter
        return [
          ...(branchId === undefined
            ? []
            : [branchId === null ? sql`r.branch_id IS NULL` : sql`r.branch_id = ${branchId}`]),
          ...(authorIds.length === 0 ? [] : [sql.in("r.author_id", authorIds)]),
          types.length === 0 ? sql`NOT ${sql.in("r.type", unlistedActivityTypes)}` : sql.in("r.type", types),
          ...(languageTags.length === 0
            ? []
            : [
                sql.or([
                  namesLanguage("activity_described_entity", projectId, languageTags),
                  namesLanguage("activity_modified_entity", projectId, languageTags)
                ])
              ]),
          ...(createdAfter === undefined ? [] : [sql`r.created_at >= ${createdAfter}`]),
          ...(createdBefore === undefined ? [] : [sql`r.created_at < ${createdBefore}`])
        ]
      }

      return ActivityRepository.of({
        insert: Effect.fnUntraced(function* (input) {
          const { projectId, branchId = null, authorId, type, createdAt, params, entitiesOf = null } = input
          const project = sql`SELECT id FROM project WHERE id = ${projectId}`
          // Parts of a statement that are materialized run before the row that takes the id.
          const ordered = sql.onDialectOrElse({
            pg: () => sql`
              WITH locked AS MATERIALIZED (${project} FOR SHARE),
                ordered AS MATERIALIZED (SELECT id, ${acquireRevisionOrder(sql`id`, sql)} FROM locked)`,
            orElse: () => sql`WITH ordered AS (${project})`
          })
          const inserted = yield* sql<{ id: number }>`
            ${ordered}
            INSERT INTO activity_revision (project_id, branch_id, author_id, type, created_at, params, entities_of)
            SELECT id, CAST(${branchId} AS BIGINT), CAST(${authorId} AS BIGINT), CAST(${type} AS TEXT), CAST(${createdAt} AS BIGINT),
              CAST(${params && JSON.stringify(params)} AS TEXT), CAST(${entitiesOf} AS BIGINT)
            FROM ordered RETURNING id`
          return Option.getOrThrow(yield* find(projectId, inserted[0]?.id ?? 0))
        }, Effect.orDie),

        insertPart: Effect.fnUntraced(function* ({ projectId, branchId = null, batchJobId, type, createdAt }) {
          const row = { projectId, branchId, batchJobId, type, createdAt }
          const inserted = yield* sql<{ id: number }>`${activityRevisionTable.insert(sql, [row])} RETURNING id`
          return inserted[0]?.id ?? 0
        }, Effect.orDie),

        ...makeEntityWriter(sql),

        setCounts: Effect.fnUntraced(function* (revisionId, counts) {
          yield* activityRevisionTable.update(sql, [{ id: revisionId, counts }])
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (revisionId) {
          yield* sql`DELETE FROM activity_revision WHERE id = ${revisionId}`
        }, Effect.orDie),

        findNewest: Effect.fn("ActivityRepository.findNewest")(
          (projectId) =>
            newestRevision.first(sql`
              SELECT ${newestRevision.columns} FROM activity_revision
              WHERE project_id = ${projectId} ORDER BY id DESC LIMIT 1`),
          Effect.orDie
        ),

        find,

        listAfter: Effect.fnUntraced(function* (projectId, revisionId, limit) {
          return yield* revision.all(sql`
            SELECT ${revision.columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
            WHERE r.project_id = ${projectId} AND r.id > ${revisionId} AND r.batch_job_id IS NULL ORDER BY r.id LIMIT ${limit}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ projectId, filter = {}, ...page }) {
          const condition = sql.and([
            sql`r.project_id = ${projectId} AND r.batch_job_id IS NULL`,
            ...filterConditions(projectId, filter)
          ])
          const rows = yield* revision.all(sql`
            SELECT ${revision.columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
            WHERE ${condition} ${orderAndLimit(sql, sortColumns, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM activity_revision r WHERE ${condition}`
          return { total: counted?.total ?? 0, rows }
        }, Effect.orDie),

        listOfBatchJob: Effect.fnUntraced(function* (projectId, batchJobId) {
          return yield* revision.all(sql`
            SELECT ${revision.columns} FROM activity_revision p JOIN activity_revision r ON r.entities_of = p.id
            LEFT JOIN user_account u ON u.id = r.author_id
            WHERE p.project_id = ${projectId} AND p.batch_job_id = ${batchJobId} ORDER BY r.id`)
        }, Effect.orDie),

        listLater: Effect.fnUntraced(function* ({ projectId, revisionId, entities }) {
          if (entities.length === 0) return []
          const sought = entities.map(({ entityClass, entityId }) => ({ entityClass, entityId }))
          return yield* laterChange.all(sql`
            SELECT ${laterChange.columns} FROM ${modifiedEntityTable.values(sql, sought)} input
            JOIN activity_modified_entity e ON e.entity_class = input.entity_class AND e.entity_id = input.entity_id
            JOIN activity_revision r
              ON r.id = COALESCE((SELECT j.id FROM activity_revision j WHERE j.entities_of = e.revision_id), e.revision_id)
              AND r.project_id = ${projectId} AND r.batch_job_id IS NULL
            LEFT JOIN user_account u ON u.id = r.author_id
            WHERE r.id > ${revisionId} ORDER BY r.id DESC LIMIT ${laterChangesMax}`)
        }, Effect.orDie),

        listChangedTexts: Effect.fnUntraced(function* ({ revisionId, translationIds }) {
          if (translationIds.length === 0) return new Set<number>()
          // All changes of a job have the id of its first part until it ends. Quotes in values are escaped, as for the list of keys.
          const rows = yield* sql<{ id: number }>`
            SELECT DISTINCT e.entity_id AS id FROM activity_modified_entity e
            JOIN activity_revision r ON r.id = e.revision_id
            LEFT JOIN activity_revision j ON j.entities_of = e.revision_id
            WHERE e.entity_class = 'Translation' AND e.entity_id IN ${jsonIds(sql, translationIds)}
              AND e.modifications LIKE '%"text":%'
              AND (j.id > ${revisionId} OR (j.id IS NULL AND (r.id > ${revisionId} OR r.batch_job_id IS NOT NULL)))`
          return new Set(rows.map(({ id }) => id))
        }, Effect.orDie),

        listEntities: Effect.fnUntraced(function* (revisionIds) {
          return yield* modifiedEntity.all(sql`
            SELECT ${modifiedEntity.columns}
            FROM activity_revision r JOIN activity_modified_entity e ON e.revision_id = COALESCE(r.entities_of, r.id)
            WHERE r.id IN ${jsonIds(sql, revisionIds)}
            ORDER BY r.id, e.entity_class, e.entity_id`)
        }, Effect.orDie),

        pageOfEntities: Effect.fnUntraced(function* (request) {
          const condition = sql.and([
            sql`revision_id = (
              SELECT COALESCE(entities_of, id) FROM activity_revision WHERE id = ${request.revisionId})`,
            ...(request.entityClasses === null ? [] : [sql.in("entity_class", request.entityClasses)]),
            ...(request.visible === "all" ? [] : [isVisible(request.visible)])
          ])
          const rows = yield* pagedEntity.all(sql`
            SELECT ${pagedEntity.columns} FROM activity_modified_entity WHERE ${condition}
            ORDER BY entity_class, entity_id LIMIT ${request.limit} OFFSET ${request.offset}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM activity_modified_entity WHERE ${condition}`
          const { revisionId } = request
          return { total: counted?.total ?? 0, rows: rows.map((row) => ({ ...row, revisionId })) }
        }, Effect.orDie),

        pageOfHistory: Effect.fnUntraced(function* (request) {
          const source = sql`
            FROM activity_modified_entity e JOIN activity_revision r
              ON r.id = COALESCE((SELECT j.id FROM activity_revision j WHERE j.entities_of = e.revision_id), e.revision_id)
              AND r.project_id = ${request.projectId} AND r.batch_job_id IS NULL`
          const condition = sql`e.entity_class = 'Translation' AND e.entity_id = ${request.translationId}
            AND r.type <> 'TRANSLATION_COMMENT_ADD'`
          const rows = yield* translationHistory.all(sql`
            SELECT ${translationHistory.columns} ${source}
            LEFT JOIN user_account u ON u.id = r.author_id
            WHERE ${condition} ORDER BY e.revision_id DESC LIMIT ${request.limit} OFFSET ${request.offset}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total ${source} WHERE ${condition}`
          return { total: counted?.total ?? 0, rows }
        }, Effect.orDie),

        listDescribed: Effect.fnUntraced(function* (references) {
          if (references.length === 0) return []
          const sought = references.map(({ revisionId, entityClass, entityId }) => ({
            revisionId,
            entityClass,
            entityId
          }))
          const input = modifiedEntityTable.values(sql, sought)
          const found = yield* describedEntity.all(sql`
            SELECT ${describedEntity.columns}
            FROM ${input} input
            JOIN activity_revision r ON r.id = input.revision_id
            JOIN activity_described_entity d ON d.revision_id = COALESCE(r.entities_of, r.id)
              AND d.entity_class = input.entity_class AND d.entity_id = input.entity_id`)
          // Others were changed by the revision itself.
          const modified = yield* modifiedEntity.all(sql`
            SELECT ${modifiedEntity.columns}
            FROM ${input} input
            JOIN activity_revision r ON r.id = input.revision_id
            JOIN activity_modified_entity e ON e.revision_id = COALESCE(r.entities_of, r.id)
              AND e.entity_class = input.entity_class AND e.entity_id = input.entity_id
            WHERE NOT EXISTS (
              SELECT 1 FROM activity_described_entity d WHERE d.revision_id = e.revision_id
                AND d.entity_class = e.entity_class AND d.entity_id = e.entity_id
            )`)
          return [...found, ...modified.map((row) => ({ ...describeModified(row), revisionId: row.revisionId }))]
        }, Effect.orDie),

        listExisting: Effect.fnUntraced(function* (references) {
          const found: Array<EntityReference> = []
          for (const [entityClass, select] of Object.entries(liveRows) as ReadonlyArray<[EntityClass, string]>) {
            const ids = references.filter((one) => one.entityClass === entityClass).map(({ entityId }) => entityId)
            if (ids.length === 0) continue
            const rows = yield* sql<{ id: number }>`${sql.literal(select)} ${jsonIds(sql, ids)}`
            found.push(...rows.map(({ id }) => ({ entityClass, entityId: id })))
          }
          return found
        }, Effect.orDie)
      })
    })
  )
}
