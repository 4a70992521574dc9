import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../api/call.ts"
import type { OrganizationModel } from "../api/contract.ts"
import { useText } from "../texts/text.ts"
import { Avatar } from "../ui/avatar.tsx"
import { Button } from "../ui/button.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../ui/states.tsx"
import { Table } from "../ui/table.tsx"
import { TextField } from "../ui/text-field.tsx"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"

const organizationsPerPage = 50

/** All organizations of the server. */
export const OrganizationsScreen = () => {
  const t = useText()
  const [search, setSearch] = useState("")
  const [pageCount, setPageCount] = useState(1)
  const size = pageCount * organizationsPerPage
  const organizations = useQuery({
    queryKey: ["administered-organizations", search, size],
    queryFn: ({ signal }) =>
      call("administration", "listOrganizations", { query: { size, ...(search && { search }) } }, { signal }),
    placeholderData: keepPreviousData
  })
  const found = organizations.data?._embedded?.organizations ?? []
  const total = organizations.data?.page.totalElements ?? 0
  return (
    <ServerFrame title={t("server.organizations")}>
      <div className={styles["search"]}>
        <TextField type="search" label={t("server.search-organizations")} value={search} onChange={setSearch} />
      </div>
      {organizations.isError ? (
        <ErrorState error={organizations.error} onRetry={() => organizations.refetch()} />
      ) : organizations.data === undefined ? (
        <Skeleton height="320px" />
      ) : found.length === 0 ? (
        <EmptyState
          title={t("server.no-organizations")}
          action={<Button onPress={() => setSearch("")}>{t("filter.clear-search")}</Button>}
        />
      ) : (
        <Table<OrganizationModel>
          label={t("server.organizations")}
          rows={found}
          rowId={({ id }) => id}
          columns={[
            {
              id: "name",
              title: t("account.name"),
              cell: ({ name, avatar }) => (
                <span className={styles["person"]}>
                  <Avatar name={name} picture={avatar} />
                  <bdi>{name}</bdi>
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
      {found.length > 0 && found.length < total && (
        <div>
          <Button onPress={() => setPageCount(pageCount + 1)}>
            {t("projects.more", { count: total - found.length })}
          </Button>
        </div>
      )}
    </ServerFrame>
  )
}
