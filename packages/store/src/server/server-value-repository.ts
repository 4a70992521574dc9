import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { RowOf } from "../database/table.ts"
import type { StoredPlace } from "../encryption/encrypted-value.ts"
import { makeSecretColumns } from "../encryption/secret-columns.ts"
import { serverValueTable } from "../table/server-tables.ts"

/** Values that belong to the installation, shared by all its servers: generated secrets and marks of the first start. */
export type ServerValueName = "jwt_secret" | "manifest_key"

/** One text for each name. Writes belong into a transaction. */
export class ServerValueRepository extends Context.Service<
  ServerValueRepository,
  {
    readonly find: (name: ServerValueName) => Effect.Effect<Option.Option<string>>
    /** Keeps the value that is there: of several servers starting at once all end with the same. */
    readonly insertIfAbsent: (name: ServerValueName, value: string) => Effect.Effect<void>
  }
>()("@dragoman/store/server/ServerValueRepository") {
  static readonly layer = Layer.effect(
    ServerValueRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      return ServerValueRepository.of({
        find: Effect.fnUntraced(function* (name) {
          const rows = yield* sql<
            Pick<RowOf<typeof serverValueTable>, "value">
          >`SELECT value FROM server_value WHERE name = ${name}`
          return Option.map(Option.fromNullishOr(rows[0]), (row) => open(placeOf(name), row.value))
        }, Effect.orDie),
        insertIfAbsent: Effect.fnUntraced(function* (name, value) {
          const sealIn = yield* sealing
          const row = { name, value: sealIn(placeOf(name), value) }
          yield* sql`${serverValueTable.insert(sql, [row])} ON CONFLICT (name) DO NOTHING`
        }, Effect.orDie)
      })
    })
  )
}

const placeOf = (name: ServerValueName): StoredPlace => ({ table: "server_value", row: name, column: "value" })
