import {
  type AlikeKeys,
  type DescribedEntity,
  describedBeside,
  type EntityClass,
  type EntityRelations,
  type JsonObject,
  type ModificationKind,
  type ModifiedEntity
} from "@dragoman/domain/activity"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { jsonIdRows, jsonRows } from "../database/sql-fragments.ts"
import { Json, type RowOf, table } from "../database/table.ts"
import { describedEntityTable } from "../table/activity-tables.ts"

/** The fields in which entities of one shape differ. */
const shapedEntityTable = table("shaped_entity", {
  entityId: Schema.Number,
  description: Json<JsonObject>(),
  modifications: Json<ModifiedEntity["modifications"]>(),
  /** Relations of entities that have more of them than the next two columns hold. */
  relations: Json<EntityRelations>(),
  related0: Schema.Number,
  related1: Schema.Number
})

type ShapedRow = { -readonly [K in keyof RowOf<typeof shapedEntityTable>]?: RowOf<typeof shapedEntityTable>[K] }

const relatedMax = 2

/** Entities of one class and kind, with relations to the same classes. A handful of shapes, however many entities change. */
interface Shape {
  readonly entityClass: EntityClass
  readonly kind: ModificationKind
  readonly isDescribed: boolean
  readonly relations: ReadonlyArray<readonly [path: string, entityClass: EntityClass]>
  readonly entities: Array<ModifiedEntity>
}

const shapesOf = (entities: ReadonlyArray<ModifiedEntity>): ReadonlyArray<Shape> => {
  const shapes: Array<Shape> = []
  let last: Shape | undefined
  for (const entity of entities) {
    if (last === undefined || !isOfShape(last, entity)) {
      last = shapes.find((shape) => isOfShape(shape, entity)) ?? startShape(entity)
      if (last.entities.length === 0) shapes.push(last)
    }
    last.entities.push(entity)
  }
  return shapes
}

const startShape = ({ entityClass, kind, description, relations }: ModifiedEntity): Shape => ({
  entityClass,
  kind,
  isDescribed: !isEmpty(description),
  relations: Object.entries(relations).map(([path, reference]) => [path, reference.entityClass] as const),
  entities: []
})

const isOfShape = (shape: Shape, { entityClass, kind, description, relations }: ModifiedEntity): boolean => {
  if (shape.entityClass !== entityClass || shape.kind !== kind || shape.isDescribed === isEmpty(description))
    return false
  let place = 0
  for (const path in relations) {
    const related = shape.relations[place++]
    if (related?.[0] !== path || related[1] !== relations[path]?.entityClass) return false
  }
  return place === shape.relations.length
}

const isEmpty = (object: object): boolean => {
  for (const _ in object) return false
  return true
}

/**
 * Writes the entities of revisions. Their JSON is made by the database where it is alike, because reading a row costs SQLite more
 * than all else. Its texts are those that `JSON.stringify` makes of the values of the domain.
 */
