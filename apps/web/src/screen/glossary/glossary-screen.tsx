import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { OrganizationNavigation, useOrganization } from "../organization/organization-frame.tsx"
import { SearchField } from "../translation-list/search-field.tsx"
import { useWideWindow } from "../translation-list/wide-window.ts"
import { ColumnChoice } from "./column-choice.tsx"
import styles from "./glossary.module.css"
import { GlossaryActions } from "./glossary-actions.tsx"
import { GlossaryFiles } from "./glossary-files.tsx"
import { assignedProjectsQuery, type GlossaryFacts, glossaryQuery, offeredTagsQuery } from "./glossary-queries.ts"
import { type GlossarySearch, shownTags } from "./glossary-search.ts"
import { useGlossaryObstacle } from "./use-glossary-obstacle.ts"

// The virtual list of terms: the list of glossaries does without it.
const TermGrid = lazyPart(() => import("./term-grid.tsx"), "TermGrid")

const route = getRouteApi("/user/organizations/$slug/glossaries/$glossaryId")

/** A glossary: what it is used for above, its terms below. */
export const GlossaryScreen = () => {
  const { slug, glossaryId } = route.useParams()
  const organization = useOrganization(slug)
  const glossary = useQuery(glossaryQuery(slug, glossaryId))
  if (organization === undefined) return null
  return (
    <QueryState query={glossary} skeleton="320px">
      {(data) => <GlossaryTerms key={data.id} organization={organization} glossary={data} />}
    </QueryState>
  )
}

interface GlossaryTermsProps {
  readonly organization: OrganizationModel
  readonly glossary: GlossaryFacts
}

const noTags: ReadonlyArray<string> = []

const GlossaryTerms = ({ organization, glossary }: GlossaryTermsProps) => {
  const t = useText()
  const { slug } = organization
  const { id, name, baseLanguageTag } = glossary
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const obstacle = useGlossaryObstacle(organization, id)
  const projects = useQuery(assignedProjectsQuery(slug, id))
  const offered = useQuery(offeredTagsQuery(slug, id))
  const isTable = useWideWindow()
  const tags = shownTags(search.languages, offered.data ?? noTags, baseLanguageTag)
  const change = (changes: Partial<GlossarySearch>) =>
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false })
  const names = new Intl.ListFormat(t.language, { type: "unit" })
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        <OrganizationNavigation organization={organization} />
        <div className={styles["title"]}>
          <ScreenTitle>
            <bdi>{name}</bdi>
          </ScreenTitle>
          <GlossaryActions organization={organization} glossary={glossary} />
        </div>
        <p className={styles["hint"]}>
          {languageName(baseLanguageTag, t.language)}
          {projects.data !== undefined && (
            <>
              {" · "}
              {projects.data.length === 0 ? (
                t("glossary.no-projects")
              ) : (
                <bdi>{names.format(projects.data.map((project) => project.name))}</bdi>
              )}
            </>
          )}
        </p>
      </header>
      {offered.data !== undefined || offered.isError ? (
        <TermGrid
          slug={slug}
          glossary={glossary}
          tags={tags}
          search={search.q ?? ""}
          isTable={isTable}
          obstacle={obstacle}
          onClearSearch={() => change({ q: undefined })}
          controls={
            <>
              <SearchField
                label={t("glossary.search-terms")}
                value={search.q ?? ""}
                onChange={(q) => change({ q: q === "" ? undefined : q })}
              />
              <ColumnChoice
                offered={[...new Set([...tags, ...(offered.data ?? noTags)])].filter((tag) => tag !== baseLanguageTag)}
                shown={tags}
                onChange={(next) => change({ languages: next.join(",") })}
              />
              <GlossaryFiles slug={slug} glossaryId={id} obstacle={obstacle} />
            </>
          }
        />
      ) : (
        <div aria-busy="true" />
      )}
    </div>
  )
}
