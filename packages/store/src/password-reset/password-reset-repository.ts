import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { passwordResetTable, userAccountTable } from "../table/user-tables.ts"

export interface PasswordResetRow extends RowOf<typeof passwordResetTable> {}

const passwordReset = select({
  ...pick(passwordResetTable.as("r"), "userId", "codeHash", "expiresAt"),
  ...pick(userAccountTable.as("u"), "username", "disabledAt")
})

/** A code with its user. */
export interface FoundPasswordReset extends Selected<typeof passwordReset> {}

/** Codes with which users may set new passwords: one for each user, of which only the digest is kept. */
export class PasswordResetRepository extends Context.Service<
  PasswordResetRepository,
  {
    /** Takes the place of an earlier code of the user. */
    readonly set: (reset: PasswordResetRow) => Effect.Effect<void>
    /**
     * Also one that has expired: the domain decides. One statement, so that an unknown user name takes as long as an account
     * without a code.
     */
    readonly findByUsername: (username: string) => Effect.Effect<Option.Option<FoundPasswordReset>>
    /** false: the user has no such code any more. Of several calls at once, one gets true. */
    readonly take: (userId: number, codeHash: string) => Effect.Effect<boolean>
    readonly deleteExpired: (now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/password-reset/PasswordResetRepository") {
  static readonly layer = Layer.effect(
    PasswordResetRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PasswordResetRepository.of({
        set: Effect.fnUntraced(function* (reset) {
          yield* passwordResetTable.upsert(sql, ["userId"], [reset])
        }, Effect.orDie),

        findByUsername: Effect.fnUntraced(function* (username) {
          return yield* passwordReset.first(sql`
            SELECT ${passwordReset.columns} FROM user_account u JOIN password_reset r ON r.user_id = u.id
            WHERE u.username = ${username} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (userId, codeHash) {
          const rows = yield* sql`
            DELETE FROM password_reset WHERE user_id = ${userId} AND code_hash = ${codeHash} RETURNING user_id`
          return rows.length > 0
        }, Effect.orDie),

        deleteExpired: Effect.fnUntraced(function* (now) {
          yield* sql`DELETE FROM password_reset WHERE expires_at <= ${now}`
        }, Effect.orDie)
      })
    })
  )
}
