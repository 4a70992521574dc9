import { useQuery } from "@tanstack/react-query"
import { Building2, Plus } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { organizationListQuery } from "./organization-list-queries.ts"
import { OrganizationTable } from "./organization-table.tsx"

const CreateOrganizationDialog = lazyDialog(
  () => import("./create-organization-dialog.tsx"),
  "CreateOrganizationDialog"
)

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
        {(rows) => <OrganizationTable organizations={rows} showsRole />}
      </SearchedList>
      {isCreating && <CreateOrganizationDialog onClose={() => setCreating(false)} />}
    </Screen>
  )
}
