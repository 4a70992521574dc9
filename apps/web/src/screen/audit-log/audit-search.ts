/** The filters of the audit log as they stand in the address. Absent: no such filter. */
export interface AuditSearch {
  /** Part of a user name. */
  readonly user?: string | undefined
  /** `LOGIN,LOGIN_FAILED`. */
  readonly action?: string | undefined
  /** `SUCCESS` or `FAILURE`. */
  readonly outcome?: string | undefined
  /** The whole address of the client. */
  readonly address?: string | undefined
  /** `USER.12`: the changes of one object. */
  readonly object?: string | undefined
  /** First and last day, both included: `2026-08-31`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const searchNames = ["user", "action", "outcome", "address", "object", "from", "to"] as const satisfies ReadonlyArray<
  keyof AuditSearch
>

/** Texts of the address; what they mean is decided by the screen, which is not read with the first script. */
export const parseAuditSearch = (raw: Readonly<Record<string, unknown>>): AuditSearch =>
  Object.fromEntries(
    searchNames.flatMap((name) => {
      const value = raw[name]
      return typeof value === "string" && value !== "" ? [[name, value]] : []
    })
  )

export const isFilteredLog = (search: AuditSearch): boolean => searchNames.some((name) => Boolean(search[name]))
