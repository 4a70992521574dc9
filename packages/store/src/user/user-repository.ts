import { nextTokenGeneration } from "@dragoman/domain/credential"
import type { AdministratorFacts, ServerRole } from "@dragoman/domain/permission"
import { type AccountType, identityTypes } from "@dragoman/domain/sign-in"
import { formerUserName } from "@dragoman/domain/user"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { forUpdate } from "../database/locks.ts"
import { jsonIds } from "../database/sql-fragments.ts"
import { computed, Flag, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { lockImports } from "../import/import-conflicts.ts"
import { mfaEnabledColumn } from "../table/second-factor-tables.ts"
import { pendingEmailColumn, userAccountTable } from "../table/user-tables.ts"

const u = userAccountTable.as("u")

const user = select({
  userId: u.id,
  ...pick(
    u,
    "username",
    "name",
    "avatarHash",
    "passwordHash",
    "serverRole",
    "isInitial",
    "passwordChanged",
    "tokensValidNotBefore",
    "disabledAt",
    "emailVerified",
    "accountType",
    "ssoValidUntil"
  ),
  pendingEmail: pendingEmailColumn,
  mfaEnabled: mfaEnabledColumn,
  /** The provider that opens the account; null: none. */
  thirdPartyAuthType: computed(
    Schema.NullOr(Schema.Literals(identityTypes)),
    "(SELECT i.type FROM user_identity i WHERE i.user_id = u.id)"
  )
})

/** A live account. */
export interface UserRow extends Selected<typeof user> {}

const takenName = select({
  username: u.username,
  isDisabled: computed(Flag, "CASE WHEN u.disabled_at IS NULL THEN 0 ELSE 1 END")
})

const administratorFacts = select({
  serverRole: u.serverRole,
  hasOtherAdministrator: computed(
    Flag,
    `CASE WHEN EXISTS (
      SELECT 1 FROM user_account other
      WHERE other.server_role = 'ADMIN' AND other.id <> u.id AND other.deleted_at IS NULL AND other.disabled_at IS NULL
    ) THEN 1 ELSE 0 END`
  )
})

const generation = select(pick(userAccountTable.as(), "tokensValidNotBefore"))

const lockedUser = select(pick(userAccountTable.as(), "id", "serverRole", "disabledAt"))

export interface NewUser {
  readonly username: string
  readonly name: string
  /** null: no password opens the account. */
  readonly passwordHash: string | null
  readonly accountType?: AccountType
  readonly serverRole: ServerRole
  readonly isInitial: boolean
  readonly passwordChanged: boolean
  /** Absent: as if it were. */
  readonly emailVerified?: boolean
  readonly at: number
}

export interface EndOfTokens {
  readonly at: number
  /** The console session that stays as a row, to get the new generation; null: none. */
  readonly keptSessionId: number | null
}

/** Accounts that are not deleted. */
export class UserRepository extends Context.Service<
  UserRepository,
  {
    readonly find: (userId: number) => Effect.Effect<Option.Option<UserRow>>
    readonly findByUsername: (username: string) => Effect.Effect<Option.Option<UserRow>>
    /** Returns whether the initial account is the only one and still has the generated password. */
    readonly isFirstStart: Effect.Effect<boolean>
    /** Says whether there is such an account and it is not disabled. */
    readonly isEnabled: (userId: number) => Effect.Effect<boolean>
    /** Finds those of the names that accounts have, and whether the account is disabled. */
    readonly findTaken: (
      usernames: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly username: string; readonly isDisabled: boolean }>>
    /** Says whether there is any account, even a deleted one. */
    readonly hasAny: Effect.Effect<boolean>
    readonly findInitial: Effect.Effect<Option.Option<UserRow>>
    /** The new id; None: the user name is taken. */
    readonly create: (user: NewUser) => Effect.Effect<Option.Option<number>>
    /**
     * false: the user name belongs to another account; nothing has changed. Another user name ends the links that were mailed
     * to the one before, and an address that waits; so does `setVerifiedEmail`.
     */
    readonly edit: (
      userId: number,
      values: { readonly username: string; readonly name: string }
    ) => Effect.Effect<boolean>
    /** The address is that of the user from now on: the user name becomes `email`. false: as with `edit`. */
    readonly setVerifiedEmail: (userId: number, email: string) => Effect.Effect<boolean>
    /** Sets a new password and ends tokens like `endTokens`. An account of a third party becomes a local one. */
    readonly setPassword: (
      userId: number,
      values: { readonly passwordHash: string; readonly passwordChanged: boolean },
      end: EndOfTokens
    ) => Effect.Effect<number>
    /** Another hash of the same password; nothing happens when the password was changed meanwhile. */
    readonly replaceHash: (userId: number, before: string, after: string) => Effect.Effect<void>
    /**
     * Ends whatever could bring back a person who had the account: all access tokens, those of administrators who act as the
     * user too, console sessions, an address that waits for its verification, and a link for a new password. Returns the new
     * generation of access tokens, which differs from all before. Source: docs/sessions.md.
     */
    readonly endTokens: (userId: number, end: EndOfTokens) => Effect.Effect<number>
    /**
     * Locks accounts by id until the transaction ends; which of them are not deleted. Users come first of all locks (ADR
     * 13): giving a user the role of an owner, and deleting or disabling the account, need this lock.
     */
    readonly lock: (userIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Locks all server administrators and these accounts, as `lock`; the administrators who can act. */
    readonly lockAdministrators: (alsoIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** false, as in the two below: there is no such account. `at`: null enables it again; else as `endTokens`, for good. */
    readonly setDisabled: (userId: number, at: number | null) => Effect.Effect<boolean>
    /** None: there is no such account. */
    readonly findAdministratorFacts: (userId: number) => Effect.Effect<Option.Option<AdministratorFacts>>
    readonly setServerRole: (userId: number, role: ServerRole) => Effect.Effect<boolean>
    /** Leaves a nameless account behind that nothing belongs to any more; what the user has done keeps its author. */
    readonly delete: (userId: number, at: number) => Effect.Effect<boolean>
  }
>()("@dragoman/store/user/UserRepository") {
  static readonly layer = Layer.effect(
    UserRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const update = Effect.fnUntraced(function* (userId: number, change: Partial<RowOf<typeof userAccountTable>>) {
        const rows = yield* sql`
          UPDATE user_account SET ${sql.update(userAccountTable.encode(change))} WHERE id = ${userId} AND deleted_at IS NULL RETURNING id`
        return rows.length > 0
      })
      const endTokens = Effect.fnUntraced(function* (userId: number, { at, keptSessionId }: EndOfTokens) {
        const found = yield* generation.first(sql`
          SELECT ${generation.columns} FROM user_account WHERE id = ${userId} AND deleted_at IS NULL ${forUpdate(sql)}`)
        const tokensValidNotBefore = Option.match(found, {
          onNone: () => at,
          onSome: (before) => nextTokenGeneration(at, before.tokensValidNotBefore)
        })
        yield* update(userId, { tokensValidNotBefore })
        yield* sql`DELETE FROM console_session WHERE user_id = ${userId} AND id <> ${keptSessionId ?? 0}`
        yield* endLinks(userId)
        yield* announceAccessChange(sql)
        return tokensValidNotBefore
      })
      /** The link that verifies the user name itself stays: it leads to the mailbox of the user. */
      const endLinks = Effect.fnUntraced(function* (userId: number) {
        yield* sql`DELETE FROM email_verification WHERE user_id = ${userId} AND new_email IS NOT NULL`
        yield* sql`DELETE FROM password_reset WHERE user_id = ${userId}`
      })
      /** Links of mails to the address of before end with it. */
      const rename = Effect.fnUntraced(function* (
        userId: number,
        change: Partial<RowOf<typeof userAccountTable>> & { readonly username: string }
      ) {
        const renamed = yield* sql`
          SELECT id FROM user_account WHERE id = ${userId} AND username <> ${change.username} ${forUpdate(sql)}`
        if (renamed.length > 0) {
          yield* sql`DELETE FROM email_verification WHERE user_id = ${userId}`
          yield* sql`DELETE FROM password_reset WHERE user_id = ${userId}`
        }
        return yield* update(userId, change)
      })
      /** A savepoint: PostgreSQL accepts nothing more in a transaction after a broken constraint. */
      const unlessTaken = (change: Effect.Effect<boolean, SqlError.SqlError>) =>
        sql.withTransaction(change).pipe(
          Effect.catchIf(
            (error) => error.reason._tag === "UniqueViolation",
            () => Effect.succeed(false)
          ),
          Effect.orDie
        )
      return UserRepository.of({
        find: Effect.fnUntraced(function* (userId) {
          return yield* user.first(sql`
            SELECT ${user.columns} FROM user_account u WHERE u.id = ${userId} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        isFirstStart: Effect.orDie(
          Effect.map(
            sql<{ isFirst: number }>`
              SELECT CASE WHEN EXISTS (
                SELECT 1 FROM user_account WHERE deleted_at IS NULL AND is_initial = 1 AND password_changed = 0
              ) AND NOT EXISTS (SELECT 1 FROM user_account WHERE deleted_at IS NULL AND is_initial = 0)
              THEN 1 ELSE 0 END AS is_first`,
            ([row]) => row?.isFirst === 1
          )
        ),

        findByUsername: Effect.fnUntraced(function* (username) {
          return yield* user.first(sql`
            SELECT ${user.columns} FROM user_account u WHERE u.username = ${username} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        isEnabled: Effect.fnUntraced(function* (userId) {
          const rows = yield* sql`
            SELECT id FROM user_account WHERE id = ${userId} AND deleted_at IS NULL AND disabled_at IS NULL`
          return rows.length > 0
        }, Effect.orDie),

        findTaken: Effect.fnUntraced(function* (usernames) {
          return yield* takenName.all(sql`
            SELECT ${takenName.columns} FROM user_account u
            WHERE ${sql.in("u.username", usernames)} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        hasAny: sql`SELECT id FROM user_account LIMIT 1`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie,
          Effect.withSpan("UserRepository.hasAny")
        ),

        findInitial: user
          .first(sql`
            SELECT ${user.columns} FROM user_account u
            WHERE u.is_initial = 1 AND u.deleted_at IS NULL ORDER BY u.id LIMIT 1`)
          .pipe(Effect.orDie, Effect.withSpan("UserRepository.findInitial")),

        create: Effect.fnUntraced(function* ({ at, ...input }) {
          const rows = yield* sql<{ id: number }>`
            ${userAccountTable.insert(sql, [{ ...input, createdAt: at }])}
            ON CONFLICT (username) WHERE deleted_at IS NULL DO NOTHING RETURNING id`
          return Option.map(Option.fromNullishOr(rows[0]), ({ id }) => id)
        }, Effect.orDie),

        edit: (userId, { username, name }) =>
          unlessTaken(rename(userId, { username, name })).pipe(Effect.withSpan("UserRepository.edit")),

        setVerifiedEmail: (userId, email) =>
          unlessTaken(rename(userId, { username: email, emailVerified: true })).pipe(
            Effect.withSpan("UserRepository.setVerifiedEmail")
          ),

        setPassword: Effect.fnUntraced(function* (userId, { passwordHash, passwordChanged }, end) {
          // The password opens it from now on, whatever a provider said last.
          yield* update(userId, { passwordHash, passwordChanged, accountType: "LOCAL", ssoValidUntil: null })
          return yield* endTokens(userId, end)
        }, Effect.orDie),

        replaceHash: Effect.fnUntraced(function* (userId, before, after) {
          yield* sql`UPDATE user_account SET password_hash = ${after} WHERE id = ${userId} AND password_hash = ${before}`
        }, Effect.orDie),

        endTokens: (userId, end) =>
          endTokens(userId, end).pipe(Effect.orDie, Effect.withSpan("UserRepository.endTokens")),

        lock: Effect.fnUntraced(function* (userIds) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM user_account WHERE id IN ${jsonIds(sql, userIds)} AND deleted_at IS NULL
            ORDER BY id ${forUpdate(sql)}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        lockAdministrators: Effect.fnUntraced(function* (alsoIds) {
          const rows = yield* lockedUser.all(sql`
            SELECT ${lockedUser.columns} FROM user_account
            WHERE (server_role = 'ADMIN' OR id IN ${jsonIds(sql, alsoIds)}) AND deleted_at IS NULL
            ORDER BY id ${forUpdate(sql)}`)
          return rows.flatMap((row) => (row.serverRole === "ADMIN" && row.disabledAt === null ? [row.id] : []))
        }, Effect.orDie),

        setDisabled: Effect.fnUntraced(function* (userId, at) {
          yield* at === null ? announceAccessChange(sql) : endTokens(userId, { at, keptSessionId: null })
          return yield* update(userId, { disabledAt: at })
        }, Effect.orDie),

        findAdministratorFacts: Effect.fnUntraced(function* (userId) {
          return yield* administratorFacts.first(sql`
            SELECT ${administratorFacts.columns} FROM user_account u WHERE u.id = ${userId} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        setServerRole: Effect.fn("UserRepository.setServerRole")(
          (userId, role) => Effect.tap(update(userId, { serverRole: role }), announceAccessChange(sql)),
          Effect.orDie
        ),

        delete: Effect.fnUntraced(function* (userId, at) {
          // Mails know the address only. One to an address that waits for its verification is the user's, too.
          yield* sql`
            DELETE FROM mail WHERE recipient IN (
              SELECT username FROM user_account WHERE id = ${userId} AND deleted_at IS NULL
              UNION SELECT new_email FROM email_verification WHERE user_id = ${userId} AND new_email IS NOT NULL)`
          yield* endTokens(userId, { at, keptSessionId: null })
          const isDeleted = yield* update(userId, {
            name: formerUserName,
            username: "former",
            passwordHash: null,
            accountType: "LOCAL",
            ssoValidUntil: null,
            avatarHash: null,
            serverRole: "USER",
            preferredOrganizationId: null,
            deletedAt: at
          })
          if (!isDeleted) return false
          yield* sql`DELETE FROM project_api_key WHERE user_id = ${userId}`
          yield* sql`DELETE FROM personal_access_token WHERE user_id = ${userId}`
          yield* sql`DELETE FROM email_verification WHERE user_id = ${userId}`
          yield* sql`DELETE FROM known_client WHERE user_id = ${userId}`
          for (const table of ["totp", "recovery_code", "passkey", "passkey_challenge"]) {
            yield* sql`DELETE FROM ${sql(table)} WHERE user_id = ${userId}`
          }
          yield* sql`DELETE FROM user_identity WHERE user_id = ${userId}`
          yield* sql`DELETE FROM identity_change WHERE user_id = ${userId}`
          yield* sql`DELETE FROM sign_in_attempt WHERE user_id = ${userId}`
          yield* sql`DELETE FROM direct_permission WHERE user_id = ${userId}`
          yield* sql`DELETE FROM organization_role WHERE user_id = ${userId}`
          yield* sql`DELETE FROM invitation WHERE created_by = ${userId}`
          yield* sql`DELETE FROM user_stored_value WHERE user_id = ${userId}`
          // Closed tasks keep who worked on them.
          yield* sql`
            DELETE FROM task_assignee WHERE user_id = ${userId}
              AND task_id IN (SELECT id FROM task WHERE state IN ('NEW', 'IN_PROGRESS'))`
          yield* sql`DELETE FROM notification WHERE user_id = ${userId}`
          yield* sql`DELETE FROM notification_setting WHERE user_id = ${userId}`
          yield* sql`DELETE FROM notification_mail WHERE user_id = ${userId}`
          yield* sql`DELETE FROM known_browser WHERE user_id = ${userId}`
          // A plan that is still being made expires within a day; no other user can read it.
          yield* sql`
            UPDATE import_plan SET deleted_at = ${at} WHERE user_id = ${userId} AND is_ready = 1 AND deleted_at IS NULL`
          yield* lockImports(sql, sql`SELECT id FROM import WHERE user_id = ${userId} AND deleted_at IS NULL`)
          yield* sql`UPDATE import SET deleted_at = ${at} WHERE user_id = ${userId} AND deleted_at IS NULL`
          return true
        }, Effect.orDie)
      })
    })
  )
}
