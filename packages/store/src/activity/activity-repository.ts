import {
  type ActivityType,
  type DescribedEntity,
  describedBeside,
  describeModified,
  type EntityClass,
  type EntityCounts,
  type EntityReference,
  type JsonObject,
  type ModificationKind,
  type ModifiedEntity,
  type VisibleTexts
} from "@dragoman/domain/activity"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows } from "../database/json-rows.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"

export interface RevisionRow {
  readonly id: number
  readonly type: ActivityType
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly authorId: number | null
  readonly authorUsername: string | null
  readonly authorName: string | null
  readonly authorAvatarHash: string | null
  readonly authorDeletedAt: number | null
  readonly counts: EntityCounts | null
  readonly params: JsonObject | null
}

export interface ModifiedEntityRow extends ModifiedEntity {
  readonly revisionId: number
}

/** One change of one translation. */
export interface TranslationHistoryRow extends RevisionRow, Pick<ModifiedEntity, "kind" | "modifications"> {}

/** An entity as one revision names it. */
export interface RevisionReference extends EntityReference {
  readonly revisionId: number
}

export interface DescribedEntityRow extends DescribedEntity {
  readonly revisionId: number
}

const entityColumns = {
  entity_class: "text",
  entity_id: "integer",
  kind: "text",
  description: "text",
  modifications: "text",
  relations: "text"
} as const

const describedColumns = {
  entity_class: "text",
  entity_id: "integer",
  data: "text",
  relations: "text"
} as const

const referenceColumns = { revision_id: "integer", entity_class: "text", entity_id: "integer" } as const

/** What revisions can be sorted by. */
const sortColumns = { id: "r.id", timestamp: "r.created_at", type: "r.type" } as const

/** Only where readers are told whether an entity still exists. A key in the trash does. */
const liveRows: Partial<Record<EntityClass, string>> = {
  Key: "SELECT id FROM translation_key WHERE id IN",
  Language: "SELECT id FROM language WHERE deleted_at IS NULL AND id IN",
  Namespace: "SELECT id FROM namespace WHERE id IN"
}

