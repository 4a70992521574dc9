import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { pick, type Selected, select } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { recoveryCodeTable, totpTable } from "../table/second-factor-tables.ts"

const totp = select(pick(totpTable.as(), "userId", "totpKey", "lastStep"))

/** The key in plain. */
export interface TotpRow extends Selected<typeof totp> {}

const recoveryCode = select(pick(recoveryCodeTable.as(), "id", "codeHash"))

export interface RecoveryCodeRow extends Selected<typeof recoveryCode> {}

/** Second factors of accounts. Writes belong into a transaction that has locked the account. */
export class SecondFactorRepository extends Context.Service<
  SecondFactorRepository,
  {
    /** None: the second factor of the account is off. */
    readonly findTotp: (userId: number) => Effect.Effect<Option.Option<TotpRow>>
    readonly insertTotp: (totp: TotpRow & { readonly at: number }) => Effect.Effect<void>
    /** false: a code of this step or a later one was used before; nothing has changed. */
    readonly useStep: (userId: number, step: number) => Effect.Effect<boolean>
    /** The key, and the recovery codes, which mean nothing without it. false: there was none. */
    readonly deleteTotp: (userId: number) => Effect.Effect<boolean>
    readonly listRecoveryCodes: (userId: number) => Effect.Effect<ReadonlyArray<RecoveryCodeRow>>
    /** Replaces all earlier codes. */
    readonly replaceRecoveryCodes: (userId: number, hashes: ReadonlyArray<string>, at: number) => Effect.Effect<void>
    /** false: it has just been used. */
    readonly deleteRecoveryCode: (userId: number, id: number) => Effect.Effect<boolean>
  }
>()("@dragoman/store/second-factor/SecondFactorRepository") {
  static readonly layer = Layer.effect(
    SecondFactorRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      return SecondFactorRepository.of({
        findTotp: Effect.fnUntraced(function* (userId) {
          const found = yield* totp.first(sql`SELECT ${totp.columns} FROM totp WHERE user_id = ${userId}`)
          return Option.map(found, (row) => ({ ...row, totpKey: open(secretPlace("totp", userId), row.totpKey) }))
        }, Effect.orDie),

        insertTotp: Effect.fnUntraced(function* ({ at, ...row }) {
          const sealIn = yield* sealing
          const totpKey = sealIn(secretPlace("totp", row.userId), row.totpKey)
          yield* totpTable.insert(sql, [{ ...row, totpKey, createdAt: at }])
        }, Effect.orDie),

        useStep: Effect.fnUntraced(function* (userId, step) {
          const rows = yield* sql`
            UPDATE totp SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step} RETURNING user_id`
          return rows.length > 0
        }, Effect.orDie),

        deleteTotp: Effect.fnUntraced(function* (userId) {
          yield* sql`DELETE FROM recovery_code WHERE user_id = ${userId}`
          const rows = yield* sql`DELETE FROM totp WHERE user_id = ${userId} RETURNING user_id`
          return rows.length > 0
        }, Effect.orDie),

        listRecoveryCodes: Effect.fnUntraced(function* (userId) {
          return yield* recoveryCode.all(sql`
            SELECT ${recoveryCode.columns} FROM recovery_code WHERE user_id = ${userId} ORDER BY id`)
        }, Effect.orDie),

        replaceRecoveryCodes: Effect.fnUntraced(function* (userId, hashes, at) {
          yield* sql`DELETE FROM recovery_code WHERE user_id = ${userId}`
          yield* recoveryCodeTable.insert(
            sql,
            hashes.map((codeHash) => ({ codeHash })),
            { userId, createdAt: at }
          )
        }, Effect.orDie),

        deleteRecoveryCode: Effect.fnUntraced(function* (userId, id) {
          const rows = yield* sql`DELETE FROM recovery_code WHERE id = ${id} AND user_id = ${userId} RETURNING id`
          return rows.length > 0
        }, Effect.orDie)
      })
    })
  )
}
