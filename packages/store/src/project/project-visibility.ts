import { Schema } from "effect"
import { Statement } from "effect/sql"
import { type Column, computed } from "../database/table.ts"

const isNotNone = "d.type IS DISTINCT FROM 'NONE'"

const fragment = (condition: string) => Statement.fragment([Statement.literal(condition)])

/** Says whether a user sees a project, by the aliases of the organization, the role in it and the direct permission. */
const isVisibleBy = (organization: string, role: string, direct: string): string => `(${role}.role = 'OWNER'
    OR (${direct}.project_id IS NOT NULL AND ${direct}.type IS DISTINCT FROM 'NONE')
    OR (${direct}.project_id IS NULL AND ${role}.role IS NOT NULL
      AND ${organization}.base_type IS DISTINCT FROM 'NONE'))`

/**
 * Whether a user may see a project, as `computePermission` of the domain decides it for users without a server role. Of the
 * organization `o`, and the user's role `r` and direct permission `d`, which may be absent.
 */
export const isVisible = fragment(isVisibleBy("o", "r", "d"))

/**
 * Whether a user may see a live project now, server administrators included: for rows that show its name. The arguments are
 * expressions of ids.
 */
export const seesProject = (userId: string, projectId: string): string => `EXISTS (
  SELECT 1 FROM project seen_project
  JOIN organization seen_owner ON seen_owner.id = seen_project.organization_id AND seen_owner.deleted_at IS NULL
  JOIN user_account viewer ON viewer.id = ${userId}
  LEFT JOIN organization_role viewer_role
    ON viewer_role.organization_id = seen_owner.id AND viewer_role.user_id = viewer.id
  LEFT JOIN direct_permission viewer_permission
    ON viewer_permission.project_id = seen_project.id AND viewer_permission.user_id = viewer.id
  WHERE seen_project.id = ${projectId} AND seen_project.deleted_at IS NULL
    AND (viewer.server_role = 'ADMIN' OR ${isVisibleBy("seen_owner", "viewer_role", "viewer_permission")}))`

/**
 * Whether a user may read the name that another user has now: both have a role in one organization, or both may see the
 * project, or the reader is a server administrator (ADR 79). Expressions of ids, as above.
 */
export const seesUser = (readerId: string, userId: string, projectId: string): string => `(${readerId} = ${userId}
  OR EXISTS (
    SELECT 1 FROM organization_role mine
    JOIN organization_role theirs ON theirs.organization_id = mine.organization_id AND theirs.user_id = ${userId}
    JOIN organization shared ON shared.id = mine.organization_id AND shared.deleted_at IS NULL
    WHERE mine.user_id = ${readerId})
  OR EXISTS (SELECT 1 FROM user_account reader WHERE reader.id = ${readerId} AND reader.server_role = 'ADMIN')
  OR (${seesProject(readerId, projectId)} AND ${seesProject(userId, projectId)}))`

/**
 * The user name of an author, usually an address, beside content of a project: empty when the author may not see the project any
 * more (ADR 79). `author`: the alias of the account.
 */
export const usernameInProject = (author: string, projectId: string): Column<string> =>
  computed(
    Schema.String,
    `CASE WHEN ${author}.deleted_at IS NOT NULL OR ${seesProject(`${author}.id`, projectId)}
      THEN ${author}.username ELSE '' END`
  )

/** The same in one organization, where what `isVisible` asks of `o` and `r` is known: shorter, so that indexes serve it. */
export const visibleInOrganization = {
  everything: [],
  /** To members, unless the base permission is NONE. */
  allButHidden: [fragment(isNotNone)],
  onlyDirect: [fragment("d.project_id IS NOT NULL"), fragment(isNotNone)]
} as const
