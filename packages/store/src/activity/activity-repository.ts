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
  type ModifiedEntity
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
    readonly insert: (revision: {
      readonly projectId: number
      readonly authorId: number | null
      readonly type: ActivityType
      readonly createdAt: number
      readonly params: JsonObject | null
    }) => Effect.Effect<RevisionRow>
    /** An entity that was described before keeps its first description. Each entity of a revision is given once. */
    readonly insertEntities: (
      revisionId: number,
      entities: ReadonlyArray<ModifiedEntity>,
      described: ReadonlyArray<DescribedEntity>
    ) => Effect.Effect<void>
    readonly setCounts: (revisionId: number, counts: EntityCounts) => Effect.Effect<void>
    readonly remove: (revisionId: number) => Effect.Effect<void>
    /** The newest one of a project: as long as it stays the same, so does the content. One look into an index. */
    readonly findNewest: (
      projectId: number
    ) => Effect.Effect<Option.Option<{ readonly id: number; readonly createdAt: number }>>
    readonly find: (projectId: number, revisionId: number) => Effect.Effect<Option.Option<RevisionRow>>
    readonly list: (
      options: RowSlice<keyof typeof sortColumns> & { readonly projectId: number }
    ) => Effect.Effect<SlicedRows<RevisionRow>>
    /** Of all these revisions, ordered by revision, class and id. */
    readonly listEntities: (revisionIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ModifiedEntityRow>>
    /** Of one revision, ordered by class and id. `entityClasses` null: of all classes. */
    readonly sliceEntities: (request: {
      readonly revisionId: number
      readonly entityClasses: ReadonlyArray<string> | null
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<SlicedRows<ModifiedEntityRow>>
    /** What happened to one translation, the newest first. */
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
         u.name AS author_name, u.deleted_at AS author_deleted_at`
      )
      const names = (all: object) => sql.literal(Object.keys(all).join(", "))

      const find = Effect.fn("ActivityRepository.find")(function* (projectId: number, revisionId: number) {
        const rows = yield* sql<RevisionColumns>`
          SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
          WHERE r.project_id = ${projectId} AND r.id = ${revisionId}`
        return Option.map(Option.fromNullishOr(rows[0]), toRevisionRow)
      }, Effect.orDie)

      return ActivityRepository.of({
        insert: Effect.fn("ActivityRepository.insert")(function* ({ projectId, authorId, type, createdAt, params }) {
          const row = {
            project_id: projectId,
            author_id: authorId,
            type,
            created_at: createdAt,
            params: params && JSON.stringify(params)
          }
          const inserted = yield* sql<{ id: number }>`INSERT INTO activity_revision ${sql.insert(row)} RETURNING id`
          return Option.getOrThrow(yield* find(projectId, inserted[0]?.id ?? 0))
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

        list: Effect.fn("ActivityRepository.list")(function* ({ projectId, ...page }) {
          const rows = yield* sql<RevisionColumns>`
            SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
            WHERE r.project_id = ${projectId} ${slice(sql, sortColumns, page)}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM activity_revision WHERE project_id = ${projectId}`
          return { total: counted?.total ?? 0, rows: rows.map(toRevisionRow) }
        }, Effect.orDie),

        listEntities: Effect.fn("ActivityRepository.listEntities")(function* (revisionIds) {
          const rows = yield* sql<ModifiedEntityColumns>`
            SELECT revision_id, ${names(entityColumns)}
            FROM activity_modified_entity WHERE revision_id IN ${jsonIds(sql, revisionIds)}
            ORDER BY revision_id, entity_class, entity_id`
          return rows.map(toModifiedEntityRow)
        }, Effect.orDie),

        sliceEntities: Effect.fn("ActivityRepository.sliceEntities")(function* (request) {
          const condition = sql.and([
            sql`revision_id = ${request.revisionId}`,
            ...(request.entityClasses === null ? [] : [sql.in("entity_class", request.entityClasses)])
          ])
          const rows = yield* sql<ModifiedEntityColumns>`
            SELECT revision_id, ${names(entityColumns)} FROM activity_modified_entity WHERE ${condition}
            ORDER BY entity_class, entity_id LIMIT ${request.limit} OFFSET ${request.offset}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM activity_modified_entity WHERE ${condition}`
          return { total: counted?.total ?? 0, rows: rows.map(toModifiedEntityRow) }
        }, Effect.orDie),

        sliceHistory: Effect.fn("ActivityRepository.sliceHistory")(function* (request) {
          const source = sql`
            FROM activity_modified_entity e JOIN activity_revision r ON r.id = e.revision_id
              AND r.project_id = ${request.projectId}`
          const condition = sql`e.entity_class = 'Translation' AND e.entity_id = ${request.translationId}`
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
            SELECT d.revision_id, d.entity_class, d.entity_id, d.data, d.relations
            FROM ${given} given
            JOIN activity_described_entity d ON d.revision_id = given.revision_id
              AND d.entity_class = given.entity_class AND d.entity_id = given.entity_id`
          // Others were changed by the revision itself.
          const modified = yield* sql<ModifiedEntityColumns>`
            SELECT m.revision_id, m.entity_class, m.entity_id, m.kind, m.description, m.modifications, m.relations
            FROM ${given} given
            JOIN activity_modified_entity m ON m.revision_id = given.revision_id
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
