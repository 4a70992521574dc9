import { Link } from "@tanstack/react-router"
import type { ProjectWithStatsModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { percentText } from "../../feature/project/key-progress.ts"
import { ProgressBar } from "../../widget/ui/progress-bar.tsx"
import styles from "./project-card.module.css"

/** Languages that a card shows; the rest is a number. */
const shownLanguagesMax = 5

/** A project with how far each of its languages is, the base language first. */
export const ProjectCard = ({ project }: { readonly project: ProjectWithStatsModel }) => {
  const t = useText()
  const { keyCount, languageStats } = project.stats
  const others = languageStats.length - shownLanguagesMax
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
      <ul className={styles["languages"]} aria-label={t("projects.languages")}>
        {languageStats.slice(0, shownLanguagesMax).map(({ languageId, languageTag, translationStatePercentages }) => {
          const { TRANSLATED, REVIEWED } = translationStatePercentages
          return (
            <li key={languageId} className={styles["language"]}>
              <bdi className={styles["name"]}>{languageName(languageTag, t.language)}</bdi>
              <ProgressBar reviewed={REVIEWED} translated={TRANSLATED} />
              <span className={styles["percent"]}>
                <span className="visually-hidden">{t("projects.done")} </span>
                {percentText(TRANSLATED + REVIEWED, t.language)}
              </span>
            </li>
          )
        })}
      </ul>
      {others > 0 && <p className={styles["facts"]}>{t("projects.other-languages", { count: others })}</p>}
    </article>
  )
}
