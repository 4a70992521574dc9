import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** The key of everything about one organization: changes make all of it stale. */
export const organizationKey = (slug: string) => ["organization", slug] as const

/** The key of every list of organizations. */
export const organizationsKey = ["organizations"] as const

export const organizationQuery = (slug: string) =>
  queryOptions({
    queryKey: [...organizationKey(slug), "profile"],
    queryFn: ({ signal }) => call("organization", "get", { params: { organization: slug } }, { signal })
  })
