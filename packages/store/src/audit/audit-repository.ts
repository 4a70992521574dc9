import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RowOf } from "../database/table.ts"
import { auditEntryTable } from "../table/audit-tables.ts"

export interface NewAuditEntry extends Omit<RowOf<typeof auditEntryTable>, "id"> {}

/** The audit log: append-only. */
export class AuditRepository extends Context.Service<
  AuditRepository,
  {
    /** Belongs into the transaction of what it records. */
    readonly insert: (entry: NewAuditEntry) => Effect.Effect<void>
  }
>()("@dragoman/store/audit/AuditRepository") {
  static readonly layer = Layer.effect(
    AuditRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AuditRepository.of({
        insert: Effect.fnUntraced(function* (entry) {
          yield* auditEntryTable.insert(sql, [entry])
        }, Effect.orDie)
      })
    })
  )
}
