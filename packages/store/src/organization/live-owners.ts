import type { SqlClient, Statement } from "effect/sql"

/**
 * Whether the organization `o` has an owner besides this user, and who can act: neither deleted nor disabled. Everything
 * that asks whether an organization keeps an owner asks this.
 */
export const hasOtherOwner = (sql: SqlClient.SqlClient, userId: number): Statement.Fragment => sql`EXISTS (
  SELECT 1 FROM organization_role other JOIN user_account owner ON owner.id = other.user_id
  WHERE other.organization_id = o.id AND other.role = 'OWNER' AND other.user_id <> ${userId}
    AND owner.deleted_at IS NULL AND owner.disabled_at IS NULL)`
