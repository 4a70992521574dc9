import type { ServiceEvaluation } from "../../assistance/machine-translation/evaluate-translations.ts"

const columns: ReadonlyArray<readonly [title: string, value: (row: ServiceEvaluation) => string]> = [
  ["LANGUAGE", ({ languageTag }) => languageTag],
  ["SERVICE", nameOf],
  ["TEXTS", ({ texts, translated }) => `${translated}/${texts}`],
  ["CHRF", ({ chrf }) => decimal(chrf, 1)],
  ["UNCHANGED", ({ verification }) => String(verification.unchanged)],
  ["REPAIRED", ({ verification }) => String(verification.repaired)],
  ["ASKED AGAIN", ({ verification }) => String(verification.askedAgain)],
  ["REFUSED", ({ verification }) => String(verification.refused)],
  ["TERMS", ({ terms }) => (terms.expected === 0 ? "-" : `${terms.kept}/${terms.expected}`)],
  ["LENGTH", ({ lengthRatio }) => decimal(lengthRatio, 2)],
  ["CHARACTERS", ({ usage }) => String(usage.characters)],
  ["TOKENS IN", ({ usage }) => String(usage.inputTokens)],
  ["TOKENS OUT", ({ usage }) => String(usage.outputTokens)],
  ["PRICE", ({ cost }) => cost.toFixed(4)]
]

/** Prints a table of evaluations for people, without a line end; below it the reasons of texts without a translation. */
export const printEvaluations = (rows: ReadonlyArray<ServiceEvaluation>): string => {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, value]) => plain(value(row))))]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)))
  const failures = rows.flatMap((row) =>
    row.failures.map(({ code, detail, texts }) =>
      plain(`${row.languageTag} ${nameOf(row)}: ${texts} without a translation (${code}). ${detail ?? ""}`).trimEnd()
    )
  )
  return [
    ...lines.map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    ),
    ...failures
  ].join("\n")
}

function nameOf({ service, provider, promptId }: ServiceEvaluation): string {
  const parts = [
    service,
    ...(provider === null ? [] : [provider]),
    ...(promptId === null ? [] : [`prompt ${promptId}`])
  ]
  return parts.join(" ")
}

const decimal = (value: number | null, digits: number): string => (value === null ? "-" : value.toFixed(digits))

/** Removes control characters, which answers of providers could bring to the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, " ")
