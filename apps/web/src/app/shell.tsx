import { Link, Outlet, useNavigate, useParams, useRouterState } from "@tanstack/react-router"
import { Search } from "lucide-react"
import { useEffect, useState } from "react"
import { loadUnasked } from "../base/api/upgrade.ts"
import { useText } from "../base/texts/text.ts"
import { useBranch } from "../feature/branch/use-branch.ts"
import { useUnsaved } from "../feature/draft/use-unsaved.ts"
import { useActing } from "../feature/session/acting.ts"
import { useUser } from "../feature/session/session.ts"
import { useShortcuts } from "../widget/shortcut/shortcut.ts"
import { shownKeys } from "../widget/shortcut/shown-keys.ts"
import { lazyDialog } from "../widget/toast/lazy-dialog.tsx"
import { lazyPart } from "../widget/ui/lazy-part.tsx"
import { Logo } from "../widget/ui/logo.tsx"
import { Skeleton } from "../widget/ui/skeleton.tsx"
import { useLatest } from "../widget/ui/use-latest.ts"
import { useIdle } from "../widget/ui/when-idle.ts"
import navigationStyles from "./project-navigation.module.css"
import styles from "./shell.module.css"

const accountSkeleton = <Skeleton width="96px" height="26px" />

// Menus are a tenth of the first script, and this one is not needed before the first click.
const AccountMenu = lazyPart(() => loadUnasked(() => import("./account-menu.tsx")), "AccountMenu", accountSkeleton)
// The login and the list of projects do without the icons of a project. `loadScreenScripts` reads it beside the screen.
const ProjectNavigation = lazyPart(
  () => loadUnasked(() => import("./project-navigation.tsx")),
  "ProjectNavigation",
  <div className={navigationStyles["navigation"]}>
    <span className={navigationStyles["entry"]} />
  </div>
)
const ActingBanner = lazyPart(() => loadUnasked(() => import("./acting-banner.tsx")), "ActingBanner")
const ProjectCrumb = lazyPart(() => loadUnasked(() => import("./project-crumb.tsx")), "ProjectCrumb")
const UnsavedBar = lazyPart(() => loadUnasked(() => import("../screen/translation-list/unsaved-bar.tsx")), "UnsavedBar")
const ShortcutsDialog = lazyDialog(() => import("../widget/shortcut/shortcuts-dialog.tsx"), "ShortcutsDialog")
const CommandPalette = lazyDialog(() => import("./command-palette.tsx"), "CommandPalette")

/** The frame of all screens behind the login: top bar, navigation of the project, main area. */
export const Shell = () => {
  const t = useText()
  const navigate = useNavigate()
  const { projectId } = useParams({ strict: false })
  const isLoading = useRouterState({ select: (state) => state.status === "pending" })
  const [dialog, setDialog] = useState<"shortcuts" | "palette" | null>(null)
  const branch = useBranch()
  const isActing = useActing() !== null
  const hasUnsaved = useUnsaved(useUser().id).length > 0
  const close = () => setDialog(null)
  const isIdle = useIdle()
  useShortcuts([
    { keys: "?", title: "shortcuts.list", place: "everywhere", run: () => setDialog("shortcuts") },
    { keys: "g p", title: "shortcuts.projects", place: "everywhere", run: () => navigate({ to: "/" }) },
    { keys: "Ctrl K", title: "palette.title", place: "everywhere" }
  ])
  usePaletteKey(() => setDialog("palette"))
  return (
    <div className={styles["shell"]}>
      <a href="#main" className={styles["skip"]}>
        {t("shell.skip")}
      </a>
      <header className={styles["top"]}>
        {isActing && <ActingBanner />}
        <div className={styles["bar"]}>
          <nav aria-label={t("shell.breadcrumb")} className={styles["breadcrumb"]}>
            <Link to="/" className={styles["home"]} aria-label={`Dragoman: ${t("projects.title")}`}>
              <Logo isSignOnly={projectId !== undefined} />
            </Link>
            {projectId !== undefined && <ProjectCrumb projectId={projectId} />}
          </nav>
          <button type="button" className={styles["search"]} onClick={() => setDialog("palette")}>
            <Search aria-hidden />
            <span className={styles["searchText"]}>{t("palette.open")}</span>
            <kbd className={styles["searchKeys"]}>{shownKeys("Ctrl K", t)}</kbd>
          </button>
          {isIdle ? <AccountMenu onShortcuts={() => setDialog("shortcuts")} /> : accountSkeleton}
        </div>
      </header>
      <div className={projectId === undefined ? styles["page"] : styles["pageWithNavigation"]}>
        {projectId !== undefined && <ProjectNavigation projectId={projectId} />}
        <main id="main" tabIndex={-1} className={styles["main"]} aria-busy={isLoading}>
          {/* Another branch has other keys: nothing of the screen stays. */}
          <Outlet key={branch} />
        </main>
      </div>
      {hasUnsaved && <UnsavedBar />}
      {dialog === "shortcuts" && <ShortcutsDialog onClose={close} />}
      {dialog === "palette" && (
        <CommandPalette projectId={projectId ?? null} onShortcuts={() => setDialog("shortcuts")} onClose={close} />
      )}
    </div>
  )
}

/** Ctrl+K works everywhere, in fields too; it is the one combination that the console takes. */
const usePaletteKey = (open: () => void) => {
  const latest = useLatest(open)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPaletteKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k"
      if (!isPaletteKey || event.isComposing || document.querySelector("[role=dialog]") !== null) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
}
