import { useQuery } from "@tanstack/react-query"
import { Link, Outlet, useNavigate, useParams, useRouterState } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { projectQuery } from "../project/project-queries.ts"
import { useShortcuts } from "../shortcut/shortcut.ts"
import { useText } from "../texts/text.ts"
import { Logo } from "../ui/logo.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import { ProjectNavigation } from "./project-navigation.tsx"
import styles from "./shell.module.css"

// Menus are a tenth of the first script; nobody opens this one in the first moment.
const AccountMenu = lazy(async () => ({ default: (await import("./account-menu.tsx")).AccountMenu }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import("../shortcut/shortcuts-dialog.tsx")).ShortcutsDialog
}))
const PreferencesDialog = lazy(async () => ({
  default: (await import("../preference/preferences-dialog.tsx")).PreferencesDialog
}))

/** The frame of all screens behind the login: top bar, navigation of the project, main area. */
export const Shell = () => {
  const t = useText()
  const navigate = useNavigate()
  const { projectId } = useParams({ strict: false })
  const isLoading = useRouterState({ select: (state) => state.status === "pending" })
  const [dialog, setDialog] = useState<"shortcuts" | "preferences" | null>(null)
  const close = () => setDialog(null)
  useShortcuts([
    { keys: "?", title: "shortcuts.list", run: () => setDialog("shortcuts") },
    { keys: "g p", title: "shortcuts.projects", run: () => navigate({ to: "/" }) }
  ])
  return (
    <div className={styles["shell"]}>
      <a href="#main" className={styles["skip"]}>
        {t("shell.skip")}
      </a>
      <header className={styles["bar"]}>
        <nav aria-label={t("shell.breadcrumb")} className={styles["breadcrumb"]}>
          <Link to="/" className={styles["home"]} aria-label={`Dragoman: ${t("projects.title")}`}>
            <Logo isSignOnly={projectId !== undefined} />
          </Link>
          {projectId !== undefined && <ProjectCrumb projectId={projectId} />}
        </nav>
        <Suspense fallback={<Skeleton width="96px" height="26px" />}>
          <AccountMenu onPreferences={() => setDialog("preferences")} onShortcuts={() => setDialog("shortcuts")} />
        </Suspense>
      </header>
      <div className={projectId === undefined ? styles["page"] : styles["pageWithNavigation"]}>
        {projectId !== undefined && <ProjectNavigation projectId={projectId} />}
        <main id="main" tabIndex={-1} className={styles["main"]} aria-busy={isLoading}>
          <Outlet />
        </main>
      </div>
      <Suspense fallback={null}>
        {dialog === "shortcuts" && <ShortcutsDialog onClose={close} />}
        {dialog === "preferences" && <PreferencesDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

const ProjectCrumb = ({ projectId }: { readonly projectId: number }) => {
  const { data } = useQuery(projectQuery(projectId))
  if (data === undefined) return null
  return (
    <>
      <ChevronRight aria-hidden className={styles["separator"]} />
      <bdi className={styles["crumb"]}>{data.name}</bdi>
    </>
  )
}
