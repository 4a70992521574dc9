import { buildTermIndex, type GlossaryTerm, type TermIndex, termTextIn } from "@dragoman/domain/glossary"
import { GlossaryRepository, type GlossaryRow, GlossaryTermRepository } from "@dragoman/store"
import { Context, Effect, Layer } from "effect"
import { flagsOf } from "./glossary-shapes.ts"

/** A term of a glossary of the project. */
export interface ProjectTerm {
  readonly id: number
  readonly glossaryId: number
  /** As the project's glossaries have it; texts only in the base language and in that of the index. */
  readonly term: GlossaryTerm
}

/** Indexes that a thread keeps: each is as large as the glossaries of its project in one language. */
const keptIndexesMax = 16

interface KeptIndex {
  /** Glossaries of the project with their versions. */
  readonly versions: string
  readonly index: TermIndex<ProjectTerm>
}

/** Indexes of terms by project and language, built again when a glossary of the project has changed. */
export class TermIndexes extends Context.Service<
  TermIndexes,
  {
    readonly get: (
      projectId: number,
      languageTag: string
    ) => Effect.Effect<TermIndex<ProjectTerm>, never, GlossaryRepository | GlossaryTermRepository>
  }
>()("@dragoman/server/assistance/glossary/TermIndexes") {
  static readonly layer = Layer.sync(TermIndexes, () => {
    /** The one that was used last comes last. */
    const kept = new Map<string, KeptIndex>()
    return TermIndexes.of({
      get: Effect.fnUntraced(function* (projectId, languageTag) {
        const glossaries = yield* (yield* GlossaryRepository).listOfProject(projectId)
        const place = `${projectId} ${languageTag}`
        // Read before the terms: an index of terms that changed in between is built again the next time.
        const versions = glossaries.map(({ id, version }) => `${id}:${version}`).join(" ")
        const before = kept.get(place)
        kept.delete(place)
        const index =
          before?.versions === versions ? before.index : yield* buildIndex(projectId, languageTag, glossaries)
        kept.set(place, { versions, index })
        for (const oldest of kept.keys()) {
          if (kept.size <= keptIndexesMax) break
          kept.delete(oldest)
        }
        return index
      })
    })
  })
}

const buildIndex = Effect.fnUntraced(function* (
  projectId: number,
  languageTag: string,
  glossaries: ReadonlyArray<GlossaryRow>
) {
  if (glossaries.length === 0) return buildTermIndex<ProjectTerm>(languageTag, [])
  const repository = yield* GlossaryTermRepository
  const baseTags = new Map(glossaries.map(({ id, baseLanguageTag }) => [id, baseLanguageTag]))
  const texts = Map.groupBy(
    yield* repository.listTextsOfProject(projectId, wantedTags(languageTag)),
    ({ termId }) => termId
  )
  const terms = (yield* repository.listOfProject(projectId)).flatMap((row) => {
    const baseTag = baseTags.get(row.glossaryId)
    if (baseTag === undefined) return []
    const byTag = new Map((texts.get(row.id) ?? []).map(({ languageTag: tag, text }) => [tag, text]))
    const baseText = byTag.get(baseTag) ?? ""
    byTag.delete(baseTag)
    const term = { baseText, description: row.description ?? "", flags: flagsOf(row), translations: byTag }
    const text = termTextIn(term, baseTag, languageTag)
    if (text === null) return []
    const value: ProjectTerm = { id: row.id, glossaryId: row.glossaryId, term }
    return [{ text, isCaseSensitive: row.isCaseSensitive, value }]
  })
  return buildTermIndex(languageTag, terms)
})

/** `de-at` and `de` for `de_AT`. */
const wantedTags = (languageTag: string): ReadonlyArray<string> => {
  const parts = languageTag.toLowerCase().split(/[-_]/)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"))
}
