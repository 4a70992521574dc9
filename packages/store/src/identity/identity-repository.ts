import type { AccountType, IdentityType } from "@dragoman/domain/sign-in"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type RowOf, select } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { identityChangeTable, userIdentityTable } from "../table/sign-in-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"
import { type ReleasedAccount, releaseAccounts } from "./release-accounts.ts"

const identity = select(userIdentityTable.as("i"))
/** Without an alias: for RETURNING. */
const claimedIdentity = select(userIdentityTable.as())
const change = select(identityChangeTable.as("c"))

export interface IdentityRow extends RowOf<typeof userIdentityTable> {}
export interface IdentityChangeRow extends RowOf<typeof identityChangeTable> {}

/**
 * A person at a provider. `organizationId`: of its single sign-on; 0: none. A subject is unique at its issuer only. Source:
 * OpenID Connect Core 1.0 section 5.7.
 */
export interface IdentityKey {
  readonly type: IdentityType
  readonly organizationId: number
  readonly issuer: string
  readonly subject: string
}

/** Tokens of a login by single sign-on, which later checks use. */
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
    /** Nothing happens when the account has another identity by now, or none. */
    readonly setSession: (identity: Pick<IdentityRow, "id" | "userId">, session: IdentitySession) => Effect.Effect<void>
    /** Accounts that the single sign-on of the organization manages. */
    readonly listManaged: (organizationId: number) => Effect.Effect<ReadonlyArray<number>>
    /** Ends its links, and the changes and logins that have begun. Those whose accounts it managed. Source: docs/people.md#single-sign-on. */
    readonly releaseManaged: (organizationId: number, at: number) => Effect.Effect<ReadonlyArray<ReleasedAccount>>
    /** Releases one account like `releaseManaged`. */
    readonly release: (userId: number, at: number) => Effect.Effect<ReadonlyArray<ReleasedAccount>>
    /**
     * The issuer of identities that have none yet: older servers and moves from Tolgee do not know it. An administrator of the
     * server gets none of an organization.
     */
    readonly setMissingIssuer: (identities: Omit<IdentityKey, "subject">) => Effect.Effect<void>
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
      const identityPlace = (userId: number) => secretPlace("user_identity", userId)
      const changePlace = (userId: number) => secretPlace("identity_change", userId)
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
        find: Effect.fnUntraced(function* ({ type, organizationId, issuer, subject }) {
          const found = yield* identity.first(sql`
            SELECT ${identity.columns} FROM user_identity i
            WHERE i.type = ${type} AND i.organization_id = ${organizationId} AND i.issuer = ${issuer}
              AND i.subject = ${subject}`)
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
              AND issuer = ${key.issuer} AND subject = ${key.subject} AND user_id <> ${userId}`
          if (taken.length > 0) return false
          yield* sql`DELETE FROM user_identity WHERE user_id = ${userId}`
          const refreshToken = yield* sealed(identityPlace(userId), session.refreshToken)
          const row = { userId, ...key, ...session, refreshToken, createdAt: at }
          // When two people use one identity at the same time, one account gets it.
          const inserted = yield* sql`
            ${userIdentityTable.insert(sql, [row])}
            ON CONFLICT (type, organization_id, issuer, subject) DO NOTHING RETURNING id`
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

        setSession: Effect.fnUntraced(function* ({ id, userId }, { validUntil, checkedAt, refreshToken }) {
          const stored = yield* sealed(identityPlace(userId), refreshToken)
          const updated = yield* sql`UPDATE user_identity
            SET ${sql.update(userIdentityTable.encode({ checkedAt, refreshToken: stored, refreshingUntil: 0 }))}
            WHERE id = ${id} RETURNING id`
          if (updated.length > 0) yield* setAccount(userId, { ssoValidUntil: validUntil })
        }, Effect.orDie),

        listManaged: Effect.fnUntraced(function* (organizationId) {
          const rows = yield* sql<{ userId: number }>`
            SELECT user_id FROM user_identity WHERE type = 'SSO' AND organization_id = ${organizationId} ORDER BY user_id`
          return rows.map(({ userId }) => userId)
        }, Effect.orDie),

        releaseManaged: Effect.fnUntraced(function* (organizationId, at) {
          yield* sql`DELETE FROM identity_change WHERE organization_id = ${organizationId}`
          yield* sql`DELETE FROM sign_in_attempt WHERE organization_id = ${organizationId}`
          return yield* releaseAccounts(sql, sql`i.organization_id = ${organizationId}`, at)
        }, Effect.orDie),

        release: Effect.fnUntraced(function* (userId, at) {
          return yield* releaseAccounts(sql, sql`i.user_id = ${userId}`, at)
        }, Effect.orDie),

        setMissingIssuer: Effect.fnUntraced(function* ({ type, organizationId, issuer }) {
          yield* sql`
            UPDATE user_identity SET issuer = ${issuer}
            WHERE type = ${type} AND organization_id = ${organizationId} AND issuer IS NULL
              AND (type <> 'SSO' OR user_id NOT IN (SELECT id FROM user_account WHERE server_role = 'ADMIN'))`
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
