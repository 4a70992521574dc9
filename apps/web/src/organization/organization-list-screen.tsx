import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Building2, Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import type { OrganizationModel } from "../api/contract.ts"
import { useText } from "../texts/text.ts"
import { Avatar } from "../ui/avatar.tsx"
import { Button } from "../ui/button.tsx"
import { Screen } from "../ui/screen.tsx"
import { SearchedList, useListSearch } from "../ui/searched-list.tsx"
import { EmptyState } from "../ui/states.tsx"
import { Table } from "../ui/table.tsx"
import styles from "./organization.module.css"
import { organizationListQuery } from "./organization-list-queries.ts"
import { roleText } from "./role-text.ts"

const CreateOrganizationDialog = lazy(async () => ({
  default: (await import("./create-organization-dialog.tsx")).CreateOrganizationDialog
}))

const organizationsPerPage = 50

/** The organizations that I belong to. */
export const OrganizationListScreen = () => {
  const t = useText()
  const list = useListSearch(organizationsPerPage)
  const organizations = useQuery(organizationListQuery(list))
  const [isCreating, setCreating] = useState(false)
  return (
    <Screen
      title={t("server.organizations")}
      actions={
        <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
          {t("organization.create")}
        </Button>
      }
    >
      <SearchedList
        label={t("server.search-organizations")}
        noMatch={t("server.no-organizations")}
        empty={<EmptyState icon={<Building2 aria-hidden />} title={t("organization.empty")} />}
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
                    <span className={styles["names"]}>
                      <Link to="/organizations/$slug" params={{ slug }}>
                        <bdi>{name}</bdi>
                      </Link>
                      <bdi className={styles["quiet"]}>{slug}</bdi>
                    </span>
                  </span>
                )
              },
              { id: "role", title: t("server.role"), cell: ({ currentUserRole }) => t(roleText(currentUserRole)) },
              {
                id: "description",
                title: t("server.description"),
                cell: ({ description }) => <bdi>{description}</bdi>
              }
            ]}
          />
        )}
      </SearchedList>
      <Suspense fallback={null}>
        {isCreating && <CreateOrganizationDialog onClose={() => setCreating(false)} />}
      </Suspense>
    </Screen>
  )
}
