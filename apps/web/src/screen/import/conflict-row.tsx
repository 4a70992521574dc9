import { Radio, RadioGroup } from "react-aria-components"
import type { ImportTranslationModel } from "../../base/api/contract.ts"
import { type TextKey, useText } from "../../base/texts/text.ts"
import styles from "./conflict-row.module.css"
import { TextDifference } from "./text-difference.tsx"

/** Asks which text stays: the one of the project, or the imported one. */
export type Resolution = "keep" | "override"

interface ConflictRowProps {
  readonly conflict: ImportTranslationModel
  readonly languageTag: string
  readonly onResolve: (resolution: Resolution) => void
}

const reasons: Readonly<Record<NonNullable<ImportTranslationModel["conflictType"]>, TextKey>> = {
  SHOULD_NOT_EDIT_REVIEWED: "import.conflict-reviewed",
  CANNOT_EDIT_REVIEWED: "obstacle.reviewed",
  CANNOT_EDIT_DISABLED: "obstacle.disabled"
}

/** The text of the project and the imported one; arrow keys choose between them. */
export const ConflictRow = ({ conflict, languageTag, onResolve }: ConflictRowProps) => {
  const t = useText()
  const { keyName, text, conflictText, conflictType, resolved, override, isOverridable } = conflict
  const texts = {
    before: conflictText ?? "",
    after: text ?? "",
    languageTag,
    isPlural: conflict.isPlural || conflict.existingKeyIsPlural
  }
  return (
    <RadioGroup
      className={styles["row"] ?? ""}
      aria-label={keyName}
      data-key={keyName}
      value={resolved ? (override ? "override" : "keep") : null}
      onChange={(value) => onResolve(value as Resolution)}
    >
      <div className={styles["header"]}>
        <bdi className={styles["key"]}>{keyName}</bdi>
        {!resolved && <span className={styles["open"]}>{t("import.unresolved")}</span>}
        {conflictType !== null && <span className={styles["reason"]}>{t(reasons[conflictType])}</span>}
      </div>
      <Radio value="keep" className={styles["side"] ?? ""}>
        <span className={styles["title"]}>
          <span className={styles["mark"]} aria-hidden />
          {t("import.keep")}
        </span>
        {conflictText === null ? <p>{t("import.not-visible")}</p> : <TextDifference {...texts} side="before" />}
      </Radio>
      <Radio value="override" isDisabled={!isOverridable} className={styles["side"] ?? ""}>
        <span className={styles["title"]}>
          <span className={styles["mark"]} aria-hidden />
          {t("import.take")}
        </span>
        {text === null || text === "" ? <p>{t("translations.no-text")}</p> : <TextDifference {...texts} side="after" />}
      </Radio>
    </RadioGroup>
  )
}
