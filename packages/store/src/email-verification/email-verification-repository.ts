import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { type RowOf, select } from "../database/table.ts"
import { emailVerificationTable } from "../table/user-tables.ts"

export interface EmailVerificationRow extends RowOf<typeof emailVerificationTable> {}

const emailVerification = select(emailVerificationTable.as())

/** Codes that were sent to addresses of users: one for each user, of which only the digest is kept. */
export class EmailVerificationRepository extends Context.Service<
  EmailVerificationRepository,
  {
    /** Takes the place of an earlier code of the user. */
    readonly set: (verification: EmailVerificationRow) => Effect.Effect<void>
    /** Finds a verification, also one that has expired: the domain decides. */
    readonly find: (userId: number) => Effect.Effect<Option.Option<EmailVerificationRow>>
    /** false: the user has no such code any more. Of several calls at once, one gets true. */
    readonly take: (userId: number, codeHash: string) => Effect.Effect<boolean>
    /** A changed address whose code has expired is forgotten; an unverified account stays one. */
    readonly deleteExpired: (now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/email-verification/EmailVerificationRepository") {
  static readonly layer = Layer.effect(
    EmailVerificationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return EmailVerificationRepository.of({
        set: Effect.fnUntraced(function* (verification) {
          yield* emailVerificationTable.upsert(sql, ["userId"], [verification])
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (userId) {
          return yield* emailVerification.first(sql`
            SELECT ${emailVerification.columns} FROM email_verification WHERE user_id = ${userId}`)
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (userId, codeHash) {
          const rows = yield* sql`
            DELETE FROM email_verification WHERE user_id = ${userId} AND code_hash = ${codeHash} RETURNING user_id`
          return rows.length > 0
        }, Effect.orDie),

        deleteExpired: Effect.fnUntraced(function* (now) {
          yield* sql`DELETE FROM email_verification WHERE expires_at <= ${now}`
        }, Effect.orDie)
      })
    })
  )
}
