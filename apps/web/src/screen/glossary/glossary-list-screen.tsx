import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { BookA, Plus } from "lucide-react"
import { useState } from "react"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { OrganizationFrame, useOrganization, useOrganizationRole } from "../organization/organization-frame.tsx"
import styles from "./glossary.module.css"
import { glossaryListQuery, type ListedGlossary } from "./glossary-queries.ts"

const GlossaryDialog = lazyDialog(() => import("./glossary-dialog.tsx"), "GlossaryDialog")

const glossariesPerPage = 50

const route = getRouteApi("/user/organizations/$slug/glossaries")

/** The glossaries of an organization. */
export const GlossaryListScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <GlossaryList organization={organization} />
}

const GlossaryList = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const { slug } = organization
  const list = useListSearch(glossariesPerPage)
  const glossaries = useQuery(glossaryListQuery(slug, list))
  const { needsOwner } = useOrganizationRole(organization)
  const [isCreating, setCreating] = useState(false)
  return (
    <OrganizationFrame
      organization={organization}
      title={t("glossary.title")}
      actions={
        <Button
          kind="primary"
          icon={<Plus aria-hidden />}
          disabledReason={needsOwner}
          onPress={() => setCreating(true)}
        >
          {t("glossary.create")}
        </Button>
      }
    >
      <p className={styles["hint"]}>{t("glossary.hint")}</p>
      <SearchedList
        label={t("glossary.search")}
        noMatch={t("memory.no-match")}
        empty={<EmptyState icon={<BookA aria-hidden />} title={t("glossary.empty")} hint={t("glossary.empty-hint")} />}
        list={list}
        query={glossaries}
      >
        {(rows) => (
          <Table<ListedGlossary>
            label={t("glossary.title")}
            rows={rows}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("projects.name"),
                cell: ({ id, name }) => (
                  <Link to="/organizations/$slug/glossaries/$glossaryId" params={{ slug, glossaryId: id }}>
                    <bdi>{name}</bdi>
                  </Link>
                )
              },
              {
                id: "language",
                title: t("projects.base-language"),
                cell: ({ baseLanguageTag }) => languageName(baseLanguageTag, t.language)
              },
              {
                id: "projects",
                title: t("projects.title"),
                cell: ({ firstAssignedProjectName, assignedProjectsCount }) =>
                  firstAssignedProjectName === null
                    ? t("glossary.no-projects")
                    : t("glossary.projects", { first: firstAssignedProjectName, others: assignedProjectsCount - 1 })
              }
            ]}
          />
        )}
      </SearchedList>
      {isCreating && (
        <GlossaryDialog organization={organization} glossary={null} assigned={[]} onClose={() => setCreating(false)} />
      )}
    </OrganizationFrame>
  )
}
