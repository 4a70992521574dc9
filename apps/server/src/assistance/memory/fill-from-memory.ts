import { chooseExactMatch } from "@dragoman/domain/memory"
import type { AutomaticText, ReplaceableTexts } from "@dragoman/domain/translation"
import { KeyRepository, MemoryIndexRepository, type MemoryMatchRow, TranslationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { fillTranslations } from "../../content/translation/edit-translations.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"

/**
 * Fills empty texts of live keys with translations of exactly their base texts, in the transaction of the operation; returns the
 * activity. Source: docs/memory.md#exact-matches.
 */
export const fillFromMemory = Effect.fn("fillFromMemory")(function* (
  project: ContentProject,
  keyIds: ReadonlyArray<number>,
  languageIds: ReadonlyArray<number>,
  replaceable: (languageId: number) => ReplaceableTexts = () => "EMPTY"
) {
  const { keys, texts, targets } = yield* findInMemory(project, keyIds, languageIds)
  const { broken: _, ...changes } = yield* fillTranslations(
    project,
    keys,
    texts,
    targets.map(({ id }) => id),
    replaceable
  )
  return changes
})

/** Finds translations of exactly the base texts of live keys. */
export const findInMemory = Effect.fn("findInMemory")(function* (
  project: Pick<ContentProject, "projectId" | "languages">,
  keyIds: ReadonlyArray<number>,
  languageIds: ReadonlyArray<number>
) {
  const memory = yield* MemoryIndexRepository
  const translations = yield* TranslationRepository
  const { projectId } = project
  const keys = yield* (yield* KeyRepository).find(projectId, keyIds)
  const targets = project.languages.filter(({ id, base }) => !base && languageIds.includes(id))
  const texts = new ByPlace<AutomaticText>()
  const base = project.languages.find((language) => language.base)
  const indexId = yield* memory.findIndexOfProject(projectId)
  if (base !== undefined && targets.length > 0) {
    const baseRows = yield* translations.list(
      projectId,
      keys.map(({ id }) => id),
      [base.id]
    )
    const baseTexts = new Map(baseRows.flatMap(({ keyId, text }) => (text === null ? [] : [[keyId, text] as const])))
    const sourceTexts = [...new Set(baseTexts.values())]
    const languageTags = targets.map(({ tag }) => tag)
    const sources = Option.isSome(indexId) ? yield* memory.findSources(indexId.value, sourceTexts) : []
    const sourceIds = sources.map(({ sourceId }) => sourceId)
    const matches = new Map<string, MemoryMatchRow>()
    for (const match of [
      ...(yield* memory.listMatches({ projectId, sourceIds, languageTags })),
      ...(yield* memory.listPendingMatches({ projectId, sourceTexts, languageTags }))
    ]) {
      // A key that waits for the index may be in it already, with the same text.
      matches.set(JSON.stringify([match.keyId, match.id, match.memoryName]), match)
    }
    const matchesOf = Map.groupBy(matches.values(), ({ sourceText, languageTag }) =>
      JSON.stringify([sourceText, languageTag])
    )
    for (const key of keys) {
      for (const { id: languageId, tag } of targets) {
        const found = matchesOf.get(JSON.stringify([baseTexts.get(key.id), tag.toLowerCase()])) ?? []
        const text = chooseExactMatch(key, found)
        if (text !== null) texts.set({ keyId: key.id, languageId }, { text, mtProvider: null, promptId: null })
      }
    }
  }
  return { keys, texts, targets }
})
