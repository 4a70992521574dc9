import { Link } from "@tanstack/react-router"
import styles from "./section-navigation.module.css"

/** The address of one screen may be the beginning of another one's. */
const exactly = { exact: true, includeSearch: false } as const

interface SectionNavigationProps {
  /** Names the navigation. */
  readonly label: string
  readonly entries: ReadonlyArray<{ readonly to: string; readonly title: string }>
}

/** The screens of one part of the console, above each of them. */
export const SectionNavigation = ({ label, entries }: SectionNavigationProps) => (
  <nav aria-label={label} className={styles["navigation"]}>
    <ul>
      {entries.map(({ to, title }) => (
        <li key={to}>
          <Link to={to} activeOptions={exactly} className={styles["entry"]}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
