import type { ReactNode } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "./button.tsx"
import styles from "./filter-form.module.css"
import { TextField } from "./text-field.tsx"

interface FilterFormProps {
  readonly label: string
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

/** The filters of a list, and how to get rid of all of them. */
export const FilterForm = ({ label, isFiltered, onClear, children }: FilterFormProps) => {
  const t = useText()
  return (
    <search className={styles["filters"]} aria-label={label}>
      {children}
      {isFiltered && (
        <Button kind="quiet" onPress={onClear}>
          {t("translations.clear-filters")}
        </Button>
      )}
    </search>
  )
}

/** First and last day, both included: `2026-08-31`. Absent: the list has no such end. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The first and the last day of a list. */
export const DayRangeFields = ({
  range: { from = "", to = "" },
  onChange
}: {
  readonly range: DayRange
  readonly onChange: (changes: DayRange) => void
}) => {
  const t = useText()
  return (
    <>
      <TextField
        type="date"
        label={t("activity.from")}
        value={from}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <TextField
        type="date"
        label={t("activity.to")}
        value={to}
        onChange={(day) => onChange({ to: day || undefined })}
      />
    </>
  )
}
