import { type PageQuery, pageMetadata, pageNumbers, pageOffset, parseSort, withTotalOrder } from "@dragoman/domain/page"
import { languagesOfTask } from "@dragoman/domain/permission"
import {
  type KeyFilters,
  keyIdOf,
  type ListCursor,
  parseCursor,
  parseKeyConditions,
  parseSearchLine,
  printCursor,
  searchLineUsernames,
  sortablePropertiesOf,
  sortablePropertiesOfTrash,
  toKeyOrder
} from "@dragoman/domain/translation-list"
import { checkTypes } from "@dragoman/formats/check"
import {
  AccessRepository,
  ActivityRepository,
  BranchRepository,
  type KeySelection,
  LanguageRepository,
  type LanguageRow,
  QualityCheckRepository,
  TranslationListRepository,
  UserRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import { orFail } from "../../platform/fail.ts"
import { RateLimiter, translationReadLimit } from "../../platform/http/rate-limiter.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { languageToModel } from "../../project/language/language-shapes.ts"
import type { ProjectAccess, PublicProjectAccess } from "../../service/access/access.ts"
import { keyScopesOf } from "../../service/access/task-rights.ts"
import type { ImageLinks } from "../image/image-links.ts"
import { KeySelections } from "./key-selections.ts"
import { renderKeyPage } from "./render-key-page.ts"

export interface KeySelectionQuery extends KeyFilters {
  readonly languages?: ReadonlyArray<string> | undefined
  readonly branch?: string | undefined
  readonly trashed?: boolean | undefined
  /** A search line. */
  readonly q?: string | undefined
}

/** A query whose `sort` is not checked yet, because the properties depend on the languages of the list. */
interface KeyListQuery extends KeySelectionQuery, PageQuery {
  readonly sort?: ReadonlyArray<string> | undefined
}

export interface TranslationListQuery extends KeyListQuery {
  readonly cursor?: string | undefined
  readonly includeQaIssues?: boolean | undefined
}

type TextAccess = ProjectAccess<"keys.view"> | PublicProjectAccess<"translations.view">

/** Renders the body of a page of keys with their texts in the selected languages. Source: docs/content.md#reading. */
export const listTranslations = Effect.fn("listTranslations")(function* (
  access: ProjectAccess<"keys.view">,
  query: TranslationListQuery,
  links: ImageLinks
) {
  const limiter = yield* RateLimiter
  yield* limiter.consume(translationReadLimit, access.caller.userId)
  const { keyIds, languages, page, nextCursor } = yield* findTranslationPage(access, query)
  const reading = yield* ReadingThread
  const checks = yield* QualityCheckRepository
  const branches = yield* BranchRepository
  const input = {
    projectId: access.projectId,
    keyIds,
    branchNames: yield* branches.listNames(access.projectId),
    languages: languages.map(languageToModel),
    checkedLanguageIds: yield* checks.listCheckedLanguages(access.projectId),
    showsIssues: query.includeQaIssues ?? false,
    showsScreenshots: access.effectiveScopes.includes("screenshots.view"),
    showsUsernames: access.effectiveScopes.includes("members.view"),
    userId: access.caller.userId,
    links,
    page,
    nextCursor
  }
  return yield* reading.read(renderKeyPage, input, keyIds.length * (languages.length + 1))
})

/** Selects the ids on a page of the translation list, and the languages of its texts. */
export const findTranslationPage = Effect.fn("findTranslationPage")(function* (
  access: TextAccess,
  query: TranslationListQuery
) {
  const { selection, languages, request, revisionId } = yield* selectKeys(access, query, false)
  const cursor = query.cursor ? yield* orFail(parseCursor(decodeBase64(query.cursor), selection.order)) : null
  const { keyIds, total } = yield* findPage(selection, revisionId, cursor, pageOffset(request), request.size)
  const page = pageMetadata(cursor === null ? request : { ...request, page: 0 }, total)
  const nextCursor = yield* findNextCursor(selection, keyIds.at(-1), revisionId)
  return { keyIds, languages, page, nextCursor }
})

/** Selects the ids of all keys of the translation list, or of the trash, with these filters. */
export const selectAllKeys = Effect.fn("selectAllKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeySelectionQuery,
  isTrash = false
) {
  const { selection, revisionId } = yield* selectKeys(access, query, isTrash)
  const selections = yield* KeySelections
  return yield* selections.ids(selection, revisionId)
})

