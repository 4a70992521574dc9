import type { AccountType, IdentityType } from "@dragoman/domain/sign-in"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type RowOf, select } from "../database/table.ts"
import { makeSecretColumns, signInSecretPlace } from "../encryption/secret-columns.ts"
import { identityChangeTable, userIdentityTable } from "../table/sign-in-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const identity = select(userIdentityTable.as("i"))
/** Without an alias: for RETURNING. */
const claimedIdentity = select(userIdentityTable.as())
const change = select(identityChangeTable.as("c"))

export interface IdentityRow extends RowOf<typeof userIdentityTable> {}
export interface IdentityChangeRow extends RowOf<typeof identityChangeTable> {}

/** A person at a provider. `organizationId`: of its single sign-on; 0: none. */
export interface IdentityKey {
  readonly type: IdentityType
  readonly organizationId: number
  readonly subject: string
}

/** What a login by single sign-on leaves behind. */
export interface IdentitySession {
  readonly refreshToken: string | null
  readonly checkedAt: number
  /** When the provider is to be asked again; null: never. */
  readonly validUntil: number | null
}

/** The accounts of people at providers, and the changes that users have not accepted yet. */
export class IdentityRepository extends Context.Service<
  IdentityRepository,
  {
    readonly find: (key: IdentityKey) => Effect.Effect<Option.Option<IdentityRow>>
    readonly findOfUser: (userId: number) => Effect.Effect<Option.Option<IdentityRow>>
    /**
     * Replaces the identity of the account, and its type. false: another account has the identity; nothing has changed.
     * MANAGED takes the password, the second factor and the passkeys away.
     */
    readonly connect: (
      userId: number,
      key: IdentityKey,
      accountType: AccountType,
      session: IdentitySession & { readonly at: number }
    ) => Effect.Effect<boolean>
    /** The account becomes LOCAL. */
    readonly disconnect: (userId: number) => Effect.Effect<void>
    readonly setSession: (userId: number, session: IdentitySession) => Effect.Effect<void>
    /**
     * The identity, for the one server that may ask the provider until `until`; None: another server does, or there is no
     * identity.
     */
    readonly claimRefresh: (userId: number, now: number, until: number) => Effect.Effect<Option.Option<IdentityRow>>
    readonly setChange: (change: Omit<IdentityChangeRow, "id">) => Effect.Effect<void>
    readonly findChange: (userId: number) => Effect.Effect<Option.Option<IdentityChangeRow>>
    /** false: there is none. */
    readonly deleteChange: (userId: number) => Effect.Effect<boolean>
    readonly deleteExpiredChanges: (now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/identity/IdentityRepository") {
  static readonly layer = Layer.effect(
    IdentityRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      const identityPlace = (userId: number) => signInSecretPlace("user_identity", userId)
      const changePlace = (userId: number) => signInSecretPlace("identity_change", userId)
      const opened = <Row extends { readonly userId: number; readonly refreshToken: string | null }>(
        row: Row,
        placeOf: (userId: number) => ReturnType<typeof identityPlace>
      ): Row => ({
        ...row,
        refreshToken: row.refreshToken === null ? null : open(placeOf(row.userId), row.refreshToken)
      })
      const sealed = Effect.fnUntraced(function* (place: ReturnType<typeof identityPlace>, text: string | null) {
        return text === null ? null : (yield* sealing)(place, text)
      })
      const setAccount = (userId: number, values: Partial<RowOf<typeof userAccountTable>>) =>
        sql`UPDATE user_account SET ${sql.update(userAccountTable.encode(values))} WHERE id = ${userId}`

      return IdentityRepository.of({
        find: Effect.fnUntraced(function* ({ type, organizationId, subject }) {
          const found = yield* identity.first(sql`
            SELECT ${identity.columns} FROM user_identity i
            WHERE i.type = ${type} AND i.organization_id = ${organizationId} AND i.subject = ${subject}`)
          return Option.map(found, (row) => opened(row, identityPlace))
        }, Effect.orDie),

        findOfUser: Effect.fnUntraced(function* (userId) {
          const found = yield* identity.first(sql`
            SELECT ${identity.columns} FROM user_identity i WHERE i.user_id = ${userId}`)
          return Option.map(found, (row) => opened(row, identityPlace))
        }, Effect.orDie),

        connect: Effect.fnUntraced(function* (userId, key, accountType, { at, validUntil, ...session }) {
          const taken = yield* sql`
            SELECT id FROM user_identity WHERE type = ${key.type} AND organization_id = ${key.organizationId}
              AND subject = ${key.subject} AND user_id <> ${userId}`
          if (taken.length > 0) return false
          yield* sql`DELETE FROM user_identity WHERE user_id = ${userId}`
          const refreshToken = yield* sealed(identityPlace(userId), session.refreshToken)
          const row = { userId, ...key, ...session, refreshToken, createdAt: at }
          // Of two people with one identity at the same time, one account gets it.
          const inserted = yield* sql`
            ${userIdentityTable.insert(sql, [row])}
            ON CONFLICT (type, organization_id, subject) DO NOTHING RETURNING id`
          if (inserted.length === 0) return false
          yield* setAccount(userId, {
            accountType,
            ssoValidUntil: validUntil,
            ...(accountType === "MANAGED" ? { passwordHash: null } : {})
          })
          if (accountType !== "MANAGED") return true
          // From now on its provider says who may log in.
          for (const table of ["password_reset", "totp", "recovery_code", "passkey", "passkey_challenge"]) {
            yield* sql`DELETE FROM ${sql(table)} WHERE user_id = ${userId}`
          }
          return true
        }, Effect.orDie),

        disconnect: Effect.fnUntraced(function* (userId) {
          yield* sql`DELETE FROM user_identity WHERE user_id = ${userId}`
          yield* setAccount(userId, { accountType: "LOCAL", ssoValidUntil: null })
        }, Effect.orDie),

        setSession: Effect.fnUntraced(function* (userId, { validUntil, checkedAt, refreshToken }) {
          const stored = yield* sealed(identityPlace(userId), refreshToken)
          yield* sql`UPDATE user_identity
            SET ${sql.update(userIdentityTable.encode({ checkedAt, refreshToken: stored, refreshingUntil: 0 }))}
            WHERE user_id = ${userId}`
          yield* setAccount(userId, { ssoValidUntil: validUntil })
        }, Effect.orDie),

        claimRefresh: Effect.fnUntraced(function* (userId, now, until) {
          const claimed = yield* claimedIdentity.first(sql`
            UPDATE user_identity SET refreshing_until = ${until}
            WHERE user_id = ${userId} AND refreshing_until <= ${now} RETURNING ${claimedIdentity.columns}`)
          return Option.map(claimed, (row) => opened(row, identityPlace))
        }, Effect.orDie),

        setChange: Effect.fnUntraced(function* (input) {
          yield* sql`DELETE FROM identity_change WHERE user_id = ${input.userId}`
          const refreshToken = yield* sealed(changePlace(input.userId), input.refreshToken)
          yield* identityChangeTable.insert(sql, [{ ...input, refreshToken }])
        }, Effect.orDie),

        findChange: Effect.fnUntraced(function* (userId) {
          const found = yield* change.first(sql`
            SELECT ${change.columns} FROM identity_change c WHERE c.user_id = ${userId}`)
          return Option.map(found, (row) => opened(row, changePlace))
        }, Effect.orDie),

        deleteChange: Effect.fnUntraced(function* (userId) {
          return (yield* sql`DELETE FROM identity_change WHERE user_id = ${userId} RETURNING id`).length > 0
        }, Effect.orDie),

        deleteExpiredChanges: Effect.fnUntraced(function* (now) {
          yield* sql`DELETE FROM identity_change WHERE expires_at <= ${now}`
        }, Effect.orDie)
      })
    })
  )
}
