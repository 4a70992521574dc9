import type { ImportResultModel } from "@dragoman/api"
import { collectImportNotices, type JsonObject } from "@dragoman/domain/activity"
import {
  type ImportedValueReference,
  type ImportIssue,
  importIssueParamTypes,
  importIssueRules,
  importIssueTypes
} from "@dragoman/domain/import"
import { type ImportWarning, type ShowPlace, withoutSource } from "@dragoman/formats"
import { Schema } from "effect"

const place = {
  /** null: the JSON body. */
  fileName: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Finite),
  column: Schema.NullOr(Schema.Finite),
  message: Schema.String
}

/** An issue of an import that is applied at once. */
const ReportedIssue = Schema.Struct({
  ...place,
  type: Schema.Literals(importIssueTypes),
  /** Without ids, which exist only for staged rows. */
  params: Schema.Array(Schema.Struct({ type: Schema.Literals(importIssueParamTypes), value: Schema.String })),
  excerpt: Schema.NullOr(Schema.Struct({ text: Schema.String, caret: Schema.Finite }))
})
type ReportedIssue = typeof ReportedIssue.Type

/** Something that was left out or read in an unexpected way, without an issue type. */
const ReportedWarning = Schema.Struct({
  ...place,
  keyName: Schema.NullOr(Schema.String),
  /** null: the default namespace, or no key. */
  keyNamespace: Schema.NullOr(Schema.String),
  languageName: Schema.NullOr(Schema.String)
})
type ReportedWarning = typeof ReportedWarning.Type

/** The parts that an import left out or changed. The lists hold the first entries, the counts include all. */
export const ImportReport = Schema.Struct({
  /** Issues that dropped something come first. */
  issues: Schema.Array(ReportedIssue),
  issueCount: Schema.Finite,
  /** The warnings, by their name in responses. */
  notices: Schema.Array(ReportedWarning),
  noticeCount: Schema.Finite
})
export type ImportReport = typeof ImportReport.Type

/** An unresolved text, as in responses. */
export const ImportConflict = Schema.Struct({
  keyName: Schema.String,
  keyNamespace: Schema.NullOr(Schema.String),
  /** Tag. */
  language: Schema.String,
  isOverridable: Schema.Boolean
})
export type ImportConflict = typeof ImportConflict.Type

export interface AppliedImport {
  /** The project's texts were kept. Empty when unresolved conflicts are an error. */
  readonly unresolvedConflicts: ReadonlyArray<ImportConflict>
  /** Ids of the keys that the import names, unordered, without those that it left out. */
  readonly keyIds: ReadonlyArray<number>
  /** About applying only; the report about reading is separate. */
  readonly report: ImportReport
}

export interface ImportReporter {
  /** `showPlace`: of the file. */
  readonly addIssue: (fileName: string | null, issue: ImportIssue, showPlace?: ShowPlace) => void
  readonly addWarning: (
    fileName: string | null,
    warning: Partial<ImportWarning> & Pick<ImportWarning, "sentence"> & { readonly keyNamespace?: string | null },
    /** The languages of the project that it concerns, empty: not known; null: nothing that is imported. */
    languageIds?: ReadonlyArray<number> | null
  ) => void
  readonly report: () => ImportReport
  /** The parameters of the revision, with the warnings; null: there are none. */
  readonly revisionParams: () => JsonObject | null
}

/** Entries of each list in a report; more would add little. */
const reportedMax = 100

export const startImportReport = (): ImportReporter => {
  const dropped: Array<ReportedIssue> = []
  const kept: Array<ReportedIssue> = []
  const warnings: Array<ReportedWarning> = []
  const notices = collectImportNotices()
  let issueCount = 0
  let warningCount = 0
  return {
    addIssue: (fileName, issue, showPlace = withoutSource) => {
      issueCount++
      const issues = importIssueRules[issue.type].keepsItem ? kept : dropped
      if (issues.length < reportedMax) issues.push(toReportedIssue(fileName, issue, showPlace))
    },
    addWarning: (fileName, warning, languageIds = []) => {
      const { keyName = null, keyNamespace = null, languageName = null, position = null, sentence } = warning
      const place = { line: position?.line ?? null, column: position?.column ?? null }
      const reported = { fileName, keyName, keyNamespace, languageName, ...place, message: sentence }
      warningCount++
      if (warnings.length < reportedMax) warnings.push(reported)
      if (languageIds !== null) notices.add(reported, languageIds)
    },
    report: () => ({
      issues: [...dropped, ...kept].slice(0, reportedMax),
      issueCount,
      notices: warnings,
      noticeCount: warningCount
    }),
    revisionParams: notices.params
  }
}

/** One report of two steps of an import. */
export const joinReports = (first: ImportReport, second: ImportReport): ImportReport => ({
  issues: [...first.issues, ...second.issues].slice(0, reportedMax),
  issueCount: first.issueCount + second.issueCount,
  notices: [...first.notices, ...second.notices].slice(0, reportedMax),
  noticeCount: first.noticeCount + second.noticeCount
})

export const isEmptyReport = ({ issueCount, noticeCount }: ImportReport): boolean => issueCount + noticeCount === 0

const toReportedIssue = (
  fileName: string | null,
  { type, params, position, sentence }: ImportIssue,
  showPlace: ShowPlace
): ReportedIssue => ({
  fileName,
  type,
  params: params.flatMap((param) => ("reference" in param ? [] : [{ type: param.type, value: param.value }])),
  line: position?.line ?? null,
  column: position?.column ?? null,
  message: sentence,
  excerpt: showPlace(position).excerpt
})

/** A value that issues of a report name; nothing is staged, so the index of the file does not matter. */
export const valueReference = (keyName: string, languageName: string): ImportedValueReference => ({
  fileIndex: 0,
  keyName,
  languageName
})

export const importResultToModel = ({
  unresolvedConflicts,
  report
}: Pick<AppliedImport, "unresolvedConflicts" | "report">): ImportResultModel => ({
  unresolvedConflicts: unresolvedConflicts.length === 0 ? null : unresolvedConflicts,
  ...report
})

/** In every response of an import or export. */
export const reportHeader = "x-dragoman-notices"

/**
 * The value of `X-Dragoman-Notices`: the number of issues and warnings, then the first of them, each as
 * `type file:line:column key`, separated by `; `. ASCII without spaces inside of a part: other characters are
 * percent-encoded. `-`: a missing value.
 */
export const printReportHeader = ({ issues, issueCount, notices, noticeCount }: ImportReport): string => {
  const entries = [
    ...issues.map((issue) => ({
      ...issue,
      keyName: issue.params.find(({ type }) => type === "KEY_NAME")?.value ?? null
    })),
    ...notices.map((warning) => ({ ...warning, type: "NOTICE" }))
  ]
  let value = String(issueCount + noticeCount)
  for (const { type, fileName, line, column, keyName } of entries.slice(0, printedMax)) {
    const place = line === null ? "" : `:${line}:${column}`
    const printed = `; ${type} ${printName(fileName)}${place} ${printName(keyName)}`
    if (value.length + printed.length > headerMaxBytes) break
    value += printed
  }
  return value
}

/** Proxies and clients accept at least 8 KB of headers; the other headers need room too. */
const headerMaxBytes = 4_000
const printedMax = 20
const nameMaxUtf16Units = 60

const printName = (name: string | null): string =>
  name === null || name === ""
    ? "-"
    : encodeURIComponent(name.slice(0, nameMaxUtf16Units).toWellFormed()).replaceAll("%2F", "/")