/**
 * Selects the ids on a page of the trash, and the languages that the caller may view; `size` may be 0. Without
 * `languages`, filters search the texts of all languages that the caller may view.
 */
export const findTrashPage = Effect.fn("findTrashPage")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeyListQuery
) {
  const { selection, viewable, request, revisionId } = yield* selectKeys(access, query, true)
  const { keyIds, total } = yield* findPage(selection, revisionId, null, pageOffset(request), request.size)
  return { keyIds, viewable, page: pageMetadata(request, total) }
})

const selectKeys = Effect.fnUntraced(function* (access: TextAccess, query: KeyListQuery, isTrash: boolean) {
  // Keys with these ids are found on any branch.
  const place = yield* readPlace(access, query.filterKeyId === undefined ? query.branch : null)
  const activities = yield* ActivityRepository
  const newest = yield* activities.findNewest(access.projectId)
  const viewable = yield* languagesOfList(access, query, isTrash || (query.trashed ?? false))
  const languages =
    isTrash && query.languages === undefined ? viewable : selectLanguages(viewable, query.languages ?? [])
  const sort = yield* orFail(
    isTrash
      ? parseSort(query.sort ?? [], sortablePropertiesOfTrash(languages))
      : parseSort(query.sort ?? [], sortablePropertiesOf(languages))
  )
  const filters = yield* orFail(parseKeyConditions(query, { selected: languages, viewable }, checkTypes))
  const line = query.q ?? ""
  const terms = yield* orFail(
    parseSearchLine(line, { selected: languages, viewable }, yield* findUsersOfSearch(access, line))
  )
  const selection: KeySelection = {
    place,
    trashed: isTrash || (query.trashed ?? false),
    languageIds: languages.map(({ id }) => id),
    conditions: [...filters, ...terms],
    order: toKeyOrder(withTotalOrder(sort), languages)
  }
  return {
    selection,
    languages,
    viewable,
    request: pageNumbers(query),
    revisionId: Option.isSome(newest) ? newest.value.id : 0
  }
})

/** Finds users that a search line names. Callers who may not see members find themselves alone: others are as if unknown. */
const findUsersOfSearch = Effect.fnUntraced(function* (access: TextAccess, line: string) {
  const users = yield* UserRepository
  const found = new Map<string, number>()
  for (const username of searchLineUsernames(line)) {
    // No account has such a name, and PostgreSQL rejects the statement.
    const user = username.includes("\0") ? Option.none() : yield* users.findByUsername(username)
    if (Option.isNone(user)) continue
    const { userId: id } = user.value
    if (id === access.caller?.userId || access.effectiveScopes.includes("members.view")) found.set(username, id)
  }
  return found
})

const findPage = Effect.fnUntraced(function* (
  selection: KeySelection,
  revisionId: number,
  cursor: ListCursor | null,
  offset: number,
  limit: number
) {
  const selections = yield* KeySelections
  if (isPlain(selection)) {
    const repository = yield* TranslationListRepository
    const { place, trashed } = selection
    const slice = cursor === null ? { afterId: 0, offset, limit } : { afterId: keyIdOf(cursor), offset: 0, limit }
    return {
      keyIds: yield* repository.pageOfIds(place, trashed, slice),
      total: yield* selections.count(place, trashed, revisionId)
    }
  }
  const ids = yield* selections.ids(selection, revisionId)
  const start = cursor === null ? offset : yield* findStart(selection, ids, revisionId, cursor)
  return { keyIds: [...ids.subarray(start, start + limit)], total: ids.length }
})