export const makeEntityWriter = (sql: SqlClient.SqlClient) => {
  const relationsSql = ({ relations }: Shape) => {
    if (relations.length > relatedMax) return "input.relations"
    const parts = relations.map(
      ([path, entityClass], index) =>
        `'${index === 0 ? "{" : ","}"${path}":{"entityClass":"${entityClass}","entityId":' || input.related${index} || '}'`
    )
    return parts.length === 0 ? "'{}'" : `${parts.join(" || ")} || '}'`
  }

  const insertShape = (revisionId: number, shape: Shape) => {
    const { entityClass, kind, isDescribed, relations, entities } = shape
    const rows = entities.map(({ entityId, modifications, description, relations: ofEntity }) => {
      // Fields one after the other: spreads took longer than all else here.
      const row: ShapedRow = { entityId, modifications }
      if (isDescribed) row.description = description
      if (relations.length > relatedMax) row.relations = ofEntity
      if (relations[0]) row.related0 = ofEntity[relations[0][0]]?.entityId ?? 0
      if (relations[1]) row.related1 = ofEntity[relations[1][0]]?.entityId ?? 0
      return row
    })
    return sql`
      INSERT INTO activity_modified_entity
        (revision_id, entity_class, entity_id, kind, description, modifications, relations)
      SELECT CAST(${revisionId} AS BIGINT), CAST(${entityClass} AS TEXT), input.entity_id, CAST(${kind} AS TEXT),
        ${sql.literal(isDescribed ? "input.description" : "'{}'")}, input.modifications, ${sql.literal(relationsSql(shape))}
      FROM ${shapedEntityTable.values(sql, rows)} input WHERE true`
  }

  const nameOfKey = sql.literal(
    sql.onDialectOrElse({
      pg: () => "CAST(json_build_object('name', k.name) AS TEXT)",
      orElse: () => "json_object('name', k.name)"
    })
  )
  const keyOfMeta = sql.literal(`'{"key":{"entityClass":"Key","entityId":' || k.id || '}}'`)
  const namespaceOfKey = sql.literal(
    `CASE WHEN k.namespace_id IS NULL THEN '{}'
      ELSE '{"namespace":{"entityClass":"Namespace","entityId":' || k.namespace_id || '}}' END`
  )
  const idsOfGroup = sql.literal(
    sql.onDialectOrElse({
      pg: () => "json_array_elements_text(CAST(g.key_ids AS JSON))",
      orElse: () => "json_each(g.key_ids)"
    })
  )

  return {
    insertEntities: Effect.fnUntraced(function* (
      revisionId: number,
      entities: ReadonlyArray<ModifiedEntity>,
      described: ReadonlyArray<DescribedEntity>
    ) {
      for (const shape of shapesOf(entities)) yield* insertShape(revisionId, shape)
      const others = describedBeside(described, entities)
      if (others.length === 0) return
      yield* sql`${describedEntityTable.insert(sql, others, { revisionId })} ON CONFLICT DO NOTHING`
    }, Effect.orDie),

    insertAlike: Effect.fnUntraced(function* (projectId: number, revisionId: number, groups: ReadonlyArray<AlikeKeys>) {
      if (groups.length === 0) return
      const rows = jsonRows(
        sql,
        {
          entity_class: "text",
          kind: "text",
          is_named: "integer",
          modifications: "text",
          relations: "text",
          key_ids: "text"
        },
        groups.map(({ keyIds, entity }) => ({
          entity_class: entity.entityClass,
          kind: entity.kind,
          is_named: isEmpty(entity.description) ? 0 : 1,
          modifications: JSON.stringify(entity.modifications),
          // The other class refers to the key itself.
          relations: entity.entityClass === "Key" ? JSON.stringify(entity.relations) : null,
          key_ids: JSON.stringify(keyIds)
        }))
      )
      // Materialized: else SQLite reads the ids of a group again for each of them.
      yield* sql`
        WITH g AS MATERIALIZED (SELECT * FROM ${rows} input)
        INSERT INTO activity_modified_entity
          (revision_id, entity_class, entity_id, kind, description, modifications, relations)
        SELECT CAST(${revisionId} AS BIGINT), g.entity_class, k.id, g.kind,
          CASE WHEN g.is_named = 1 THEN ${nameOfKey} ELSE '{}' END, g.modifications, COALESCE(g.relations, ${keyOfMeta})
        FROM g CROSS JOIN ${idsOfGroup} input CROSS JOIN translation_key k 
        WHERE k.id = CAST(input.value AS BIGINT) AND ${isOf(sql, projectId, "k")}`
    }, Effect.orDie),

    describeKeys: Effect.fnUntraced(function* (projectId: number, revisionId: number, keyIds: ReadonlyArray<number>) {
      if (keyIds.length === 0) return
      yield* sql`
        INSERT INTO activity_described_entity (revision_id, entity_class, entity_id, data, relations)
        SELECT CAST(${revisionId} AS BIGINT), 'Key', k.id, ${nameOfKey}, ${namespaceOfKey}
        FROM ${jsonIdRows(sql, keyIds)} input CROSS JOIN translation_key k 
        WHERE k.id = input.id AND ${isOf(sql, projectId, "k")}
        ON CONFLICT DO NOTHING`
    }, Effect.orDie)
  }
}
