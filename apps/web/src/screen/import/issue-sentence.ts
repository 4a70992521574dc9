import type { ImportFileIssueModel } from "../../base/api/contract.ts"
import { formatComplete } from "../../base/texts/format-message.ts"
import type { ErrorTexts } from "../../base/texts/load-texts.ts"
import { measured, withoutIsolates } from "../../widget/ui/measured.ts"

/** Returns the sentence of an issue in the language of the console; in English where there is none. */
export const issueSentence = (
  texts: ErrorTexts,
  language: string,
  { type, params, message }: Pick<ImportFileIssueModel, "type" | "params" | "message">
): string => {
  const key = params.find((param) => param.type === "KEY_NAME")?.value ?? null
  return formatComplete(texts[`issue.${type}`], language, measured(key === null ? {} : { key }, language)) ?? message
}

/** Returns the name of a type of issues; the type itself where there is none. */
export const issueKind = (texts: ErrorTexts, type: string): string => texts[`kind.${type}`] ?? type

/** An issue as a terminal shows it: place, sentence and the line with a caret. */
export const printIssue = (
  texts: ErrorTexts,
  language: string,
  fileName: string,
  issue: Pick<ImportFileIssueModel, "type" | "params" | "message" | "line" | "column" | "excerpt">
): string => {
  const key = noticeKey(issue)
  const lines = [
    `${issuePlace(fileName, issue)}: ${key === null ? "" : `${key}: `}${withoutIsolates(issueSentence(texts, language, issue))}`
  ]
  if (issue.excerpt !== null) lines.push(issue.excerpt.text, `${" ".repeat(issue.excerpt.caret)}^`)
  return lines.join("\n")
}

/** File, line and column, as far as they are known. */
export const issuePlace = (fileName: string, { line, column }: Pick<ImportFileIssueModel, "line" | "column">): string =>
  [fileName, line, column].filter((part) => part !== null).join(":")

/** The key of a warning; null: none, or an issue, whose sentence names the key itself. */
export const noticeKey = ({ type, params }: Pick<ImportFileIssueModel, "type" | "params">): string | null =>
  (type === "NOTICE" ? params.find((param) => param.type === "KEY_NAME")?.value : null) ?? null
