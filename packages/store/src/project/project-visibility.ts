import { Statement } from "effect/sql"

const hasDirectPermission = "d.project_id IS NOT NULL"
const isNotNone = "d.type IS DISTINCT FROM 'NONE'"

const fragment = (condition: string) => Statement.fragment([Statement.literal(condition)])

const isVisibleToUser = `(r.role = 'OWNER'
    OR (${hasDirectPermission} AND ${isNotNone})
    OR (d.project_id IS NULL AND r.role IS NOT NULL AND o.base_type IS DISTINCT FROM 'NONE'))`

/**
 * Whether a user may see a project, as `computePermission` of the domain decides it for users without a server role. Of the
 * organization `o`, and the user's role `r` and direct permission `d`, which may be absent.
 */
export const isVisible = fragment(isVisibleToUser)

/**
 * Whether a user may see a live project now, server administrators included: for rows that show its name. The arguments are
 * expressions of ids, of other tables than those named here.
 */
export const seesProject = (userId: string, projectId: string): string => `EXISTS (
  SELECT 1 FROM project seen
  JOIN organization o ON o.id = seen.organization_id AND o.deleted_at IS NULL
  JOIN user_account viewer ON viewer.id = ${userId}
  LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = viewer.id
  LEFT JOIN direct_permission d ON d.project_id = seen.id AND d.user_id = viewer.id
  WHERE seen.id = ${projectId} AND seen.deleted_at IS NULL AND (viewer.server_role = 'ADMIN' OR ${isVisibleToUser}))`

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

/** The same in one organization, where what `isVisible` asks of `o` and `r` is known: shorter, so that indexes serve it. */
export const visibleInOrganization = {
  everything: [],
  /** To members, unless the base permission is NONE. */
  allButHidden: [fragment(isNotNone)],
  onlyDirect: [fragment(hasDirectPermission), fragment(isNotNone)]
} as const
