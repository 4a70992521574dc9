import { Link } from "@tanstack/react-router"
import styles from "./section-navigation.module.css"

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
          <Link to={to} className={styles["entry"]}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
