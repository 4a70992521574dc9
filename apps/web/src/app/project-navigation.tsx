import type { Scope } from "@dragoman/domain/permission"
import { useQuery } from "@tanstack/react-query"
import { Link, type LinkProps, useNavigate } from "@tanstack/react-router"
import {
  FileDown,
  FileUp,
  Globe,
  History,
  KeyRound,
  Languages,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Plug,
  Settings,
  Trash2,
  Users,
  Webhook
} from "lucide-react"
import { projectQuery } from "../project/project-queries.ts"
import { useShortcuts } from "../shortcut/shortcut.ts"
import { type TextKey, useText } from "../texts/text.ts"
import styles from "./project-navigation.module.css"

interface NavigationEntry {
  readonly to: LinkProps["to"] & `/projects/$projectId${string}`
  readonly title: TextKey
  readonly icon: LucideIcon
  /** The letter after `g`; null: none. */
  readonly key: string | null
  /** Without it the screen cannot be opened, and has no entry; null: each member may open it. */
  readonly scope: Scope | null
}

/** The screens of a project, in the order of the navigation. */
const entries: ReadonlyArray<NavigationEntry> = [
  { to: "/projects/$projectId", title: "dashboard.title", icon: LayoutDashboard, key: "d", scope: null },
  {
    to: "/projects/$projectId/translations",
    title: "translations.title",
    icon: Languages,
    key: "t",
    scope: "keys.view"
  },
  { to: "/projects/$projectId/languages", title: "projects.languages", icon: Globe, key: "l", scope: null },
  { to: "/projects/$projectId/trash", title: "trash.title", icon: Trash2, key: null, scope: "keys.view" },
  { to: "/projects/$projectId/import", title: "import.title", icon: FileUp, key: "i", scope: "translations.edit" },
  { to: "/projects/$projectId/export", title: "export.title", icon: FileDown, key: "x", scope: "translations.view" },
  { to: "/projects/$projectId/jobs", title: "job.title", icon: ListChecks, key: "j", scope: null },
  { to: "/projects/$projectId/activity", title: "activity.title", icon: History, key: "a", scope: "activity.view" },
  { to: "/projects/$projectId/members", title: "member.title", icon: Users, key: "m", scope: "members.view" },
  { to: "/projects/$projectId/connect", title: "connect.title", icon: Plug, key: "c", scope: null },
  { to: "/projects/$projectId/api-keys", title: "api-key.title", icon: KeyRound, key: null, scope: null },
  { to: "/projects/$projectId/webhooks", title: "webhook.title", icon: Webhook, key: "w", scope: "webhooks.manage" },
  { to: "/projects/$projectId/settings", title: "settings.title", icon: Settings, key: "s", scope: null }
]

/** The way between the screens of a project: at the side, or above the screen when there is little room. */
export const ProjectNavigation = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const navigate = useNavigate()
  const { data: project } = useQuery(projectQuery(projectId))
  const shown = entries.filter(({ scope }) => scope === null || project?.computedPermission.scopes.includes(scope))
  useShortcuts(
    shown.flatMap(({ to, title, key }) =>
      key === null ? [] : [{ keys: `g ${key}`, title, run: () => navigate({ to, params: { projectId } }) }]
    )
  )
  return (
    <nav aria-label={t("shell.project-navigation")} className={styles["navigation"]}>
      <ul>
        {shown.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ projectId }}
              // The dashboard is the beginning of every other address.
              activeOptions={{ exact: to === "/projects/$projectId" }}
              className={styles["entry"]}
            >
              <Icon aria-hidden />
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
