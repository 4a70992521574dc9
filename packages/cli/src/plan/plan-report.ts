import type { ImportPlanChangeModel, ImportPlanModel, ImportResultModel } from "@dragoman/api"
import { visibleText } from "@dragoman/formats"

type Counts = ImportPlanModel["keyCounts"]
type Text = ImportPlanChangeModel["texts"][number]

const signs = { CREATE: "+", CHANGE: "~", REMOVE: "-", LEAVE: "=", SAME: " " } as const

const reasons = {
  KEPT: "the project's text stays",
  CONFLICT: "conflict",
  PROTECTED: "conflict: the project's text was reviewed",
  DISABLED: "conflict: the key is disabled in this language",
  EMPTY_VALUE: "an empty value erases nothing",
  LANGUAGE_NOT_SELECTED: "the project does not have the language of the file",
  NOT_VALID_ICU: "the text is no ICU message, and the project rejects such texts"
} as const

/** Number of UTF-16 units of a text that are printed. */
const printedTextMax = 120

const quoted = (text: string | null): string =>
  text === null
    ? "(none)"
    : visibleText(JSON.stringify(text.length > printedTextMax ? `${text.slice(0, printedTextMax)}...` : text))

/** Prints the effect on one key as lines. */
export const printChange = (change: ImportPlanChangeModel): string => {
  const { keyName, keyNamespace, action, reason, texts, description, changesCustomValues } = change
  const name = visibleText(keyNamespace === null ? keyName : `${keyNamespace}:${keyName}`)
  const lines = [
    `  ${signs[action]} ${name}${reason === null ? "" : "  (left out: the project does not have it)"}`,
    ...texts.map((text) => `      ${signs[text.action]} ${text.language ?? "?"}: ${printText(text)}`),
    ...(description === null
      ? []
      : [`      ~ description: ${quoted(description.before)} → ${quoted(description.after)}`]),
    ...(changesCustomValues && action === "CHANGE" ? ["      ~ additional values"] : []),
    ...(change.becomesPlural ? ["      ~ becomes a plural in all languages"] : []),
    ...(change.marksOutdated ? ["      ~ marks the other languages as outdated"] : [])
  ]
  return `${lines.join("\n")}\n`
}

const printText = ({ action, before, after, reason }: Text): string => {
  if (action === "CREATE") return quoted(after)
  if (action === "REMOVE") return quoted(before)
  if (action === "CHANGE") return `${quoted(before)} → ${quoted(after)}`
  return `${quoted(before)}, imported: ${quoted(after)}${reason === null ? "" : `  (${reasons[reason]})`}`
}

/** Prints the table of counts, the issues and warnings, and the sums, after the changes. */
export const printSummary = (result: ImportResultModel, plan: ImportPlanModel): string =>
  [
    printTable(plan),
    printFindings(result),
    `Plan: ${printCounts(plan.keyCounts)}.\n`,
    plan.rejection !== null || !hasChanges(plan)
      ? ""
      : `Apply it before ${new Date(plan.expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC: dragoman apply ${plan.id}\n`
  ].join("")

/** Whether applying the plan writes something. */
export const hasChanges = ({ keyCounts: { created, changed, removed } }: ImportPlanModel): boolean =>
  created + changed + removed > 0

const printCounts = ({ created, changed, removed, left, same }: Counts): string =>
  [
    `${created} key${created === 1 ? "" : "s"} to create`,
    `${changed} to change`,
    `${removed} to remove`,
    ...(left > 0 ? [`${left} left as the project has ${left === 1 ? "it" : "them"}`] : []),
    `${same} unchanged`
  ].join(", ")

const countNames = ["created", "changed", "removed", "left", "same"] as const

const printTable = ({ textCounts }: ImportPlanModel): string => {
  if (textCounts.length === 0) return ""
  const rows = [
    ["language", "namespace", ...countNames],
    ...textCounts.map((counts) => [
      counts.language ?? "?",
      visibleText(counts.namespace ?? ""),
      ...countNames.map((name) => String(counts[name]))
    ])
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
  )
  return `\nTexts:\n${lines.map((line) => `  ${line.trimEnd()}\n`).join("")}\n`
}

const printFindings = ({ issues, issueCount, notices, noticeCount }: ImportResultModel): string => {
  const found = [
    ...issues.map(({ type, ...issue }) => ({ ...issue, code: ` [${type}]` })),
    ...notices.map((warning) => ({ ...warning, code: "" }))
  ]
  const lines = found.map(({ fileName, line, column, message, code }) => {
    const place = [fileName, line, column].filter((part) => part !== null).join(":")
    return `  ${visibleText(place === "" ? message : `${place}: ${message}`)}${code}\n`
  })
  const rest = issueCount + noticeCount - found.length
  return found.length === 0 ? "" : `Findings:\n${lines.join("")}${rest > 0 ? `  and ${rest} more\n` : ""}\n`
}
