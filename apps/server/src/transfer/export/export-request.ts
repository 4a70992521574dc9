import type { ExportBody } from "@dragoman/api"
import { type DomainError, domainError, fieldErrors } from "@dragoman/domain/error"
import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import { sizeBetween, type Validated } from "@dragoman/domain/validation"
import {
  type ExportFormat,
  exportFormats,
  findExportFormat,
  type MessageFormat,
  messageFormats,
  missingPlaceholders
} from "@dragoman/formats"
import type { ExportedKeysOrder } from "@dragoman/store"
import type { KeySelection } from "./export-messages.ts"

/** The parameters of an export, with defaults for absent ones. */
export interface ExportRequest {
  /** Tags; null: all. */
  readonly languages: ReadonlyArray<string> | null
  readonly format: ExportFormat
  readonly keys: KeySelection
  /** null: all. */
  readonly states: ReadonlyArray<TranslationState> | null
  readonly zip: boolean
  readonly template: string
  readonly messageFormat: MessageFormat
  /** null: flat. */
  readonly structureDelimiter: string | null
  readonly supportArrays: boolean
  readonly escapeHtml: boolean
  readonly order: ExportedKeysOrder
  readonly branch: string | null
}

/** The query of an export, with the parameters of a body. */
type ExportQuery = {
  readonly [Name in keyof ExportBody]?: Name extends "filterTag"
    ? ReadonlyArray<string> | undefined
    : Exclude<ExportBody[Name], null>
}

/** States by default: the finished texts. */
const defaultStates: ReadonlyArray<TranslationState> = ["TRANSLATED", "REVIEWED"]

/** Number of tags with a star in one request: each is compared with every tag of the project. */
const tagPatternsMax = 100

/** Length of a path: longer than any that a file system accepts. */
const templateMaxUtf16Units = 500

/** Parses the body of an export. An empty list counts as absent. */
export const parseExportBody = (body: ExportBody): Validated<ExportRequest> => parse(body, rejectBodyValue)

/** Parses the query of an export. */
export const parseExportQuery = ({ filterTag, ...query }: ExportQuery) =>
  parse({ ...query, filterTagIn: [...(filterTag ?? []), ...(query.filterTagIn ?? [])] }, rejectQueryValue)

type RejectValue = (field: string, accepted: ReadonlyArray<string>) => DomainError

const rejectQueryValue: RejectValue = (field, accepted) =>
  fieldErrors({ [field]: `must be one of ${accepted.join(", ")}` })

const rejectBodyValue: RejectValue = (field, accepted) =>
  domainError("request_parse_error", [`${field}: Expected ${accepted.map((name) => JSON.stringify(name)).join(" | ")}`])

const parse = (body: ExportBody, rejectValue: RejectValue): Validated<ExportRequest> => {
  const format = findExportFormat(body.format ?? "JSON")
  if (format === undefined) {
    return rejected(
      rejectValue(
        "format",
        exportFormats.map((known) => known.format)
      )
    )
  }
  const messageFormat = messageFormats.find((name) => name === (body.messageFormat ?? "ICU"))
  if (messageFormat === undefined) return rejected(rejectValue("messageFormat", messageFormats))
  const wrongState = body.filterState?.findIndex((state) => !isState(state)) ?? -1
  if (wrongState >= 0) return rejected(rejectValue(`filterState[${wrongState}]`, translationStates))
  const { structureDelimiter = "." } = body
  if (structureDelimiter !== null && [...structureDelimiter].length > 1) {
    return rejected(fieldErrors({ structureDelimiter: "must be one character" }))
  }
  const tags = listOf([...(body.filterTag ? [body.filterTag] : []), ...(body.filterTagIn ?? [])])
  const exceptTags = body.filterTagNotIn ?? []
  if ([...(tags ?? []), ...exceptTags].filter((tag) => tag.includes("*")).length > tagPatternsMax) {
    return rejected(fieldErrors({ filterTagIn: `must have at most ${tagPatternsMax} tags with a star` }))
  }
  const template = body.fileStructureTemplate ?? format.defaultFileStructureTemplate
  const templateMessage = sizeBetween(0, templateMaxUtf16Units, template)
  if (templateMessage !== null) return rejected(fieldErrors({ fileStructureTemplate: templateMessage }))
  // Whether the template needs the namespace is known only with the exported keys.
  const missing = missingPlaceholders(template, format, false)
  if (missing.length > 0) return rejected(domainError("missing_placeholder_in_template", missing))
  const request: ExportRequest = {
    languages: listOf(body.languages),
    format,
    keys: {
      keyIds: listOf(body.filterKeyId),
      exceptKeyIds: body.filterKeyIdNot ?? [],
      tags,
      exceptTags,
      keyPrefix: body.filterKeyPrefix ?? "",
      namespaces: listOf(body.filterNamespace)
    },
    states: body.filterState === null ? null : (listOf(body.filterState?.filter(isState)) ?? defaultStates),
    zip: body.zip ?? true,
    template,
    messageFormat,
    structureDelimiter: structureDelimiter === "" ? null : structureDelimiter,
    supportArrays: body.supportArrays ?? false,
    escapeHtml: body.escapeHtml ?? false,
    order: (body.originalOrder ?? format.isInOriginalOrder ?? false) ? "original" : "name",
    branch: body.filterBranch ?? null
  }
  return { ok: true, value: request }
}

const rejected = (error: DomainError): Validated<never> => ({ ok: false, error })

const listOf = <A>(list: ReadonlyArray<A> | null | undefined): ReadonlyArray<A> | null =>
  list === null || list === undefined || list.length === 0 ? null : list

const isState = (name: string): name is TranslationState => translationStates.some((state) => state === name)
