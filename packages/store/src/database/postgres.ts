import { PgClient, PgTypes } from "@effect/sql-pg"
import { type Layer, Redacted, Result } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { columnToField } from "./column-name.ts"

/** Connections of one process; PostgreSQL allows 100 by default for all processes together. */
const connectionsMax = 20

const int8Oid = 20

/** Ids, counts and epoch milliseconds stay below 2^53 (product section 2), so they are numbers as in SQLite. */
const int8AsNumber: PgTypes.Codec<number> = {
  encode: (value) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
    return Result.succeed(bytes)
  },
  decode: (bytes) => Result.succeed(Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0)))
}

/** PostgreSQL by URL, with the same value types as SQLite: int8 as number, flags as 0 and 1, JSON as text. */
export const layerPostgres = (url: string): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> => {
  const types = PgTypes.makeRegistry()
  types.register(int8Oid, int8AsNumber)
  return PgClient.layer({
    url: Redacted.make(url),
    maxConnections: connectionsMax,
    applicationName: "dragoman",
    transformResultNames: columnToField,
    types
  })
}