/** Revisions are found only under their own project. Writes belong into the transaction of the change. */
export class ActivityRepository extends Context.Service<
  ActivityRepository,
  {
    /**
     * Locks the row of the project before it takes the id, so that the revisions of one project become visible in the
     * order of their ids, whoever writes them and on any engine (ADR 8).
     */
    readonly insert: (revision: {
      readonly projectId: number
      readonly authorId: number | null
      readonly type: ActivityType
      readonly createdAt: number
      readonly params: JsonObject | null
      /** The part of a batch job under which all that the job changed lies; absent: its own entities. */
      readonly entitiesOf?: number
    }) => Effect.Effect<RevisionRow>
    /** A revision that nobody is shown, of a batch job that still runs: the content has changed. Its id. */
    readonly insertPart: (part: {
      readonly projectId: number
      readonly batchJobId: number
      readonly type: ActivityType
      readonly createdAt: number
    }) => Effect.Effect<number>
    /** An entity that was described before keeps its first description. Each entity of a revision is given once. */
    readonly insertEntities: (
      revisionId: number,
      entities: ReadonlyArray<ModifiedEntity>,
      described: ReadonlyArray<DescribedEntity>
    ) => Effect.Effect<void>
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
      options: RowSlice<keyof typeof sortColumns> & { readonly projectId: number }
    ) => Effect.Effect<SlicedRows<RevisionRow>>
    /** Of all these revisions, ordered by revision, class and id. */
    readonly listEntities: (revisionIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ModifiedEntityRow>>
    /**
     * Of one revision, ordered by class and id. `entityClasses` null: of all classes. Texts and comments that are not
     * visible are left out.
     */
    readonly sliceEntities: (request: {
      readonly revisionId: number
      readonly entityClasses: ReadonlyArray<string> | null
      readonly visible: VisibleTexts
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<SlicedRows<ModifiedEntityRow>>
    /** What happened to one translation, the newest first; a comment on an empty one did not happen to it. */
    readonly sliceHistory: (request: {
      readonly projectId: number
      readonly translationId: number
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<SlicedRows<TranslationHistoryRow>>
    readonly listDescribed: (
      references: ReadonlyArray<RevisionReference>
    ) => Effect.Effect<ReadonlyArray<DescribedEntityRow>>
    /** Those that still exist, of classes that report it; one statement per class. */
    readonly listExisting: (references: ReadonlyArray<EntityReference>) => Effect.Effect<ReadonlyArray<EntityReference>>
  }
>()("@dragoman/store/activity/ActivityRepository") {
  static readonly layer = Layer.effect(
    ActivityRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        `r.id, r.type, r.created_at, r.counts, r.params, r.author_id, u.username AS author_username,
         u.name AS author_name, u.avatar_hash AS author_avatar_hash, u.deleted_at AS author_deleted_at`
      )
      const names = (all: object) => sql.literal(Object.keys(all).join(", "))

      const find = Effect.fn("ActivityRepository.find")(function* (projectId: number, revisionId: number) {
        const rows = yield* sql<RevisionColumns>`
          SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
          WHERE r.project_id = ${projectId} AND r.id = ${revisionId} AND r.batch_job_id IS NULL`
        return Option.map(Option.fromNullishOr(rows[0]), toRevisionRow)
      }, Effect.orDie)

      const relatedId = (table: string, relation: "language" | "translation") =>
        sql.literal(
          sql.onDialectOrElse({
            pg: () => `CAST(CAST(${table}.relations AS JSON) #>> '{${relation},entityId}' AS BIGINT)`,
            orElse: () => `json_extract(${table}.relations, '$.${relation}.entityId')`
          })
        )
      /** As `isEntityVisible` of the domain says. A comment lies in the language of its translation. */
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

      return ActivityRepository.of({
        insert: Effect.fn("ActivityRepository.insert")(function* (revision) {
          const { projectId, authorId, type, createdAt, params, entitiesOf = null } = revision
          // Foreign keys take a weaker lock, which this one does not wait for.
          const lock = sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql.literal("") })
          const inserted = yield* sql<{ id: number }>`
            INSERT INTO activity_revision (project_id, author_id, type, created_at, params, entities_of)
            SELECT id, CAST(${authorId} AS BIGINT), CAST(${type} AS TEXT), CAST(${createdAt} AS BIGINT),
              CAST(${params && JSON.stringify(params)} AS TEXT), CAST(${entitiesOf} AS BIGINT)
            FROM project WHERE id = ${projectId} ${lock}
            RETURNING id`
          return Option.getOrThrow(yield* find(projectId, inserted[0]?.id ?? 0))
        }, Effect.orDie),

        insertPart: Effect.fn("ActivityRepository.insertPart")(function* ({ projectId, batchJobId, type, createdAt }) {
          const row = { project_id: projectId, batch_job_id: batchJobId, type, created_at: createdAt }
          const inserted = yield* sql<{ id: number }>`INSERT INTO activity_revision ${sql.insert(row)} RETURNING id`
          return inserted[0]?.id ?? 0
        }, Effect.orDie),

        insertEntities: Effect.fn("ActivityRepository.insertEntities")(function* (revisionId, entities, described) {
          const rows = entities.map((entity) => ({
            entity_class: entity.entityClass,
            entity_id: entity.entityId,
            kind: entity.kind,
            description: JSON.stringify(entity.description),
            modifications: JSON.stringify(entity.modifications),
            relations: JSON.stringify(entity.relations)
          }))
          yield* sql`
            INSERT INTO activity_modified_entity (revision_id, ${names(entityColumns)})
            SELECT CAST(${revisionId} AS BIGINT), ${names(entityColumns)} FROM ${jsonRows(sql, entityColumns, rows)} given`
          const others = describedBeside(described, entities)
          if (others.length === 0) return
          const describedRows = others.map((entity) => ({
            entity_class: entity.entityClass,
            entity_id: entity.entityId,
            data: JSON.stringify(entity.data),
            relations: JSON.stringify(entity.relations)
          }))
          yield* sql`
            INSERT INTO activity_described_entity (revision_id, ${names(describedColumns)})
            SELECT CAST(${revisionId} AS BIGINT), ${names(describedColumns)}
            FROM ${jsonRows(sql, describedColumns, describedRows)} given WHERE true
            ON CONFLICT DO NOTHING`
        }, Effect.orDie),

        setCounts: Effect.fn("ActivityRepository.setCounts")(function* (revisionId, counts) {
          yield* sql`UPDATE activity_revision SET counts = ${JSON.stringify(counts)} WHERE id = ${revisionId}`
        }, Effect.orDie),

        remove: Effect.fn("ActivityRepository.remove")(function* (revisionId) {
          yield* sql`DELETE FROM activity_revision WHERE id = ${revisionId}`
        }, Effect.orDie),

        findNewest: Effect.fn("ActivityRepository.findNewest")(function* (projectId) {
          const rows = yield* sql<{ id: number; createdAt: number }>`
            SELECT id, created_at FROM activity_revision WHERE project_id = ${projectId} ORDER BY id DESC LIMIT 1`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie),

        find,

        listAfter: Effect.fn("ActivityRepository.listAfter")(function* (projectId, revisionId, limit) {
          const rows = yield* sql<RevisionColumns>`
            SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
            WHERE r.project_id = ${projectId} AND r.id > ${revisionId} AND r.batch_job_id IS NULL ORDER BY r.id LIMIT ${limit}`
          return rows.map(toRevisionRow)
        }, Effect.orDie),

        list: Effect.fn("ActivityRepository.list")(function* ({ projectId, ...page }) {
          const rows = yield* sql<RevisionColumns>`
            SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
            WHERE r.project_id = ${projectId} AND r.batch_job_id IS NULL ${slice(sql, sortColumns, page)}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total
            FROM activity_revision WHERE project_id = ${projectId} AND batch_job_id IS NULL`
          return { total: counted?.total ?? 0, rows: rows.map(toRevisionRow) }
        }, Effect.orDie),

        listEntities: Effect.fn("ActivityRepository.listEntities")(function* (revisionIds) {
          const rows = yield* sql<ModifiedEntityColumns>`
            SELECT r.id AS revision_id, ${names(entityColumns)}
            FROM activity_revision r JOIN activity_modified_entity e ON e.revision_id = COALESCE(r.entities_of, r.id)
            WHERE r.id IN ${jsonIds(sql, revisionIds)}
            ORDER BY r.id, entity_class, entity_id`
          return rows.map(toModifiedEntityRow)
        }, Effect.orDie),

        sliceEntities: Effect.fn("ActivityRepository.sliceEntities")(function* (request) {
          const condition = sql.and([
            sql`revision_id = (
              SELECT COALESCE(entities_of, id) FROM activity_revision WHERE id = ${request.revisionId})`,
            ...(request.entityClasses === null ? [] : [sql.in("entity_class", request.entityClasses)]),
            ...(request.visible === "all" ? [] : [isVisible(request.visible)])
          ])
          const rows = yield* sql<ModifiedEntityColumns>`
            SELECT CAST(${request.revisionId} AS BIGINT) AS revision_id, ${names(entityColumns)}
            FROM activity_modified_entity WHERE ${condition}
            ORDER BY entity_class, entity_id LIMIT ${request.limit} OFFSET ${request.offset}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM activity_modified_entity WHERE ${condition}`
          return { total: counted?.total ?? 0, rows: rows.map(toModifiedEntityRow) }
        }, Effect.orDie),

        sliceHistory: Effect.fn("ActivityRepository.sliceHistory")(function* (request) {
          const source = sql`
            FROM activity_modified_entity e JOIN activity_revision r
              ON r.id = COALESCE((SELECT j.id FROM activity_revision j WHERE j.entities_of = e.revision_id), e.revision_id)
              AND r.project_id = ${request.projectId} AND r.batch_job_id IS NULL`
          const condition = sql`e.entity_class = 'Translation' AND e.entity_id = ${request.translationId}
            AND r.type <> 'TRANSLATION_COMMENT_ADD'`
          const rows = yield* sql<RevisionColumns & Pick<ModifiedEntityColumns, "kind" | "modifications">>`
            SELECT ${columns}, e.kind, e.modifications ${source}
            LEFT JOIN user_account u ON u.id = r.author_id
            WHERE ${condition} ORDER BY e.revision_id DESC LIMIT ${request.limit} OFFSET ${request.offset}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total ${source} WHERE ${condition}`
          return {
            total: counted?.total ?? 0,
            rows: rows.map((row) => ({
              ...toRevisionRow(row),
              kind: row.kind,
              modifications: JSON.parse(row.modifications)
            }))
          }
        }, Effect.orDie),

        listDescribed: Effect.fn("ActivityRepository.listDescribed")(function* (references) {
          if (references.length === 0) return []
          const rows = references.map(({ revisionId, entityClass, entityId }) => ({
            revision_id: revisionId,
            entity_class: entityClass,
            entity_id: entityId
          }))
          const given = jsonRows(sql, referenceColumns, rows)
          const found = yield* sql<DescribedEntityColumns>`
            SELECT r.id AS revision_id, d.entity_class, d.entity_id, d.data, d.relations
            FROM ${given} given
            JOIN activity_revision r ON r.id = given.revision_id
            JOIN activity_described_entity d ON d.revision_id = COALESCE(r.entities_of, r.id)
              AND d.entity_class = given.entity_class AND d.entity_id = given.entity_id`
          // Others were changed by the revision itself.
          const modified = yield* sql<ModifiedEntityColumns>`
            SELECT r.id AS revision_id, m.entity_class, m.entity_id, m.kind, m.description, m.modifications, m.relations
            FROM ${given} given
            JOIN activity_revision r ON r.id = given.revision_id
            JOIN activity_modified_entity m ON m.revision_id = COALESCE(r.entities_of, r.id)
              AND m.entity_class = given.entity_class AND m.entity_id = given.entity_id
            WHERE NOT EXISTS (
              SELECT 1 FROM activity_described_entity d WHERE d.revision_id = m.revision_id
                AND d.entity_class = m.entity_class AND d.entity_id = m.entity_id
            )`
          return [
            ...found.map((row) => ({ ...row, data: JSON.parse(row.data), relations: JSON.parse(row.relations) })),
            ...modified
              .map(toModifiedEntityRow)
              .map((row) => ({ ...describeModified(row), revisionId: row.revisionId }))
          ]
        }, Effect.orDie),

        listExisting: Effect.fn("ActivityRepository.listExisting")(function* (references) {
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

type RevisionColumns = Omit<RevisionRow, "counts" | "params"> & {
  readonly counts: string | null
  readonly params: string | null
}

const toRevisionRow = (row: RevisionColumns): RevisionRow => ({
  ...row,
  counts: row.counts === null ? null : JSON.parse(row.counts),
  params: row.params === null ? null : JSON.parse(row.params)
})

interface ModifiedEntityColumns {
  readonly revisionId: number
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly kind: ModificationKind
  readonly description: string
  readonly modifications: string
  readonly relations: string
}

const toModifiedEntityRow = (row: ModifiedEntityColumns): ModifiedEntityRow => ({
  ...row,
  description: JSON.parse(row.description),
  modifications: JSON.parse(row.modifications),
  relations: JSON.parse(row.relations)
})

interface DescribedEntityColumns {
  readonly revisionId: number
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly data: string
  readonly relations: string
}
