import { collectTranslations, type ImportIssue, resolveIssueParams } from "@dragoman/domain/import"
import type { FormatData } from "../format-data.ts"
import type { SkippedPart } from "../imported-file.ts"
import { printParseFailure, type ReadResult } from "../reader.ts"

/**
 * The content of golden files: the read file after its values were collected, in a shape that a person can check.
 * Places are `line:column`; ids of keys and languages are shown as names.
 */
export const summarizeFile = (result: ReadResult): unknown => {
  if (result.kind === "failure") return { failure: printParseFailure(result) }
  const collected = collectTranslations({
    fileIndex: 0,
    translations: result.translations,
    pairedTag: () => null,
    selectedElsewhere: () => null
  })
  return {
    format: `${result.format.format} (${result.format.reason})`,
    ...(result.namespace === undefined ? {} : { namespace: result.namespace }),
    languages: result.languages,
    keys: [...result.keys.values()].map((key) => ({
      name: key.name,
      ...(key.description === null ? {} : { description: key.description }),
      ...(key.customValues.size === 0 ? {} : { customValues: [...key.customValues] }),
      ...(key.formatData.size === 0 ? {} : { formatData: Object.fromEntries([...key.formatData].map(printData)) }),
      ...(key.codeReferences.length === 0 ? {} : { codeReferences: key.codeReferences.map(printReference) }),
      ...(key.pluralArgumentName === null ? {} : { pluralArgument: key.pluralArgumentName }),
      at: printPosition(key.position)
    })),
    translations: collected.stored.map(({ translation }) => ({
      key: translation.keyName,
      language: translation.languageName,
      text: translation.isPlural ? translation.text.split("\n") : translation.text,
      ...(translation.isOutdated && { outdated: true }),
      at: printPosition(translation.position)
    })),
    issues: [...result.issues, ...collected.issues].map(printIssue),
    ...(result.warnings.length === 0
      ? {}
      : { warnings: result.warnings.map(({ keyName, sentence }) => `${keyName ?? "-"}: ${sentence}`) }),
    ...(result.recordedKeys.size === 0 ? {} : { recordedKeys: [...result.recordedKeys] }),
    ...(result.skippedParts.length === 0 ? {} : { skippedParts: result.skippedParts.map(printSkippedPart) })
  }
}

/** Data of this text alone stand behind the others. */
const printData = ([languageName, { data, textData }]: readonly [string, FormatData]) =>
  [languageName, Object.keys(textData).length === 0 ? data : [data, textData]] as const

const printIssue = (issue: ImportIssue): unknown => {
  // Ids do not exist before staging: the golden file shows a fixed one.
  const params = resolveIssueParams(issue.params, (type) => (type === "KEY_ID" ? 1 : 2))
  return {
    type: issue.type,
    params: params.map(({ type, value }) => `${type}=${value}`),
    at: printPosition(issue.position),
    sentence: issue.sentence
  }
}

const printSkippedPart = ({ position, sentence }: SkippedPart): string => `${printPosition(position)} ${sentence}`

const printPosition = (position: ImportIssue["position"]): string | null =>
  position === null ? null : `${position.line}:${position.column}`

const printReference = ({ path, line }: { readonly path: string; readonly line: number | null }): string =>
  line === null ? path : `${path}:${line}`
