import { infiniteQueryOptions } from "@tanstack/react-query"
import { call, readFile } from "../../base/api/call.ts"
import type { AuditLogModel } from "../../base/api/contract.ts"
import { loadSentences } from "../../base/api/error-sentences.ts"
import { toAuditQuery } from "./audit-query.ts"
import type { AuditSearch } from "./audit-search.ts"

const entriesPerPage = 50

/** `slug`: of the organization whose entries are read; null: the whole log. */
export const auditLogQuery = (slug: string | null, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ["audit-log", slug, search],
    queryFn: async ({ signal, pageParam }): Promise<AuditLogModel> => {
      const query = { ...toAuditQuery(search), size: entriesPerPage, ...(pageParam !== "" && { cursor: pageParam }) }
      const page =
        slug === null
          ? call("auditLog", "list", { query }, { signal })
          : call("auditLog", "listOfOrganization", { params: { organization: slug }, query }, { signal })
      // Failures are shown by the sentences of their codes.
      const [read] = await Promise.all([page, loadSentences()])
      return read
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined
  })

/** The entries that match, as lines of JSON. */
export const readAuditLog = (slug: string | null, search: AuditSearch) => {
  const query = toAuditQuery(search)
  return slug === null
    ? readFile("auditLog", "export", { query })
    : readFile("auditLog", "exportOfOrganization", { params: { organization: slug }, query })
}
