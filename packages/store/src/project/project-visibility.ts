import { Statement } from "effect/sql"

const hasDirectPermission = "d.project_id IS NOT NULL"
const isNotNone = "d.type IS DISTINCT FROM 'NONE'"

const fragment = (condition: string) => Statement.fragment([Statement.literal(condition)])

/**
 * Whether a user may see a project, as `computePermission` of the domain decides it for users without a server role. Of the
 * organization `o`, and the user's role `r` and direct permission `d`, which may be absent.
 */
export const isVisible = fragment(
  `(r.role = 'OWNER'
    OR (${hasDirectPermission} AND ${isNotNone})
    OR (d.project_id IS NULL AND r.role IS NOT NULL AND o.base_type IS DISTINCT FROM 'NONE'))`
)

/** The same in one organization, where what `isVisible` asks of `o` and `r` is known: shorter, so that indexes serve it. */
export const visibleInOrganization = {
  everything: [],
  /** To members, unless the base permission is NONE. */
  allButHidden: [fragment(isNotNone)],
  onlyDirect: [fragment(hasDirectPermission), fragment(isNotNone)]
} as const
