import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { BookCopy, Plus } from "lucide-react"
import { useState } from "react"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./memory.module.css"
import { type Memory, memoryCountsQuery, memoryListQuery } from "./memory-queries.ts"
import { OrganizationFrame, useOrganization, useOrganizationRole } from "./organization-frame.tsx"

const MemoryDialog = lazyDialog(() => import("./memory-dialog.tsx"), "MemoryDialog")

const memoriesPerPage = 50

const route = getRouteApi("/user/organizations/$slug/memories")

/** The translation memories of an organization: shared ones, and the own one of each project. */
export const MemoryListScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <MemoryList organization={organization} />
}

const MemoryList = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const { slug } = organization
  const list = useListSearch(memoriesPerPage)
  const memories = useQuery(memoryListQuery(slug, list))
  const { needsOwner } = useOrganizationRole(organization)
  const [isCreating, setCreating] = useState(false)
  const counts = useQuery(memoryCountsQuery(slug, memories.data?.rows.map(({ id }) => id) ?? []))
  const numbers = new Intl.NumberFormat(t.language)
  const names = new Intl.ListFormat(t.language, { type: "unit" })
  return (
    <OrganizationFrame
      organization={organization}
      title={t("memory.title")}
      actions={
        <Button
          kind="primary"
          icon={<Plus aria-hidden />}
          disabledReason={needsOwner}
          onPress={() => setCreating(true)}
        >
          {t("memory.create")}
        </Button>
      }
    >
      <p className={styles["hint"]}>{t("memory.shared-hint")}</p>
      <SearchedList
        label={t("memory.search")}
        noMatch={t("memory.no-match")}
        empty={<EmptyState icon={<BookCopy aria-hidden />} title={t("memory.empty")} />}
        list={list}
        query={memories}
      >
        {(rows) => (
          <Table<Memory>
            label={t("memory.title")}
            rows={rows}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("projects.name"),
                cell: ({ id, name }) => (
                  <Link to="/organizations/$slug/memories/$memoryId" params={{ slug, memoryId: id }}>
                    <bdi>{name}</bdi>
                  </Link>
                )
              },
              { id: "type", title: t("memory.type"), cell: ({ type }) => t(`memory.type-${type}`) },
              {
                id: "language",
                title: t("projects.base-language"),
                cell: ({ sourceLanguageTag }) => languageName(sourceLanguageTag, t.language)
              },
              {
                id: "projects",
                title: t("projects.title"),
                cell: ({ assignedProjectNames }) => <bdi>{names.format(assignedProjectNames)}</bdi>
              },
              {
                id: "count",
                title: t("memory.count"),
                isNumber: true,
                cell: ({ id }) => {
                  const count = counts.data?.[id]
                  return count === undefined ? "" : numbers.format(count)
                }
              },
              {
                id: "penalty",
                title: t("memory.penalty"),
                isNumber: true,
                cell: ({ defaultPenalty }) => numbers.format(defaultPenalty)
              },
              {
                id: "reviewed",
                title: t("memory.only-reviewed"),
                cell: ({ writeOnlyReviewed }) => t(writeOnlyReviewed ? "memory.yes" : "memory.no")
              }
            ]}
          />
        )}
      </SearchedList>
      {isCreating && (
        <MemoryDialog organization={organization} memory={null} assigned={[]} onClose={() => setCreating(false)} />
      )}
    </OrganizationFrame>
  )
}
