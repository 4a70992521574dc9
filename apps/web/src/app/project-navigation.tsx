import { useQuery } from "@tanstack/react-query"
import { Link, useLocation, useNavigate } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { useText } from "../base/texts/text.ts"
import { projectQuery } from "../feature/project/project-queries.ts"
import { useShortcuts } from "../widget/shortcut/shortcut.ts"
import styles from "./project-navigation.module.css"
import { useProjectScreens } from "./project-screens.ts"

/** The way between the screens of a project: at the side, or above the screen when there is little room. */
export const ProjectNavigation = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const navigate = useNavigate()
  const { data: project } = useQuery(projectQuery(projectId))
  const shown = useProjectScreens(project)
  useShortcuts(
    shown.flatMap(({ to, title, key }) =>
      key === null
        ? []
        : [
            {
              keys: `g ${key}`,
              title,
              place: "everywhere" as const,
              run: () => navigate({ to, params: { projectId } })
            }
          ]
    )
  )
  const path = useLocation({ select: ({ pathname }) => pathname })
  const list = useRef<HTMLUListElement>(null)
  // In a narrow window the entries are one line, which scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another entry
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [path, shown.length])
  return (
    <nav aria-label={t("shell.project-navigation")} className={styles["navigation"]}>
      <ul ref={list}>
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
