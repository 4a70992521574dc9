import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ArrowRight, CalendarClock, CircleCheck, ListChecks, Webhook } from "lucide-react"
import { useState } from "react"
import type { MyWorkModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { keyPercentages, percentText } from "../../feature/project/key-progress.ts"
import { recentProjectsQuery } from "../../feature/project/recent-projects.ts"
import { useUser } from "../../feature/session/session.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { ProgressBar } from "../../widget/ui/progress-bar.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { MyTasks } from "./my-tasks.tsx"
import styles from "./my-work.module.css"
import { myWorkQuery } from "./my-work-query.ts"
import { attentionOf, continueSearch, type WaitingLanguage, waitingLanguages } from "./waiting-work.ts"

/** Projects and languages that are shown at first; the rest is a number. */
const shownProjectsMax = 4
const shownLanguagesMax = 5

/** The work that waits for the user: tasks, languages by project, and what needs the attention of managers. */
export const MyWork = () => {
  const t = useText()
  const user = useUser()
  const { data: recentIds } = useQuery(recentProjectsQuery)
  const work = useQuery(myWorkQuery(recentIds))
  const [showsAll, setShowsAll] = useState(false)
  const projects = (work.data ?? [])
    .map((project) => ({ project, languages: waitingLanguages(project), attention: attentionOf(project) }))
    .filter(({ languages, attention }) => languages.length > 0 || attention.length > 0)
  const shown = showsAll ? projects : projects.slice(0, shownProjectsMax)
  const [first] = projects.flatMap(({ project, languages }) => languages.map((language) => ({ project, language })))
  return (
    <section aria-labelledby="my-work" className={styles["work"]}>
      <header className={styles["header"]}>
        <h2 id="my-work">{t("my-work.title")}</h2>
        {first !== undefined && <ContinueLink {...first} isMain />}
      </header>
      {user.passwordIsInitial && <InitialPassword />}
      <MyTasks />
      <QueryState query={work} skeleton="96px">
        {() =>
          projects.length === 0 ? (
            <p className={styles["nothing"]}>
              <CircleCheck aria-hidden />
              {t("my-work.nothing")}
            </p>
          ) : (
            <ul className={styles["projects"]}>
              {shown.map(({ project, languages, attention }) => (
                <li key={project.projectId} className={styles["project"]}>
                  <h3 className={styles["name"]}>
                    <Link to="/projects/$projectId" params={{ projectId: project.projectId }}>
                      <bdi>{project.projectName}</bdi>
                    </Link>{" "}
                    <bdi className={styles["organization"]}>{project.organizationName}</bdi>
                  </h3>
                  {attention.length > 0 && (
                    <ul className={styles["attention"]} aria-label={t("dashboard.attention")}>
                      {attention.map(({ kind, count, to }) => {
                        const Icon = attentionIcons[kind]
                        return (
                          <li key={kind}>
                            <Link to={to} className={styles["attentionLink"]}>
                              <Icon aria-hidden />
                              {t(`my-work.${kind}`, { count })}
                            </Link>
                          </li>
                        )
                      })}
                    </ul>
                  )}
                  {languages.length > 0 && (
                    <ul className={styles["languages"]} aria-label={t("projects.languages")}>
                      {languages.slice(0, shownLanguagesMax).map((language) => (
                        <LanguageRow key={language.language.languageId} project={project} language={language} />
                      ))}
                    </ul>
                  )}
                  {languages.length > shownLanguagesMax && (
                    <Link
                      to="/projects/$projectId"
                      params={{ projectId: project.projectId }}
                      className={styles["others"]}
                    >
                      {t("projects.other-languages", { count: languages.length - shownLanguagesMax })}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {shown.length < projects.length && (
        <div>
          <Button onPress={() => setShowsAll(true)}>
            {t("projects.more", { count: projects.length - shown.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Asks the first administrator for a password of their own. */
const InitialPassword = () => {
  const t = useText()
  return (
    <Callout kind="warning">
      {t("my-work.initial-password")} <Link to="/account/password">{t("my-work.change-password")}</Link>
    </Callout>
  )
}

const attentionIcons = { webhooks: Webhook, jobs: ListChecks, overdue: CalendarClock } as const

interface WorkProps {
  readonly project: MyWorkModel
  readonly language: WaitingLanguage
}

/** A language with its progress, and each number of texts as a link to them. */
const LanguageRow = ({ project, language }: WorkProps) => {
  const t = useText()
  const { languageTag, ...counts } = language.language
  const { reviewed, translated } = keyPercentages(project.keyCount, counts)
  return (
    <li className={styles["language"]}>
      <bdi className={styles["languageName"]}>{languageName(languageTag, t.language)}</bdi>
      <span className={styles["progress"]}>
        <ProgressBar reviewed={reviewed} translated={translated} />
        <span className={styles["percent"]}>
          <span className="visually-hidden">{t("projects.done")} </span>
          {percentText(reviewed + translated, t.language)}
        </span>
      </span>
      <span className={styles["counts"]}>
        {language.texts.map(({ kind, count, search }) => (
          <Link
            key={kind}
            to="/projects/$projectId/translations"
            params={{ projectId: project.projectId }}
            search={search}
            className={styles["count"]}
          >
            {t(`my-work.${kind}`, { count })}
          </Link>
        ))}
      </span>
      <ContinueLink project={project} language={language} />
    </li>
  )
}

/** Opens the first text that waits. The main one names where it leads. */
const ContinueLink = ({ project, language, isMain = false }: WorkProps & { readonly isMain?: boolean }) => {
  const t = useText()
  const names = {
    project: project.projectName,
    language: languageName(language.language.languageTag, t.language)
  }
  return (
    <Link
      to="/projects/$projectId/translations"
      params={{ projectId: project.projectId }}
      search={continueSearch(language)}
      className={isMain ? styles["main"] : styles["continue"]}
      {...(isMain ? {} : { "aria-label": t("my-work.continue-with", names) })}
    >
      {isMain ? t("my-work.continue-with", names) : t("my-work.continue")}
      <ArrowRight aria-hidden className="mirrored" />
    </Link>
  )
}
