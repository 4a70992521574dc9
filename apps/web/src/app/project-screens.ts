import type { Scope } from "@dragoman/domain/permission"
import { useQuery } from "@tanstack/react-query"
import type { LinkProps } from "@tanstack/react-router"
import {
  ClipboardList,
  CloudUpload,
  FileDown,
  FileUp,
  GitBranch,
  Globe,
  History,
  KeyRound,
  Languages,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Plug,
  Settings,
  ShieldCheck,
  Trash2,
  Users,
  Webhook
} from "lucide-react"
import type { ProjectModel } from "../base/api/contract.ts"
import type { TextKey } from "../base/texts/text.ts"
import { hasOwnTasksQuery } from "../feature/task/own-tasks-query.ts"

export interface ProjectScreen {
  readonly to: LinkProps["to"] & `/projects/$projectId${string}`
  readonly title: TextKey
  readonly icon: LucideIcon
  /** The letter after `g`; null: none. */
  readonly key: string | null
  /** Without it the screen cannot be opened, and has no entry; null: each member may open it. */
  readonly scope: Scope | null
}

/** Only projects that use branches have this screen. */
const branchesPath = "/projects/$projectId/branches"

/** Members without `tasks.view` have this screen when they have tasks of their own. */
const tasksPath = "/projects/$projectId/tasks"

/** The screens of a project, in the order of the navigation. */
const screens: ReadonlyArray<ProjectScreen> = [
  { to: "/projects/$projectId", title: "dashboard.title", icon: LayoutDashboard, key: "d", scope: null },
  {
    to: "/projects/$projectId/translations",
    title: "translations.title",
    icon: Languages,
    key: "t",
    scope: "keys.view"
  },
  { to: tasksPath, title: "task.title", icon: ClipboardList, key: "k", scope: "tasks.view" },
  {
    to: "/projects/$projectId/checks",
    title: "checks.title",
    icon: ShieldCheck,
    key: "q",
    scope: "translations.view"
  },
  { to: "/projects/$projectId/languages", title: "projects.languages", icon: Globe, key: "l", scope: null },
  { to: branchesPath, title: "branch.title", icon: GitBranch, key: "b", scope: null },
  { to: "/projects/$projectId/trash", title: "trash.title", icon: Trash2, key: null, scope: "keys.view" },
  { to: "/projects/$projectId/import", title: "import.title", icon: FileUp, key: "i", scope: "translations.edit" },
  { to: "/projects/$projectId/export", title: "export.title", icon: FileDown, key: "x", scope: "translations.view" },
  {
    to: "/projects/$projectId/content-delivery",
    title: "content-delivery.title",
    icon: CloudUpload,
    key: null,
    scope: "content-delivery.publish"
  },
  { to: "/projects/$projectId/jobs", title: "job.title", icon: ListChecks, key: "j", scope: null },
  { to: "/projects/$projectId/activity", title: "activity.title", icon: History, key: "a", scope: "activity.view" },
  { to: "/projects/$projectId/members", title: "member.title", icon: Users, key: "m", scope: "members.view" },
  { to: "/projects/$projectId/connect", title: "connect.title", icon: Plug, key: "c", scope: null },
  { to: "/projects/$projectId/api-keys", title: "api-key.title", icon: KeyRound, key: null, scope: null },
  { to: "/projects/$projectId/webhooks", title: "webhook.title", icon: Webhook, key: "w", scope: "webhooks.manage" },
  { to: "/projects/$projectId/settings", title: "settings.title", icon: Settings, key: "s", scope: null }
]

/** The screens that I may open; of a project that is not read yet those that each member may. */
const projectScreens = (project: ProjectModel | undefined, hasOwnTasks: boolean): ReadonlyArray<ProjectScreen> =>
  screens.filter(
    ({ to, scope }) =>
      (scope === null ||
        project?.computedPermission.scopes.includes(scope) === true ||
        (to === tasksPath && hasOwnTasks)) &&
      (to !== branchesPath || project?.useBranching)
  )

/** The same, with the question whether I have tasks where that decides. */
export const useProjectScreens = (project: ProjectModel | undefined): ReadonlyArray<ProjectScreen> => {
  const isAsked = project?.computedPermission.scopes.includes("tasks.view") === false
  const { data: hasOwnTasks = false } = useQuery({ ...hasOwnTasksQuery(project?.id ?? 0), enabled: isAsked })
  return projectScreens(project, hasOwnTasks)
}
