import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { OrganizationTable } from "../organization/organization-table.tsx"
import { ServerFrame } from "./server-frame.tsx"

const organizationsPerPage = 50

/** All organizations of the server. */
export const OrganizationsScreen = () => {
  const t = useText()
  const list = useListSearch(organizationsPerPage)
  const organizations = useQuery({
    queryKey: ["administered-organizations", list.search, list.size],
    queryFn: async ({ signal }) => {
      const query = { size: list.size, ...(list.search && { search: list.search }) }
      const { _embedded, page } = await call("administration", "listOrganizations", { query }, { signal })
      return { rows: _embedded.organizations, total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })
  return (
    <ServerFrame title={t("server.organizations")}>
      <SearchedList
        label={t("server.search-organizations")}
        noMatch={t("server.no-organizations")}
        list={list}
        query={organizations}
      >
        {(rows) => <OrganizationTable organizations={rows} showsRole={false} />}
      </SearchedList>
    </ServerFrame>
  )
}
