import type { ActivityType, EntityClass, ModificationKind, ModifiedEntity } from "@dragoman/domain/activity"
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
}

export interface ModifiedEntityRow extends ModifiedEntity {
  readonly revisionId: number
}

export interface EntityReference {
  readonly entityClass: EntityClass
  readonly entityId: number
}

const entityColumns = {
  entity_class: "text",
  entity_id: "integer",
  kind: "text",
  description: "text",
  modifications: "text",
  relations: "text"
} as const

/** What revisions can be sorted by. */
const sortColumns = { id: "r.id", timestamp: "r.created_at", type: "r.type" } as const

/** Only where readers are told whether an entity still exists. */
const liveRows: Partial<Record<EntityClass, string>> = {
  Language: "SELECT id FROM language WHERE deleted_at IS NULL AND id IN"
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
      readonly entities: ReadonlyArray<ModifiedEntity>
    }) => Effect.Effect<RevisionRow>
    readonly find: (projectId: number, revisionId: number) => Effect.Effect<Option.Option<RevisionRow>>
    readonly list: (
      options: RowSlice<keyof typeof sortColumns> & { readonly projectId: number }
    ) => Effect.Effect<SlicedRows<RevisionRow>>
    /** Of all these revisions, ordered by revision, class and id. */
    readonly listEntities: (revisionIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ModifiedEntityRow>>
    /** Those that still exist, of classes that report it; one statement per class. */
    readonly listExisting: (references: ReadonlyArray<EntityReference>) => Effect.Effect<ReadonlyArray<EntityReference>>
  }
>()("@dragoman/store/activity/ActivityRepository") {
  static readonly layer = Layer.effect(
    ActivityRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        `r.id, r.type, r.created_at, r.author_id, u.username AS author_username, u.name AS author_name,
         u.deleted_at AS author_deleted_at`
      )

      const find = Effect.fn("ActivityRepository.find")(function* (projectId: number, revisionId: number) {
        const rows = yield* sql<RevisionRow>`
          SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
          WHERE r.project_id = ${projectId} AND r.id = ${revisionId}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie)

      return ActivityRepository.of({
        insert: Effect.fn("ActivityRepository.insert")(function* ({ projectId, authorId, type, createdAt, entities }) {
          const inserted = yield* sql<{ id: number }>`
            INSERT INTO activity_revision ${sql.insert({ project_id: projectId, author_id: authorId, type, created_at: createdAt })}
            RETURNING id`
          const revisionId = inserted[0]?.id ?? 0
          const rows = entities.map((entity) => ({
            entity_class: entity.entityClass,
            entity_id: entity.entityId,
            kind: entity.kind,
            description: JSON.stringify(entity.description),
            modifications: JSON.stringify(entity.modifications),
            relations: JSON.stringify(entity.relations)
          }))
          const names = sql.literal(Object.keys(entityColumns).join(", "))
          yield* sql`
            INSERT INTO activity_modified_entity (revision_id, ${names})
            SELECT CAST(${revisionId} AS BIGINT), ${names} FROM ${jsonRows(sql, entityColumns, rows)} given`
          return Option.getOrThrow(yield* find(projectId, revisionId))
        }, Effect.orDie),

        find,

        list: Effect.fn("ActivityRepository.list")(function* ({ projectId, ...page }) {
          const rows = yield* sql<RevisionRow>`
            SELECT ${columns} FROM activity_revision r LEFT JOIN user_account u ON u.id = r.author_id
            WHERE r.project_id = ${projectId} ${slice(sql, sortColumns, page)}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM activity_revision WHERE project_id = ${projectId}`
          return { total: counted?.total ?? 0, rows }
        }, Effect.orDie),

        listEntities: Effect.fn("ActivityRepository.listEntities")(function* (revisionIds) {
          const rows = yield* sql<ModifiedEntityColumns>`
            SELECT revision_id, entity_class, entity_id, kind, description, modifications, relations
            FROM activity_modified_entity WHERE revision_id IN ${jsonIds(sql, revisionIds)}
            ORDER BY revision_id, entity_class, entity_id`
          return rows.map((row) => ({
            ...row,
            description: JSON.parse(row.description),
            modifications: JSON.parse(row.modifications),
            relations: JSON.parse(row.relations)
          }))
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

interface ModifiedEntityColumns {
  readonly revisionId: number
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly kind: ModificationKind
  readonly description: string
  readonly modifications: string
  readonly relations: string
}
