import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { forUpdate } from "../database/locks.ts"
import { jsonIds } from "../database/sql-fragments.ts"

export interface ReleasedAccount {
  readonly userId: number
  readonly username: string
  /** The organization that managed it. */
  readonly organizationId: number
}

/**
 * Makes accounts that the single sign-on of an organization manages local ones, in the transaction that is open. `which`: a
 * condition about the identity `i`. Sessions, access tokens and refresh tokens end. An account without a password can use
 * nothing until it has one: the provider may have stopped vouching for the person.
 */
export const releaseAccounts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  which: Statement.Fragment,
  at: number
) {
  // Users come first of all locks (ADR 13).
  const rows = yield* sql<{ userId: number; username: string; organizationId: number }>`
    SELECT u.id AS user_id, u.username, i.organization_id
    FROM user_account u JOIN user_identity i ON i.user_id = u.id
    WHERE i.type = 'SSO' AND ${which} ORDER BY u.id ${forUpdate(sql)}`
  const released: ReadonlyArray<ReleasedAccount> = rows.map((row) => ({ ...row }))
  if (released.length === 0) return []
  const ids = jsonIds(
    sql,
    released.map(({ userId }) => userId)
  )
  // Repeats the rule `nextTokenGeneration` of the domain.
  yield* sql`
    UPDATE user_account SET account_type = 'LOCAL',
      sso_valid_until = CASE WHEN password_hash IS NULL THEN 0 END,
      tokens_valid_not_before =
        CASE WHEN tokens_valid_not_before < ${at} THEN ${at} ELSE tokens_valid_not_before + 1 END
    WHERE id IN ${ids}`
  // Ends tokens like `endTokens` of the users, for many of them.
  for (const table of ["console_session", "identity_change", "user_identity", "password_reset"]) {
    yield* sql`DELETE FROM ${sql(table)} WHERE user_id IN ${ids}`
  }
  yield* sql`DELETE FROM email_verification WHERE user_id IN ${ids} AND new_email IS NOT NULL`
  yield* announceAccessChange(sql)
  return released
})
