import {
  type ImportedValueReference,
  type ImportIssue,
  type ImportIssueParamType,
  type ImportIssueType,
  keepsItem
} from "@dragoman/domain/import"
import type { ImportWarning } from "@dragoman/formats"

/** An issue of an import that is applied at once. `fileName` null: it came in the body; so the next. */
export interface ReportedIssue {
  readonly fileName: string | null
  readonly type: ImportIssueType
  /** Without ids: there are none before anything is stored. */
  readonly params: ReadonlyArray<{ readonly type: ImportIssueParamType; readonly value: string }>
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** Something that was left out or understood in another way than one may expect, and that no issue type names. */
export interface ReportedNotice {
  readonly fileName: string | null
  readonly keyName: string | null
  /** null: of the default namespace, or there is no key. */
  readonly keyNamespace: string | null
  readonly languageName: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** What an import left out or changed; plain data, it crosses a thread. Lists have the first ones, counts are of all. */
export interface ImportReport {
  /** Those that dropped something come first. */
  readonly issues: ReadonlyArray<ReportedIssue>
  readonly issueCount: number
  readonly notices: ReadonlyArray<ReportedNotice>
  readonly noticeCount: number
}

export interface ImportReporter {
  readonly addIssue: (fileName: string | null, issue: ImportIssue) => void
  readonly addNotice: (
    fileName: string | null,
    notice: Partial<ImportWarning> & Pick<ImportWarning, "sentence"> & { readonly keyNamespace?: string | null }
  ) => void
  readonly report: () => ImportReport
}

/** Entries of each list of a report; more of them say nothing new. */
const reportedMax = 100

export const startImportReport = (): ImportReporter => {
  const dropped: Array<ReportedIssue> = []
  const kept: Array<ReportedIssue> = []
  const notices: Array<ReportedNotice> = []
  let issueCount = 0
  let noticeCount = 0
  return {
    addIssue: (fileName, issue) => {
      issueCount++
      const issues = keepsItem[issue.type] ? kept : dropped
      if (issues.length < reportedMax) issues.push(toReportedIssue(fileName, issue))
    },
    addNotice: (fileName, { keyName = null, keyNamespace = null, languageName = null, position = null, sentence }) => {
      noticeCount++
      if (notices.length === reportedMax) return
      const place = { line: position?.line ?? null, column: position?.column ?? null }
      notices.push({ fileName, keyName, keyNamespace, languageName, ...place, message: sentence })
    },
    report: () => ({ issues: [...dropped, ...kept].slice(0, reportedMax), issueCount, notices, noticeCount })
  }
}

/** One after the other in one import. */
export const joinReports = (first: ImportReport, second: ImportReport): ImportReport => ({
  issues: [...first.issues, ...second.issues].slice(0, reportedMax),
  issueCount: first.issueCount + second.issueCount,
  notices: [...first.notices, ...second.notices].slice(0, reportedMax),
  noticeCount: first.noticeCount + second.noticeCount
})

export const isEmptyReport = ({ issueCount, noticeCount }: ImportReport): boolean => issueCount + noticeCount === 0

const toReportedIssue = (
  fileName: string | null,
  { type, params, position, sentence }: ImportIssue
): ReportedIssue => ({
  fileName,
  type,
  params: params.flatMap((param) => ("reference" in param ? [] : [{ type: param.type, value: param.value }])),
  line: position?.line ?? null,
  column: position?.column ?? null,
  message: sentence
})

/** The value of a report that has no file: issues name it, and it has no ids. */
export const valueReference = (keyName: string, languageName: string): ImportedValueReference => ({
  fileIndex: 0,
  keyName,
  languageName
})
