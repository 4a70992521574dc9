import { languageName, type Text, type TextKey, useText } from "../../base/texts/text.ts"
import { Table } from "../../widget/ui/table.tsx"
import type { ImportSummary } from "./apply-import.ts"

/** Counts what an import did: keys, then the texts of each language with the reasons of those that were left out. */
export const ImportResult = ({ summary }: { readonly summary: ImportSummary }) => {
  const t = useText()
  const number = new Intl.NumberFormat(t.language)
  return (
    <>
      <p>
        {t("import.count-created-keys", { count: summary.createdKeys })}
        {summary.skippedKeys > 0 && <> · {t("import.count-skipped-keys", { count: summary.skippedKeys })}</>}
      </p>
      {summary.languages.length > 0 && (
        <Table
          label={t("import.result")}
          rows={summary.languages}
          rowId={({ language }) => language}
          columns={[
            {
              id: "language",
              title: t("import.languages"),
              cell: ({ language }) => <bdi>{languageName(language, t.language)}</bdi>
            },
            {
              id: "created",
              title: t("import.result-created"),
              cell: ({ created }) => number.format(created),
              isNumber: true
            },
            {
              id: "changed",
              title: t("import.result-changed"),
              cell: ({ changed }) => number.format(changed),
              isNumber: true
            },
            {
              id: "unchanged",
              title: t("import.result-unchanged"),
              cell: ({ unchanged }) => number.format(unchanged),
              isNumber: true
            },
            { id: "left", title: t("import.left"), cell: ({ left }) => leftText(left, t) }
          ]}
        />
      )}
    </>
  )
}

const reasons = {
  EMPTY_VALUE: "import.left-EMPTY_VALUE",
  KEPT: "import.left-KEPT",
  CONFLICT: "import.left-CONFLICT",
  PROTECTED: "import.left-PROTECTED",
  DISABLED: "import.left-DISABLED",
  NOT_VALID_ICU: "import.left-NOT_VALID_ICU"
} as const satisfies Readonly<Record<string, TextKey>>

/** "160 empty values, 3 kept as they were". */
const leftText = (left: ImportSummary["languages"][number]["left"], t: Text): string =>
  new Intl.ListFormat(t.language, { type: "unit" }).format(
    Object.entries(reasons).flatMap(([reason, key]) => {
      const count = left[reason] ?? 0
      return count === 0 ? [] : [t(key, { count })]
    })
  )
