import { type JsonObject, type Modification, maskUrls } from "@dragoman/domain/activity"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { jsonRows } from "../database/sql-fragments.ts"

/** Rows of one transaction, so that others get their turn. */
const rowsPerRound = 200

/** The types of activity whose bodies hold URLs. */
const typesWithUrls = ["WEBHOOK_CONFIG_CREATE", "WEBHOOK_CONFIG_UPDATE", "WEBHOOK_CONFIG_DELETE"]

interface StoredParts {
  readonly description: JsonObject
  readonly modifications: Readonly<Record<string, Modification>>
}

/** Masks URLs of webhooks in activity and in bodies of deliveries: earlier versions stored them whole. Safe to repeat. */
export const maskStoredUrls = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database

  const maskActivity = Effect.fnUntraced(function* (after: { readonly revisionId: number; readonly entityId: number }) {
    const rows = yield* sql<{ revisionId: number; entityId: number; description: string; modifications: string }>`
      SELECT revision_id, entity_id, description, modifications FROM activity_modified_entity
      WHERE entity_class = 'WebhookConfig' AND (revision_id, entity_id) > (${after.revisionId}, ${after.entityId})
      ORDER BY revision_id, entity_id LIMIT ${rowsPerRound}`
    const masked = rows.flatMap((row) => {
      const parts = { description: JSON.parse(row.description), modifications: JSON.parse(row.modifications) }
      const { description, modifications } = mapTexts(maskUrls("WebhookConfig", parts))
      return description === row.description && modifications === row.modifications
        ? []
        : [{ revision_id: row.revisionId, entity_id: row.entityId, description, modifications }]
    })
    if (masked.length > 0) {
      const columns = {
        revision_id: "integer",
        entity_id: "integer",
        description: "text",
        modifications: "text"
      } as const
      yield* sql`
        UPDATE activity_modified_entity SET description = input.description, modifications = input.modifications
        FROM ${jsonRows(sql, columns, masked)} input
        WHERE activity_modified_entity.revision_id = input.revision_id
          AND activity_modified_entity.entity_class = 'WebhookConfig'
          AND activity_modified_entity.entity_id = input.entity_id`
    }
    return rows.length < rowsPerRound ? undefined : rows.at(-1)
  })

  const maskBodies = Effect.fnUntraced(function* (afterId: number) {
    const rows = yield* sql<{ id: number; body: string }>`
      SELECT d.id, b.body FROM delivery d JOIN delivery_content b ON b.delivery_id = d.id
      WHERE ${sql.in("d.activity_type", typesWithUrls)} AND d.id > ${afterId} ORDER BY d.id LIMIT ${rowsPerRound}`
    const masked = rows.flatMap(({ id, body }) => {
      const changed = maskBody(body)
      return changed === body ? [] : [{ id, body: changed }]
    })
    if (masked.length > 0) {
      yield* sql`
        UPDATE delivery_content SET body = input.body FROM ${jsonRows(sql, { id: "integer", body: "text" }, masked)} input
        WHERE delivery_content.delivery_id = input.id`
    }
    return rows.length < rowsPerRound ? undefined : rows.at(-1)?.id
  })

  let place: { readonly revisionId: number; readonly entityId: number } | undefined = { revisionId: 0, entityId: 0 }
  while (place !== undefined) place = yield* database.transaction(Effect.orDie(maskActivity(place)))
  let id: number | undefined = 0
  while (id !== undefined) id = yield* database.transaction(Effect.orDie(maskBodies(id)))
})

const mapTexts = ({ description, modifications }: StoredParts) => ({
  description: JSON.stringify(description),
  modifications: JSON.stringify(modifications)
})

const maskBody = (text: string): string => {
  const body = JSON.parse(text)
  const entities: unknown = body?.activityData?.modifiedEntities?.WebhookConfig
  // Templates make any JSON, and were added after URLs were masked.
  if (!Array.isArray(entities) || !entities.every(hasParts)) return text
  body.activityData.modifiedEntities.WebhookConfig = entities.map((entity) => maskUrls("WebhookConfig", entity))
  return JSON.stringify(body)
}

const hasParts = (entity: unknown): entity is StoredParts =>
  isObject(entity) &&
  isObject(entity["description"]) &&
  isObject(entity["modifications"]) &&
  Object.values(entity["modifications"]).every(isObject)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
