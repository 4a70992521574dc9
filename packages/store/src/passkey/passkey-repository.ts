import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { except, type NewRowOf, type RowOf, type Selected, select } from "../database/table.ts"
import { type PasskeyPurpose, passkeyChallengeTable, passkeyTable } from "../table/second-factor-tables.ts"

const p = passkeyTable.as("p")

const passkey = select({ passkeyId: p.id, ...except(p, "id") })

export interface PasskeyRow extends Selected<typeof passkey> {}

const challenge = select(passkeyChallengeTable.as())

export interface PasskeyChallengeRow extends Selected<typeof challenge> {}

/** Passkeys, and the challenges that wait for an answer of one. */
export class PasskeyRepository extends Context.Service<
  PasskeyRepository,
  {
    /** The oldest first. */
    readonly list: (userId: number) => Effect.Effect<ReadonlyArray<PasskeyRow>>
    readonly findByCredential: (credentialId: string) => Effect.Effect<Option.Option<PasskeyRow>>
    /** None: the credential belongs to an account already. */
    readonly create: (passkey: NewRowOf<typeof passkeyTable>) => Effect.Effect<Option.Option<number>>
    /** false, as below: the user has no such passkey. */
    readonly rename: (userId: number, passkeyId: number, name: string) => Effect.Effect<boolean>
    readonly delete: (userId: number, passkeyId: number) => Effect.Effect<boolean>
    /** The names of those that are gone: all but the kept ones. */
    readonly deleteAll: (userId: number, keptIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<string>>
    /** `before`: its counter as it was read. false: it was used meanwhile, or removed. */
    readonly markUsed: (use: {
      readonly passkeyId: number
      readonly before: number
      readonly counter: number
      readonly backedUp: boolean
      readonly at: number
    }) => Effect.Effect<boolean>
    readonly createChallenge: (challenge: RowOf<typeof passkeyChallengeTable>) => Effect.Effect<void>
    /** The challenge, which is gone afterwards. None: there is none, it was answered, or its time is over. */
    readonly takeChallenge: (
      challengeHash: string,
      purpose: PasskeyPurpose,
      now: number
    ) => Effect.Effect<Option.Option<PasskeyChallengeRow>>
    readonly deleteExpiredChallenges: (now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/passkey/PasskeyRepository") {
  static readonly layer = Layer.effect(
    PasskeyRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PasskeyRepository.of({
        list: Effect.fnUntraced(function* (userId) {
          return yield* passkey.all(sql`
            SELECT ${passkey.columns} FROM passkey p WHERE p.user_id = ${userId} ORDER BY p.id`)
        }, Effect.orDie),

        findByCredential: Effect.fnUntraced(function* (credentialId) {
          return yield* passkey.first(sql`
            SELECT ${passkey.columns} FROM passkey p WHERE p.credential_id = ${credentialId}`)
        }, Effect.orDie),

        create: Effect.fnUntraced(function* (row) {
          const rows = yield* sql<{ id: number }>`
            ${passkeyTable.insert(sql, [row])} ON CONFLICT (credential_id) DO NOTHING RETURNING id`
          return Option.map(Option.fromNullishOr(rows[0]), ({ id }) => id)
        }, Effect.orDie),

        rename: Effect.fnUntraced(function* (userId, passkeyId, name) {
          const rows = yield* sql`
            UPDATE passkey SET name = ${name} WHERE id = ${passkeyId} AND user_id = ${userId} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        delete: Effect.fnUntraced(function* (userId, passkeyId) {
          const rows = yield* sql`DELETE FROM passkey WHERE id = ${passkeyId} AND user_id = ${userId} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        deleteAll: Effect.fnUntraced(function* (userId, keptIds) {
          const rows = yield* sql<{ name: string }>`
            DELETE FROM passkey WHERE user_id = ${userId} AND id NOT IN ${jsonIds(sql, keptIds)} RETURNING name`
          return rows.map(({ name }) => name)
        }, Effect.orDie),

        markUsed: Effect.fnUntraced(function* ({ passkeyId, before, counter, backedUp, at }) {
          const rows = yield* sql`
            UPDATE passkey SET ${sql.update(passkeyTable.encode({ counter, backedUp, lastUsedAt: at }))}
            WHERE id = ${passkeyId} AND counter = ${before} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        createChallenge: Effect.fnUntraced(function* (row) {
          yield* passkeyChallengeTable.insert(sql, [row])
        }, Effect.orDie),

        takeChallenge: Effect.fnUntraced(function* (challengeHash, purpose, now) {
          return yield* challenge.first(sql`
            DELETE FROM passkey_challenge
            WHERE challenge_hash = ${challengeHash} AND purpose = ${purpose} AND expires_at > ${now}
            RETURNING ${challenge.columns}`)
        }, Effect.orDie),

        deleteExpiredChallenges: Effect.fnUntraced(function* (now) {
          yield* sql`DELETE FROM passkey_challenge WHERE expires_at <= ${now}`
        }, Effect.orDie)
      })
    })
  )
}
