import { Link, type LinkProps, useNavigate } from "@tanstack/react-router"
import { Languages, type LucideIcon } from "lucide-react"
import { useShortcuts } from "../shortcut/shortcut.ts"
import { type TextKey, useText } from "../texts/text.ts"
import styles from "./project-navigation.module.css"

interface NavigationEntry {
  readonly to: LinkProps["to"] & `/projects/$projectId${string}`
  readonly title: TextKey
  readonly icon: LucideIcon
  /** The letter after `g`; null: none. */
  readonly key: string | null
}

/** The screens of a project, in the order of the navigation. */
const entries: ReadonlyArray<NavigationEntry> = [
  { to: "/projects/$projectId/translations", title: "translations.title", icon: Languages, key: "t" }
]

/** The way between the screens of a project: at the side, or above the screen when there is little room. */
export const ProjectNavigation = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const navigate = useNavigate()
  useShortcuts(
    entries.flatMap(({ to, title, key }) =>
      key === null ? [] : [{ keys: `g ${key}`, title, run: () => navigate({ to, params: { projectId } }) }]
    )
  )
  return (
    <nav aria-label={t("shell.project-navigation")} className={styles["navigation"]}>
      <ul>
        {entries.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link to={to} params={{ projectId }} className={styles["entry"]}>
              <Icon aria-hidden />
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
