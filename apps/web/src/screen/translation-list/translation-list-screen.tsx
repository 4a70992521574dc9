import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { PanelRight, Plus, Replace } from "lucide-react"
import { useCallback, useEffect, useMemo, useState } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { firstSection } from "../../feature/key-panel/panel-section.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { taskQuery } from "../../feature/task/task-queries.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { clearedFilters, type ListSearch, parseListSearch, tableView, toListQuery } from "./list-search.ts"
import { chosenLanguages, rememberLanguages, shownLanguages } from "./shown-languages.ts"
import { TranslationGrid } from "./translation-grid.tsx"
import styles from "./translation-list-screen.module.css"
import { useWideWindow } from "./wide-window.ts"

const TaskBanner = lazyPart(() => import("./task-banner.tsx"), "TaskBanner")

const route = getRouteApi("/user/projects/$projectId/translations")

/** The translations of a project: filters above, the grid below. */
export const TranslationListScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const { search, dropped } = parseListSearch(route.useSearch())
  const navigate = route.useNavigate()
  const user = useUser()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const task = useQuery({ ...taskQuery(projectId, Number(search.task)), enabled: search.task !== undefined })
  // A list of a task shows its language, which has to be known before the list asks for texts.
  const isTaskAwaited = search.task !== undefined && task.isPending
  const named = search.languages ?? task.data?.language.tag
  const [isRead, setRead] = useState(false)
  const onRead = useCallback(() => setRead(true), [])
  // The same list again while the languages are the same: every row depends on it.
  const isSearch = search.search !== undefined
  const shown = useMemo(() => {
    if (project.data === undefined || languages.data === undefined) return []
    const inAddress = { languages: named, search: isSearch ? "" : undefined }
    return shownLanguages(project.data, languages.data, inAddress, chosenLanguages(user.id, projectId))
  }, [project.data, languages.data, named, isSearch, user.id, projectId])
  const isWide = useWideWindow()
  useDroppedNotification(dropped.join(", "))

  const change = (changes: Partial<ListSearch>) => {
    // A search finds texts of the shown languages: the address names them, so that others find the same.
    const isUnnamed = Boolean(changes.search) && changes.languages === undefined
    const shownTags = isUnnamed ? { languages: shown.map(({ tag }) => tag).join(",") } : {}
    return navigate({
      search: { ...search, ...changes, ...shownTags },
      replace: "key" in changes || "panel" in changes,
      resetScroll: false
    })
  }

  const failed = project.error ?? languages.error ?? task.error
  if (failed !== null) return <ErrorState error={failed} onRetry={() => languages.refetch()} />
  const isTable = search.view === tableView && isWide
  return (
    <div className={styles["screen"]}>
      <ScreenTitle isHidden>{t("translations.title")}</ScreenTitle>
      {project.data !== undefined && languages.data !== undefined && (
        <>
          <FilterBar
            project={project.data}
            languages={languages.data}
            shown={shown}
            search={search}
            isListRead={isRead}
            onChange={change}
            onLanguages={(tags) => {
              rememberLanguages(user.id, projectId, tags)
              void change({ languages: tags })
            }}
            actions={
              <>
                <NewKey project={project.data} languages={languages.data} />
                <FindAndReplace project={project.data} shown={shown} search={search} />
                <IconButton
                  label={t("shortcuts.panel")}
                  icon={<PanelRight aria-hidden className="mirrored" />}
                  aria-expanded={search.panel !== undefined}
                  onPress={() => change({ panel: search.panel === undefined ? firstSection(user.id) : undefined })}
                />
              </>
            }
          />
          {task.data !== undefined && (
            <TaskBanner project={project.data} task={task.data} search={search} onChange={change} />
          )}
          {!isTaskAwaited && (
            <TranslationGrid
              project={project.data}
              task={task.data ?? null}
              languages={shown}
              search={search}
              isTable={isTable}
              userId={user.id}
              onOpen={(key) => change({ key })}
              onRead={onRead}
              onPanel={(panel) => change({ panel })}
              onClearFilters={() => change(clearedFilters)}
            />
          )}
        </>
      )}
    </div>
  )
}

const CreateKeyDialog = lazyDialog(() => import("../../feature/key-form/create-key-dialog.tsx"), "CreateKeyDialog")

interface NewKeyProps {
  readonly project: ProjectModel
  /** The languages of the project, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
}

/** Creates a key and opens its text: the base text when there is none, else the first translation. */
const NewKey = ({ project, languages }: NewKeyProps) => {
  const t = useText()
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(false)
  const obstacle = missingScope(project, "keys.create", t)
  const [base] = languages
  useShortcuts([{ keys: "n", title: "key.create", place: "list", run: () => setOpen(obstacle === null) }])
  return (
    <>
      <Button icon={<Plus aria-hidden />} disabledReason={obstacle} onPress={() => setOpen(true)}>
        {t("key.create")}
      </Button>
      {isOpen && base !== undefined && (
        <CreateKeyDialog
          project={project}
          base={base}
          onCreated={(key) => {
            setOpen(false)
            const baseText = key.translations[base.tag]?.text ?? null
            const language = (baseText === null ? base : languages[1]) ?? base
            const params = { projectId: project.id, keyId: key.id }
            void navigate({ to: "/projects/$projectId/keys/$keyId", params, search: { language: language.tag } })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const FindAndReplaceDialog = lazyDialog(
  () => import("../find-and-replace/find-and-replace-dialog.tsx"),
  "FindAndReplaceDialog"
)

interface FindAndReplaceProps {
  readonly project: ProjectModel
  readonly shown: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
}

/** Replaces a text in the texts of the list. */
const FindAndReplace = ({ project, shown, search }: FindAndReplaceProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const isPermitted = project.computedPermission.scopes.includes("translations.edit")
  useShortcuts(isPermitted ? [{ keys: "e", title: "replace.title", place: "list", run: () => setOpen(true) }] : [])
  if (!isPermitted) return null
  return (
    <>
      <IconButton label={t("replace.title")} icon={<Replace aria-hidden />} onPress={() => setOpen(true)} />
      {isOpen && (
        <FindAndReplaceDialog
          project={project}
          shown={shown}
          filters={toListQuery(
            search,
            shown.map(({ tag }) => tag)
          )}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Says once which parameters of the address were not understood. */
const useDroppedNotification = (names: string) => {
  const t = useText()
  useEffect(() => {
    if (names !== "") showToast({ kind: "failed", text: t("translations.dropped", { names }) })
  }, [names, t])
}