/** Whether a selection has all keys by id: then an index finds the page. */
const isPlain = ({ conditions, order: [first] }: KeySelection): boolean =>
  conditions.length === 0 && first?.property === "keyId" && first.direction === "asc"

/** Finds the index at which the page after the cursor begins. */
const findStart = Effect.fnUntraced(function* (
  selection: KeySelection,
  ids: Float64Array,
  revisionId: number,
  cursor: ListCursor
) {
  const index = cursor.revisionId === revisionId ? ids.indexOf(keyIdOf(cursor)) : -1
  if (index >= 0) return index + 1
  // The project has changed: the key may have moved, or left the list.
  const selections = yield* KeySelections
  const next = yield* selections.idAfter(selection, cursor.values, revisionId)
  const start = next === null ? -1 : ids.indexOf(next)
  return start < 0 ? ids.length : start
})

const findNextCursor = Effect.fnUntraced(function* (
  { place: { projectId }, order }: KeySelection,
  lastKeyId: number | undefined,
  revisionId: number
) {
  if (lastKeyId === undefined) return null
  const repository = yield* TranslationListRepository
  const values = order.length === 1 ? Option.none() : yield* repository.findSortValues(projectId, order, lastKeyId)
  const cursor: ListCursor = {
    revisionId,
    // No values: the list is sorted by id alone, or the key was erased in the meantime.
    values: Option.getOrElse(values, () => order.map(({ property }) => (property === "keyId" ? lastKeyId : null)))
  }
  return Buffer.from(printCursor(cursor, order)).toString("base64url")
})

const decodeBase64 = (text: string): string => Buffer.from(text, "base64url").toString()

/** Number of languages that a list shows when the request names none. */
const defaultLanguages = 2

/**
 * Lists the languages that a list shows to the caller. A list of the keys of one open task of the caller shows those of the task,
 * too: no other key is in it that its filters could tell about (ADR 124).
 */
const languagesOfList = Effect.fnUntraced(function* (
  access: TextAccess,
  { filterTaskNumber = [] }: KeyFilters,
  isTrash: boolean
) {
  const languages = yield* (yield* LanguageRepository).listOfProject(access.projectId)
  const viewable = viewableLanguages(access, languages)
  const [number, ...others] = filterTaskNumber
  const isComplete = viewable.length === languages.length
  if (isComplete || isTrash || number === undefined || others.length > 0 || !("basePermission" in access)) {
    return viewable
  }
  const found = yield* AccessRepository.use((accesses) =>
    accesses.findTaskLanguages(access.projectId, access.caller.userId, number)
  )
  if (Option.isNone(found)) return viewable
  const shown = new Set(languagesOfTask({ ...access, keyScopes: keyScopesOf(access) }, found.value))
  return languages.filter((language) => shown.has(language.id) || viewable.includes(language))
})

/** Lists the languages with these tags, in the order of the tags; ignores unknown tags. */
export const languagesWithTags = (
  viewable: ReadonlyArray<LanguageRow>,
  tags: ReadonlyArray<string>
): ReadonlyArray<LanguageRow> =>
  [...new Set(tags)].flatMap((tag) => viewable.find((language) => language.tag === tag) ?? [])

/**
 * Selects the languages that a list shows: those with these tags or, without a tag, the base language and the one with
 * the lowest id. Source: docs/content.md#reading.
 */
const selectLanguages = (
  viewable: ReadonlyArray<LanguageRow>,
  tags: ReadonlyArray<string>
): ReadonlyArray<LanguageRow> =>
  tags.some((tag) => tag !== "")
    ? languagesWithTags(viewable, tags)
    : viewable.toSorted((a, b) => Number(b.base) - Number(a.base) || a.id - b.id).slice(0, defaultLanguages)
