import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type RowOf, select } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { llmProviderTable } from "../table/machine-translation-tables.ts"

const provider = select(llmProviderTable.as("v"))

/** A provider with its key in plain. */
export interface LlmProviderRow extends RowOf<typeof llmProviderTable> {}

/** Providers of language models that organizations have. Writes need the lock of the organization. */
export class LlmProviderRepository extends Context.Service<
  LlmProviderRepository,
  {
    /** Lists the providers of an organization, the oldest first. */
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<LlmProviderRow>>
    readonly find: (organizationId: number, id: number) => Effect.Effect<Option.Option<LlmProviderRow>>
    /** Says whether the organization has a provider, without its key. */
    readonly isAny: (organizationId: number) => Effect.Effect<boolean>
    /** Adds a provider; returns its id. */
    readonly insert: (provider: Omit<LlmProviderRow, "id">) => Effect.Effect<number>
    readonly update: (provider: LlmProviderRow) => Effect.Effect<void>
    readonly remove: (organizationId: number, id: number) => Effect.Effect<void>
  }
>()("@dragoman/store/machine-translation/LlmProviderRepository") {
  static readonly layer = Layer.effect(
    LlmProviderRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      const opened = (row: LlmProviderRow): LlmProviderRow => ({
        ...row,
        apiKey: row.apiKey === null ? null : open(secretPlace("llm_provider", row.id), row.apiKey)
      })
      const update = Effect.fnUntraced(function* (row: LlmProviderRow) {
        const sealIn = yield* sealing
        const apiKey = row.apiKey === null ? null : sealIn(secretPlace("llm_provider", row.id), row.apiKey)
        yield* llmProviderTable.update(sql, [{ ...row, apiKey }])
      })
      return LlmProviderRepository.of({
        list: Effect.fnUntraced(function* (organizationId) {
          const rows = yield* provider.all(sql`
            SELECT ${provider.columns} FROM llm_provider v WHERE v.organization_id = ${organizationId} ORDER BY v.id`)
          return rows.map(opened)
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (organizationId, id) {
          const found = yield* provider.first(sql`
            SELECT ${provider.columns} FROM llm_provider v
            WHERE v.organization_id = ${organizationId} AND v.id = ${id}`)
          return Option.map(found, opened)
        }, Effect.orDie),

        isAny: Effect.fnUntraced(function* (organizationId) {
          const rows = yield* sql`SELECT 1 AS found FROM llm_provider WHERE organization_id = ${organizationId} LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          // The key is encrypted for its row, whose id the database says first.
          const [written] = yield* sql<{ id: number }>`
            ${llmProviderTable.insert(sql, [{ ...row, apiKey: null }])} RETURNING id`
          const id = written?.id ?? 0
          if (row.apiKey !== null) yield* update({ ...row, id })
          return id
        }, Effect.orDie),

        update: (row) => Effect.orDie(update(row)),

        remove: Effect.fnUntraced(function* (organizationId, id) {
          yield* sql`DELETE FROM llm_provider WHERE organization_id = ${organizationId} AND id = ${id}`
        }, Effect.orDie)
      })
    })
  )
}
