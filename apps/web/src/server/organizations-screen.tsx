import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../api/call.ts"
import type { OrganizationModel } from "../api/contract.ts"
import { useText } from "../texts/text.ts"
import { Avatar } from "../ui/avatar.tsx"
import { SearchedList, useListSearch } from "../ui/searched-list.tsx"
import { Table } from "../ui/table.tsx"
import styles from "./server.module.css"
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
        {(rows) => (
          <Table<OrganizationModel>
            label={t("server.organizations")}
            rows={rows}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("account.name"),
                cell: ({ name, slug, avatar }) => (
                  <span className={styles["person"]}>
                    <Avatar name={name} picture={avatar} />
                    <Link to="/organizations/$slug" params={{ slug }}>
                      <bdi>{name}</bdi>
                    </Link>
                  </span>
                )
              },
              { id: "slug", title: t("server.slug"), cell: ({ slug }) => <bdi>{slug}</bdi> },
              {
                id: "description",
                title: t("server.description"),
                cell: ({ description }) => <bdi>{description}</bdi>
              }
            ]}
          />
        )}
      </SearchedList>
    </ServerFrame>
  )
}
