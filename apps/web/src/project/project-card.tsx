import { Link } from "@tanstack/react-router"
import type { ProjectWithStatsModel } from "../api/contract.ts"
import { languageName, useText } from "../texts/text.ts"
import { ProgressBar } from "../ui/progress-bar.tsx"
import styles from "./project-card.module.css"

/** Languages that a card names; the rest is a number. */
const namedLanguagesMax = 5

/** A project with how far it is translated, in all of its languages together. */
export const ProjectCard = ({ project }: { readonly project: ProjectWithStatsModel }) => {
  const t = useText()
  const { keyCount, translationStatePercentages } = project.stats
  const { TRANSLATED, REVIEWED } = translationStatePercentages
  // 99.9 % is not everything.
  const percent = new Intl.NumberFormat(t.language, { style: "percent" }).format(
    Math.floor(TRANSLATED + REVIEWED) / 100
  )
  const others = project.languages.length - namedLanguagesMax
  const named = project.languages.slice(0, namedLanguagesMax).map(({ tag }) => languageName(tag, t.language))
  const rest = others > 0 ? [t("projects.other-languages", { count: others })] : []
  return (
    <article className={styles["card"]}>
      <header className={styles["header"]}>
        <h2>
          <Link to="/projects/$projectId" params={{ projectId: project.id }} className={styles["link"]}>
            <bdi>{project.name}</bdi>
          </Link>
        </h2>
        <p className={styles["facts"]}>
          <bdi>{project.organizationOwner?.name}</bdi>
          {` · ${t("projects.keys", { count: keyCount })}`}
        </p>
      </header>
      <p className={styles["facts"]}>{new Intl.ListFormat(t.language, { type: "unit" }).format([...named, ...rest])}</p>
      <p className={styles["progress"]}>
        <ProgressBar reviewed={REVIEWED} translated={TRANSLATED} />
        <span className={styles["percent"]}>
          <span className="visually-hidden">{t("projects.done")} </span>
          {percent}
        </span>
      </p>
    </article>
  )
}
