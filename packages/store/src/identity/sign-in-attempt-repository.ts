import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type NewRowOf, type RowOf, select } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { signInAttemptTable } from "../table/sign-in-tables.ts"

const attempt = select(signInAttemptTable.as())

export interface SignInAttemptRow extends RowOf<typeof signInAttemptTable> {}

/** Logins that have begun in the console. */
export class SignInAttemptRepository extends Context.Service<
  SignInAttemptRepository,
  {
    readonly insert: (attempt: NewRowOf<typeof signInAttemptTable>) => Effect.Effect<void>
    /** Removes it: an attempt ends once. Also one that has expired. */
    readonly take: (tokenHash: string) => Effect.Effect<Option.Option<SignInAttemptRow>>
    readonly deleteExpired: (now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/identity/SignInAttemptRepository") {
  static readonly layer = Layer.effect(
    SignInAttemptRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      const placeOf = (tokenHash: string) => secretPlace("sign_in_attempt", tokenHash)
      return SignInAttemptRepository.of({
        insert: Effect.fnUntraced(function* (input) {
          const { tokenHash, invitationCode: code } = input
          const invitationCode = code == null ? null : (yield* sealing)(placeOf(tokenHash), code)
          yield* signInAttemptTable.insert(sql, [{ ...input, invitationCode }])
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (tokenHash) {
          const taken = yield* attempt.first(sql`
            DELETE FROM sign_in_attempt WHERE token_hash = ${tokenHash} RETURNING ${attempt.columns}`)
          return Option.map(taken, ({ invitationCode: code, ...row }) => ({
            ...row,
            invitationCode: code === null ? null : open(placeOf(tokenHash), code)
          }))
        }, Effect.orDie),

        deleteExpired: Effect.fnUntraced(function* (now) {
          yield* sql`DELETE FROM sign_in_attempt WHERE expires_at <= ${now}`
        }, Effect.orDie)
      })
    })
  )
}
