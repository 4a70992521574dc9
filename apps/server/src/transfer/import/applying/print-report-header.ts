import type { ImportReport } from "./import-report.ts"

/** Of every answer that imports, as of one that exports. */
export const reportHeader = "x-dragoman-notices"

/**
 * The value of `X-Dragoman-Notices`: how many issues and notices the import had, then the first of them, each as
 * `type file:line:column key`, separated by `; `. ASCII without spaces inside of a part: other characters are
 * percent-encoded. A `-` stands for what is missing.
 */
export const printReportHeader = ({ issues, issueCount, notices, noticeCount }: ImportReport): string => {
  const entries = [
    ...issues.map((issue) => ({
      ...issue,
      keyName: issue.params.find(({ type }) => type === "KEY_NAME")?.value ?? null
    })),
    ...notices.map((notice) => ({ ...notice, type: "NOTICE" }))
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

/** Proxies and clients take at least 8 KB of headers; most of that belongs to others. */
const headerMaxBytes = 4_000
const printedMax = 20
const nameMaxUtf16Units = 60

const printName = (name: string | null): string =>
  name === null || name === ""
    ? "-"
    : encodeURIComponent(name.slice(0, nameMaxUtf16Units).toWellFormed()).replaceAll("%2F", "/")
