import type { TranslationState } from "@dragoman/domain/translation"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { LanguageStatsModel, ProjectStatsModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { keyPercentages, percentText } from "../../feature/project/key-progress.ts"
import { ProgressBar } from "../../widget/ui/progress-bar.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./dashboard-screen.module.css"

interface LanguageProgressProps {
  readonly projectId: number
  readonly stats: ProjectStatsModel
  /** null: the project has no base language. */
  readonly baseTag: string | null
}

const sortings = {
  language: (language: LanguageStatsModel) => language.languageName,
  reviewed: (language: LanguageStatsModel) => language.reviewedKeyCount,
  translated: (language: LanguageStatsModel) => language.translatedKeyCount,
  untranslated: (language: LanguageStatsModel) => language.untranslatedKeyCount,
  words: (language: LanguageStatsModel) => language.untranslatedWordCount,
  changed: (language: LanguageStatsModel) => language.translationsUpdatedAt ?? 0
} as const

type Column = keyof typeof sortings

/** Each language with its numbers, which lead to the keys that they count. */
export const LanguageProgress = ({ projectId, stats, baseTag }: LanguageProgressProps) => {
  const t = useText()
  // null: as the server orders them, the base first.
  const [sorting, setSorting] = useState<{ readonly column: Column; readonly direction: 1 | -1 } | null>(null)
  const number = new Intl.NumberFormat(t.language)
  const rows =
    sorting === null
      ? stats.languageStats.toSorted(
          (one, other) => Number(other.languageTag === baseTag) - Number(one.languageTag === baseTag)
        )
      : stats.languageStats.toSorted(
          (one, other) => sorting.direction * compare(sortings[sorting.column](one), sortings[sorting.column](other))
        )
  const sortOf = (column: Column) => ({
    direction:
      sorting?.column !== column ? null : sorting.direction === 1 ? ("ascending" as const) : ("descending" as const),
    onSort: () =>
      setSorting((before) => ({
        column,
        direction: before?.column === column ? (before.direction === 1 ? -1 : 1) : column === "language" ? 1 : -1
      }))
  })
  const counted = (state: TranslationState, count: (language: LanguageStatsModel) => number) => ({
    isNumber: true,
    cell: (language: LanguageStatsModel) => (
      <Link
        to="/projects/$projectId/translations"
        params={{ projectId }}
        search={{ state: `${language.languageTag}:${state}`, languages: language.languageTag }}
        className={styles["number"]}
      >
        {number.format(count(language))}
      </Link>
    )
  })
  return (
    <>
      <p className={styles["quiet"]}>
        {t("projects.keys", { count: stats.keyCount })} · {t("dashboard.base-words", { count: stats.baseWordsCount })}
      </p>
      <Table
        label={t("dashboard.progress")}
        rows={rows}
        rowId={({ languageId }) => languageId}
        columns={[
          {
            id: "language",
            title: t("dashboard.language"),
            sort: sortOf("language"),
            cell: (language) => {
              const { reviewed, translated } = keyPercentages(stats.keyCount, language)
              return (
                <span className={styles["language"]}>
                  <bdi>{languageName(language.languageTag, t.language)}</bdi>
                  <span className={styles["quiet"]}>
                    {language.languageTag}
                    {language.languageTag === baseTag && ` · ${t("projects.base-language")}`}
                  </span>
                  <span className={styles["progress"]}>
                    <ProgressBar reviewed={reviewed} translated={translated} />
                    <span className={styles["percent"]}>
                      <span className="visually-hidden">{t("projects.done")} </span>
                      {percentText(reviewed + translated, t.language)}
                    </span>
                  </span>
                </span>
              )
            }
          },
          {
            id: "reviewed",
            title: t("state.reviewed"),
            sort: sortOf("reviewed"),
            ...counted("REVIEWED", ({ reviewedKeyCount }) => reviewedKeyCount)
          },
          {
            id: "translated",
            title: t("state.translated"),
            sort: sortOf("translated"),
            ...counted("TRANSLATED", ({ translatedKeyCount }) => translatedKeyCount)
          },
          {
            id: "untranslated",
            title: t("state.untranslated"),
            sort: sortOf("untranslated"),
            ...counted("UNTRANSLATED", ({ untranslatedKeyCount }) => untranslatedKeyCount)
          },
          {
            id: "words",
            title: t("dashboard.words-left"),
            isNumber: true,
            sort: sortOf("words"),
            cell: ({ untranslatedWordCount }) => number.format(untranslatedWordCount)
          },
          {
            id: "changed",
            title: t("dashboard.last-change"),
            sort: sortOf("changed"),
            cell: ({ translationsUpdatedAt }) =>
              translationsUpdatedAt === null ? t("dashboard.never") : <Time at={translationsUpdatedAt} />
          }
        ]}
      />
    </>
  )
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other))
