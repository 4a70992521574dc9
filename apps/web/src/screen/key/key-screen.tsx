import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { ChevronDown, ChevronUp, PanelRight } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import { useFollowBranchOfKey } from "../../feature/branch/follow-branch-of-key.ts"
import { keyQuery } from "../../feature/key-panel/panel-queries.ts"
import { firstSection } from "../../feature/key-panel/panel-section.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { cachedPages, neighboursIn } from "../translation-list/key-neighbours.ts"
import { parseOpenKey } from "../translation-list/list-search.ts"
import { TranslationGrid } from "../translation-list/translation-grid.tsx"
import styles from "./key-screen.module.css"
import type { KeySearch } from "./key-search.ts"

const route = getRouteApi("/user/projects/$projectId/keys/$keyId")

const closed = "closed"

/** One key: all languages under each other, with the editor of the list and the panel; the way to its neighbours. */
export const KeyScreen = () => {
  const t = useText()
  const { projectId, keyId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  // The grid stays from key to key: what it saves, and what it can undo, goes with it.
  const key = useQuery({ ...keyQuery(projectId, keyId), placeholderData: keepPreviousData })
  useFollowBranchOfKey(projectId, key.isPlaceholderData ? undefined : key.data?.branch)
  const neighbours = neighboursIn(cachedPages(client, projectId), keyId)

  const change = (changes: KeySearch) =>
    navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  const goTo = (by: 1 | -1, language?: string): boolean => {
    const next = by === 1 ? neighbours.after : neighbours.before
    if (next === null) return false
    void navigate({
      to: "/projects/$projectId/keys/$keyId",
      params: { projectId, keyId: next.keyId },
      search: { ...search, language }
    })
    return true
  }

  const failed = project.error ?? languages.error ?? key.error
  if (failed !== null) return <ErrorState error={failed} onRetry={() => key.refetch()} />
  const language = languages.data?.find(({ tag }) => tag === search.language)
  const panel = search.panel ?? firstSection(user.id)
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        <div className={styles["title"]}>
          <Link to="/projects/$projectId/translations" params={{ projectId }} className={styles["above"]}>
            {t("translations.title")}
          </Link>
          <ScreenTitle>
            <bdi dir="ltr" className={styles["name"]}>
              {key.data?.name ?? t("activity.class-Key")}
            </bdi>
          </ScreenTitle>
        </div>
        {neighbours.before !== null && (
          <IconButton label={t("key.previous")} icon={<ChevronUp aria-hidden />} onPress={() => goTo(-1)} />
        )}
        {neighbours.after !== null && (
          <IconButton label={t("key.next")} icon={<ChevronDown aria-hidden />} onPress={() => goTo(1)} />
        )}
        <IconButton
          label={t("shortcuts.panel")}
          icon={<PanelRight aria-hidden className="mirrored" />}
          aria-expanded={panel !== closed}
          onPress={() => change({ panel: panel === closed ? undefined : closed })}
        />
      </header>
      {project.data !== undefined && languages.data !== undefined && key.data !== undefined && (
        <TranslationGrid
          project={project.data}
          languages={languages.data}
          search={{
            id: String(keyId),
            branch: search.branch,
            panel,
            ...(language === undefined ? {} : { key: `${keyId}:${language.tag}` })
          }}
          userId={user.id}
          isTable={false}
          outerNeighbours={neighbours}
          onOpen={(open) => change({ language: parseOpenKey(open)?.languageTag })}
          onPanel={(section) => change({ panel: section ?? closed })}
          onBeyond={goTo}
          onClearFilters={() => void navigate({ to: "/projects/$projectId/translations", params: { projectId } })}
        />
      )}
    </div>
  )
}
