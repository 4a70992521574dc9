import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { type NewRowOf, type RowOf, select } from "../database/table.ts"
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
      return SignInAttemptRepository.of({
        insert: Effect.fnUntraced(function* (input) {
          yield* signInAttemptTable.insert(sql, [input])
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (tokenHash) {
          return yield* attempt.first(sql`
            DELETE FROM sign_in_attempt WHERE token_hash = ${tokenHash} RETURNING ${attempt.columns}`)
        }, Effect.orDie),

        deleteExpired: Effect.fnUntraced(function* (now) {
          yield* sql`DELETE FROM sign_in_attempt WHERE expires_at <= ${now}`
        }, Effect.orDie)
      })
    })
  )
}
