import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { LanguageStatsModel, ProjectModel } from "../api/contract.ts"
import { languageName, useText } from "../texts/text.ts"
import { Skeleton } from "../ui/skeleton.tsx"
import styles from "./project-card.module.css"
import { projectStatsQuery } from "./project-queries.ts"

/** Languages whose progress a card shows; the rest is a number. */
const shownLanguagesMax = 5

/** A project with its progress per language. The numbers come later: reading them may take a second. */
export const ProjectCard = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const stats = useQuery(projectStatsQuery(project.id))
  const languages = stats.data?.languageStats ?? []
  const others = languages.length - shownLanguagesMax
  return (
    <article className={styles["card"]}>
      <header className={styles["header"]}>
        <h2>
          <Link to="/projects/$projectId/translations" params={{ projectId: project.id }} className={styles["link"]}>
            <bdi>{project.name}</bdi>
          </Link>
        </h2>
        <p className={styles["facts"]}>
          <bdi>{project.organizationOwner?.name}</bdi>
          {stats.data !== undefined && ` · ${t("projects.keys", { count: stats.data.keyCount })}`}
        </p>
      </header>
      {stats.isPending ? (
        <Skeleton height="64px" />
      ) : (
        <ul className={styles["languages"]}>
          {languages.slice(0, shownLanguagesMax).map((language) => (
            <LanguageProgress key={language.languageId} stats={language} />
          ))}
          {others > 0 && <li className={styles["facts"]}>{t("projects.other-languages", { count: others })}</li>}
        </ul>
      )}
    </article>
  )
}

const LanguageProgress = ({ stats }: { readonly stats: LanguageStatsModel }) => {
  const t = useText()
  const done = stats.translatedPercentage + stats.reviewedPercentage
  // 99.9 % is not everything.
  const percent = new Intl.NumberFormat(t.language, { style: "percent" }).format(Math.floor(done) / 100)
  return (
    <li className={styles["language"]}>
      <span>{languageName(stats.languageTag, t.language)}</span>
      <span className={styles["track"]} aria-hidden>
        <span className={styles["reviewed"]} style={{ inlineSize: `${stats.reviewedPercentage}%` }} />
        <span className={styles["translated"]} style={{ inlineSize: `${stats.translatedPercentage}%` }} />
      </span>
      <span className={styles["percent"]}>
        <span className="visually-hidden">{t("projects.done")} </span>
        {percent}
      </span>
    </li>
  )
}
