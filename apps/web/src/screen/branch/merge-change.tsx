import { useId } from "react"
import type { BranchMergeChangeModel, BranchMergeModel, LanguageModel } from "../../base/api/contract.ts"
import { languageName, type TextKey, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { TextDifference } from "../import/text-difference.tsx"
import { type ChangedField, changedFields, type FieldValue, outcomeOf } from "./changed-fields.ts"
import styles from "./merge-change.module.css"
import type { MergeSide } from "./resolve-change.ts"

interface MergeChangeProps {
  readonly merge: BranchMergeModel
  readonly change: BranchMergeChangeModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly onResolve: (side: MergeSide) => void
}

/** Attribute of the element that has the focus while keys decide about its change. */
const attribute = "data-merge-change"

/** Returns the id of the change that has the focus, or in which the focus is; undefined: none. */
export const focusedChange = (): number | undefined => {
  const id = document.activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute)
  return id == null ? undefined : Number(id)
}

/** Moves the focus to a change; undefined: there is none, and the focus stays. */
export const focusChange = (id: number | undefined): void => {
  const element = document.querySelector<HTMLElement>(`[${attribute}="${id}"]`)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: "nearest" })
}

const columns = ["target", "source", "merged"] as const

/** A key on the branch that gets the changes, on the merged one, and after the merge, with the choice between the first two. */
export const MergeChange = ({ merge, change, languages, onResolve }: MergeChangeProps) => {
  const t = useText()
  const titleId = useId()
  const { sourceKey, targetKey, effectiveResolution } = change
  const key = sourceKey ?? targetKey
  const tags = languages.map(({ tag }) => tag)
  const fields = changedFields(change, tags)
  const outcome = outcomeOf(change)
  const titles = {
    target: <bdi>{merge.targetBranchName}</bdi>,
    source: <bdi>{merge.sourceBranchName}</bdi>,
    merged: t("merge.after")
  }
  const sides = { target: targetKey, source: sourceKey, merged: outcome }
  return (
    <article className={styles["change"]} aria-labelledby={titleId} tabIndex={-1} {...{ [attribute]: change.id }}>
      <h2 id={titleId} className={styles["title"]}>
        <bdi dir="ltr" className={styles["key"]}>
          {key?.keyName}
        </bdi>
        {key?.namespace != null && <bdi className={styles["namespace"]}>{key.namespace}</bdi>}
        {effectiveResolution === null && <span className={styles["open"]}>{t("merge.unresolved")}</span>}
        {change.type !== "CONFLICT" && effectiveResolution === "TARGET" && (
          <span className={styles["open"]}>{t("merge.left-out")}</span>
        )}
      </h2>
      <div className={styles["columns"]}>
        {columns.map((column) => (
          <section key={column} className={styles["side"]} data-chosen={isChosen(column, effectiveResolution)}>
            <h3 className={styles["branch"]}>{titles[column]}</h3>
            {sides[column] === undefined ? (
              <p className={styles["quiet"]}>{t("merge.unresolved")}</p>
            ) : sides[column] === null ? (
              <p className={styles["quiet"]}>{t("merge.no-key")}</p>
            ) : fields.length === 0 ? (
              <p className={styles["quiet"]}>{t("merge.other-values")}</p>
            ) : (
              <dl className={styles["fields"]}>
                {fields.map((field) => (
                  <div key={`${field.kind}:${field.languageTag}`}>
                    <dt>{fieldTitle(field, t)}</dt>
                    <dd>
                      <Value field={field} column={column} isPlural={key?.keyIsPlural === true} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {column !== "merged" && (
              <Button
                aria-pressed={isChosen(column, effectiveResolution)}
                onPress={() => onResolve(column === "target" ? "TARGET" : "SOURCE")}
              >
                {t("merge.take", { branch: column === "target" ? merge.targetBranchName : merge.sourceBranchName })}
                <span className="visually-hidden">: {key?.keyName}</span>
              </Button>
            )}
          </section>
        ))}
      </div>
    </article>
  )
}

const isChosen = (column: (typeof columns)[number], side: MergeSide | null): boolean =>
  (column === "target" && side === "TARGET") || (column === "source" && side === "SOURCE")

const fieldTitles = {
  name: "projects.name",
  namespace: "filter.namespace",
  description: "key.description",
  plural: "merge.plural"
} as const satisfies Record<Exclude<ChangedField["kind"], "text">, TextKey>

const fieldTitle = ({ kind, languageTag }: ChangedField, t: ReturnType<typeof useText>): string =>
  kind === "text" ? languageName(languageTag ?? "", t.language) : t(fieldTitles[kind])

interface ValueProps {
  readonly field: ChangedField
  readonly column: (typeof columns)[number]
  readonly isPlural: boolean
}

/** A value of one side; words that the other branch does not have are marked. */
const Value = ({ field, column, isPlural }: ValueProps) => {
  const t = useText()
  const value = field[column]
  if (value === null || value.text === "") return <span className={styles["quiet"]}>{emptyText(field, t)}</span>
  const before = column === "merged" ? value.text : (field.target?.text ?? "")
  const after = column === "merged" ? value.text : (field.source?.text ?? "")
  return (
    <>
      <TextDifference
        before={before}
        after={after}
        languageTag={field.languageTag ?? "en"}
        isPlural={isPlural && field.kind === "text"}
        side={column === "target" ? "before" : "after"}
      />
      {value.state !== null && <span className={styles["state"]}>{t(stateTitles[value.state])}</span>}
    </>
  )
}

const emptyText = ({ kind }: ChangedField, t: ReturnType<typeof useText>): string =>
  kind === "text" ? t("translations.no-text") : "–"

const stateTitles = {
  UNTRANSLATED: "state.untranslated",
  TRANSLATED: "state.translated",
  REVIEWED: "state.reviewed",
  DISABLED: "state.disabled"
} as const satisfies Record<NonNullable<FieldValue["state"]>, TextKey>
