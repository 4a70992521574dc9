import type { JsonObject } from "../error/domain-error.ts"
import { isLanguageVisible, type VisibleTexts } from "./modified-entity.ts"

/** A warning of an import: something was read in another way than a person may expect. A type, not an interface: it is JSON. */
export type ImportNotice = {
  /** null: the keys came in a JSON body. */
  readonly fileName: string | null
  /** null: it concerns a file rather than a key. */
  readonly keyName: string | null
  readonly keyNamespace: string | null
  /** Name in the file; null: it concerns all languages of the file. */
  readonly languageName: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** Counts the warnings of one import. */
export interface ImportNoticeCollector {
  /** `languageIds`: the languages of the project that the warning concerns; empty: not known. */
  readonly add: (notice: ImportNotice, languageIds: ReadonlyArray<number>) => void
  /** The parameters of the revision; null: there are no warnings. */
  readonly params: () => JsonObject | null
}

/** Sentences that a revision keeps. With the limits below they stay under 40 KB. */
const keptMax = 20
const nameMaxUtf16Units = 100
const messageMaxUtf16Units = 300
/** Sets of languages that are counted apart, and languages of one set; beyond, only readers of all languages see the warning. */
const groupsMax = 100
const groupLanguagesMax = 50

type StoredNotice = ImportNotice & { readonly languageIds: ReadonlyArray<number> }

type StoredNotices = {
  readonly counts: ReadonlyArray<{ readonly languageIds: ReadonlyArray<number>; readonly count: number }>
  readonly first: ReadonlyArray<StoredNotice>
}

/** Keeps the first warnings, and counts all of them by the languages that a reader must see. */
export const collectImportNotices = (): ImportNoticeCollector => {
  const groups = new Map<string, { readonly languageIds: ReadonlyArray<number>; count: number }>()
  const first: Array<StoredNotice> = []
  return {
    add: (notice, ids) => {
      const distinct = [...new Set(ids)].sort((left, right) => left - right)
      const isKnown = groups.has(distinct.join()) || groups.size < groupsMax
      const languageIds = isKnown && distinct.length <= groupLanguagesMax ? distinct : []
      const group = groups.get(languageIds.join()) ?? { languageIds, count: 0 }
      groups.set(languageIds.join(), group)
      group.count++
      if (first.length < keptMax) first.push({ ...shorten(notice), languageIds })
    },
    params: () =>
      groups.size === 0 ? null : { importNotices: { counts: [...groups.values()], first } satisfies StoredNotices }
  }
}

const shorten = ({ fileName, keyName, keyNamespace, languageName, line, column, message }: ImportNotice) => ({
  fileName: shortenName(fileName),
  keyName: shortenName(keyName),
  keyNamespace: shortenName(keyNamespace),
  languageName: shortenName(languageName),
  line,
  column,
  message: cutTo(message, messageMaxUtf16Units)
})

const shortenName = (name: string | null): string | null => name && cutTo(name, nameMaxUtf16Units)

const cutTo = (text: string, units: number): string =>
  text.length > units ? `${text.slice(0, units - 1).toWellFormed()}…` : text

export interface RenderedNotices {
  readonly notices: ReadonlyArray<ImportNotice>
  /** Also those that are not kept. */
  readonly noticeCount: number
}

/** The warnings of a revision that a reader may see: those of languages whose texts are visible. null: none. */
export const renderImportNotices = (params: JsonObject | null, visible: VisibleTexts): RenderedNotices | null => {
  const stored = storedNotices(params)
  if (stored === null) return null
  const isVisible = ({ languageIds }: { readonly languageIds: ReadonlyArray<number> }) =>
    visible === "all" || (languageIds.length > 0 && languageIds.every((id) => isLanguageVisible(id, visible)))
  const noticeCount = stored.counts.filter(isVisible).reduce((sum, { count }) => sum + count, 0)
  if (noticeCount === 0) return null
  return { notices: stored.first.filter(isVisible).map(({ languageIds: _, ...notice }) => notice), noticeCount }
}

/** The parameters that every reader may see: without warnings, which have a field of their own. */
export const publicParams = (params: JsonObject | null): JsonObject | null => {
  if (params === null || storedNotices(params) === null) return params
  const { importNotices: _, ...others } = params
  return Object.keys(others).length === 0 ? null : others
}

const storedNotices = (params: JsonObject | null): StoredNotices | null =>
  (params?.["importNotices"] as StoredNotices | undefined) ?? null
