import { termTextIn } from "@dragoman/domain/glossary"
import type {
  Formality,
  PromptContext,
  PromptExample,
  PromptTerm,
  TextChange
} from "@dragoman/domain/machine-translation"
import { previousTranslation, promptLimits } from "@dragoman/domain/machine-translation"
import { parsePluralMessage } from "@dragoman/formats"
import { findTermsInText } from "@dragoman/formats/check"
import { exampleTextOf, splitPluralForms } from "@dragoman/formats/machine-text"
import {
  ActivityRepository,
  GlossaryRepository,
  GlossaryTermRepository,
  KeyNeighbourRepository,
  KeyRepository,
  type KeyRow,
  LanguageRepository,
  type LanguageRow,
  ProjectRepository,
  ScreenshotRepository,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { requireView, requireViewAt } from "../../content/translation/require-languages.ts"
import { failWith } from "../../platform/fail.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { findMemoryMatches } from "../memory/memory-suggestion-queries.ts"
import { toGlossaryTerm } from "../term-index/stored-terms.ts"
import { TermIndexes } from "../term-index/term-indexes.ts"

/** The part of a project that a prompt may show. */
export interface PromptVisibility {
  /** Languages whose texts are shown; null: all. */
  readonly languageIds: ReadonlyArray<number> | null
  readonly seesScreenshots: boolean
}

/** The server translates by itself: a prompt shows all of the project. */
export const wholeProject: PromptVisibility = { languageIds: null, seesScreenshots: true }

/** A text to translate, with what the settings say about it. */
export interface PromptPlace {
  readonly projectId: number
  readonly organizationId: number
  readonly targetLanguageId: number
  /** null: `baseText` belongs to no key. */
  readonly keyId: number | null
  /** Text to translate in place of that of the key; null: that of the key. */
  readonly baseText: string | null
  readonly visible: PromptVisibility
  /** Notes for language models, those of languages by id. */
  readonly notes: { readonly project: string | null; readonly languages: ReadonlyMap<number, string> }
  readonly formality: Formality
}

/** Changes of a translation that are searched for the base text of an approved one. */
const historyMax = 50

/**
 * Finds the part of the project that the caller may view; fails unless both languages of the translation belong to it, at least
 * for the key (null: none) by an open task.
 */
export const visibleTo = Effect.fn("visibleTo")(function* (
  access: ProjectAccess,
  targetLanguageId: number,
  keyId: number | null = null
) {
  const languages = yield* (yield* LanguageRepository).listOfProject(access.projectId)
  if (!languages.some(({ id }) => id === targetLanguageId)) return yield* failWith("language_not_found")
  const ids = languages.flatMap(({ id, base }) => (base || id === targetLanguageId ? [id] : []))
  yield* keyId === null
    ? requireView(access, { languages }, ids)
    : requireViewAt(
        access,
        { languages },
        ids.map((languageId) => ({ keyId, languageId }))
      )
  return {
    languageIds: viewableLanguages(access, languages).map(({ id }) => id),
    seesScreenshots: access.effectiveScopes.includes("screenshots.view")
  } satisfies PromptVisibility
})

/** Reads the facts that help to translate a text, by a fixed number of statements. */
export const readPromptContext = Effect.fn("readPromptContext")(function* (place: PromptPlace) {
  const languages = yield* (yield* LanguageRepository).listOfProject(place.projectId)
  const source = languages.find(({ base }) => base)
  const target = languages.find(({ id }) => id === place.targetLanguageId)
  if (source === undefined || target === undefined) return yield* failWith("language_not_found")
  const key = place.keyId === null ? null : yield* readKey(place.projectId, place.keyId)
  const { visible } = place
  const shown = languages.filter(({ id }) => visible.languageIds === null || visible.languageIds.includes(id))
  const translations = yield* TranslationRepository
  const rows =
    key === null
      ? []
      : yield* translations.list(
          place.projectId,
          [key.id],
          shown.map(({ id }) => id)
        )
  const rowByLanguage = new Map(rows.map((row) => [row.languageId, row]))
  const baseRow = rowByLanguage.get(source.id)
  const text = place.baseText ?? baseRow?.text ?? null
  const pair = { place, source, target, key, text: text ?? "" }
  const project = yield* (yield* ProjectRepository).find(place.projectId, 0)
  const split = text === null ? null : splitPluralForms(text, source.tag, target.tag)
  const toLanguage = (language: LanguageRow) => ({
    name: language.name,
    tag: language.tag,
    text: rowByLanguage.get(language.id)?.text ?? null,
    note: place.notes.languages.get(language.id) ?? null
  })
  return {
    project: {
      name: Option.match(project, { onNone: () => "", onSome: ({ name }) => name }),
      note: place.notes.project
    },
    key: key && {
      name: key.name,
      namespace: key.namespace,
      description: key.description,
      maxCharLimit: key.maxCharLimit
    },
    source: { ...toLanguage(source), text },
    target: { ...toLanguage(target), formality: place.formality },
    others: shown
      .flatMap((language) => {
        const row = rowByLanguage.get(language.id)
        if (row === undefined || row.text === null || language.id === source.id || language.id === target.id) return []
        return [{ ...toLanguage(language), isReviewed: row.state === "REVIEWED" && !row.outdated }]
      })
      .toSorted((one, other) => Number(other.isReviewed) - Number(one.isReviewed)),
    plural: split && {
      argumentName: key?.pluralArgumentName ?? split.argumentName,
      forms: split.forms.map((form) => ({
        selector: form.keyword,
        example: String(form.number),
        sourceText: exampleTextOf(form)
      }))
    },
    relatedKeys: key === null ? [] : yield* readRelatedKeys(pair, key),
    memory: yield* readMemory(pair),
    terms: yield* readTerms(pair),
    screenshotIds: key === null || !visible.seesScreenshots ? [] : yield* readScreenshotIds(key.id),
    previous: yield* readPrevious(place.projectId, baseRow, rowByLanguage.get(target.id))
  } satisfies PromptContext
})

interface Pair {
  readonly place: PromptPlace
  readonly source: LanguageRow
  readonly target: LanguageRow
  readonly key: KeyRow | null
  readonly text: string
}

const readKey = Effect.fnUntraced(function* (projectId: number, keyId: number) {
  const [key] = yield* (yield* KeyRepository).find(projectId, [keyId])
  return key ?? (yield* failWith("key_not_found"))
})

/** Reads texts near the key, the nearest first; keys without a base text say nothing. */
const readRelatedKeys = Effect.fnUntraced(function* ({ place, source, target }: Pair, { id }: KeyRow) {
  const neighbours = yield* (yield* KeyNeighbourRepository).list(id, promptLimits.relatedKeysMax)
  const ids = neighbours.map(({ neighbourId }) => neighbourId)
  const keys = new Map((yield* (yield* KeyRepository).find(place.projectId, ids)).map((key) => [key.id, key]))
  const rows = yield* (yield* TranslationRepository).list(place.projectId, ids, [source.id, target.id])
  const textOf = (keyId: number, languageId: number) =>
    rows.find((row) => row.keyId === keyId && row.languageId === languageId)?.text ?? null
  return ids.flatMap((keyId): ReadonlyArray<PromptExample> => {
    const key = keys.get(keyId)
    const text = textOf(keyId, source.id)
    if (key === undefined || text === null) return []
    return [{ source: text, target: textOf(keyId, target.id), key: key.name, keyNamespace: key.namespace }]
  })
})

const readMemory = Effect.fnUntraced(function* ({ place, source, target, key, text }: Pair) {
  if (text === "") return []
  const input = {
    organizationId: place.organizationId,
    languageTag: source.tag,
    text,
    keyName: key?.name ?? null,
    namespace: key?.namespace ?? null,
    request: {
      projectId: place.projectId,
      targetLanguageTag: target.tag,
      isPlural: key?.isPlural ?? parsePluralMessage(text) !== null,
      excludedKeyId: key?.id ?? null
    }
  }
  // Always in a thread: the snapshot of a lookup would hide commits from other readers of its connection.
  const found = yield* (yield* ReadingThread).read(findMemoryMatches, input, Number.POSITIVE_INFINITY)
  return found.slice(0, promptLimits.memoryMax).map(
    ({ baseText, targetText, keyName }): PromptExample => ({
      source: baseText,
      target: targetText,
      key: keyName,
      keyNamespace: null
    })
  )
})

/** Reads the glossary terms that occur in the text, in their order. */
const readTerms = Effect.fnUntraced(function* ({ place, source, target, text }: Pair) {
  const terms = yield* (yield* TermIndexes).get(place.projectId)
  if (terms === null || text === "") return []
  const found = findTermsInText(terms.indexIn(source.tag), { text, languageTag: source.tag, isIcu: true })
  const ids = [...new Set(found.map(({ value }) => value.id))].slice(0, promptLimits.termsMax)
  if (ids.length === 0) return []
  const glossaries = yield* (yield* GlossaryRepository).listOfProject(place.projectId)
  const repository = yield* GlossaryTermRepository
  const rows = yield* repository.listByIds(ids)
  const texts = Map.groupBy(yield* repository.listTexts(ids, null), ({ termId }) => termId)
  return ids.flatMap((id): ReadonlyArray<PromptTerm> => {
    const row = rows.find((term) => term.id === id)
    const glossary = glossaries.find((one) => one.id === row?.glossaryId)
    // It was deleted meanwhile.
    if (row === undefined || glossary === undefined) return []
    const term = toGlossaryTerm(row, texts.get(id) ?? [], glossary.baseLanguageTag)
    const sourceText = termTextIn(term, glossary.baseLanguageTag, source.tag)
    if (sourceText === null) return []
    return [
      {
        source: sourceText,
        target: row.isNonTranslatable ? null : termTextIn(term, glossary.baseLanguageTag, target.tag),
        description: term.description === "" ? null : term.description,
        isNonTranslatable: row.isNonTranslatable,
        isCaseSensitive: row.isCaseSensitive,
        isAbbreviation: row.isAbbreviation,
        isForbiddenTerm: row.isForbidden
      }
    ]
  })
})

const readScreenshotIds = Effect.fnUntraced(function* (keyId: number) {
  const screenshots = yield* (yield* ScreenshotRepository).listOfKeys([keyId])
  return screenshots.slice(0, promptLimits.screenshotsMax).map(({ id }) => id)
})

const readPrevious = Effect.fnUntraced(function* (
  projectId: number,
  baseRow: TranslationRow | undefined,
  row: TranslationRow | undefined
) {
  if (baseRow === undefined || row === undefined || !row.outdated) return null
  return previousTranslation(row, yield* readHistory(projectId, row.id), yield* readHistory(projectId, baseRow.id))
})

const readHistory = Effect.fnUntraced(function* (projectId: number, translationId: number) {
  const activity = yield* ActivityRepository
  const { rows } = yield* activity.pageOfHistory({ projectId, translationId, limit: historyMax, offset: 0 })
  return rows.map(({ id, modifications }): TextChange => {
    const { text, state } = modifications
    return { revisionId: id, text: text && textChange(text), state: state && textChange(state) }
  })
})

const textChange = ({ old, new: now }: { readonly old: unknown; readonly new: unknown }) => ({
  old: typeof old === "string" ? old : null,
  new: typeof now === "string" ? now : null
})
