import { buildTermIndex, type GlossaryTerm, type TermIndex, termTextIn } from "@dragoman/domain/glossary"
import { type CheckTerms, makeCheckTerms } from "@dragoman/formats/check"
import { GlossaryRepository, type GlossaryRow, GlossaryTermRepository } from "@dragoman/store"
import { Context, Effect, Layer } from "effect"
import { toGlossaryTerm } from "./stored-terms.ts"

/** A term of a glossary of the project. */
export interface ProjectTerm {
  readonly id: number
  readonly glossaryId: number
}

/** The terms of a project's glossaries of now. Indexes are built when they are asked for. */
export interface ProjectTerms {
  readonly indexIn: (languageTag: string) => TermIndex<ProjectTerm>
  readonly forChecks: (languages: { readonly baseLanguageTag: string; readonly languageTag: string }) => CheckTerms
}

/** Indexes that a thread keeps: each is as large as the glossaries of its project in one language. */
const keptIndexesMax = 16

/** Projects whose terms a thread keeps with all their texts. */
const keptProjectsMax = 4

/** Terms of projects and their indexes, which are made again when a glossary of the project has changed. */
export class TermIndexes extends Context.Service<
  TermIndexes,
  {
    /** Returns null if the project uses no glossary. */
    readonly get: (projectId: number) => Effect.Effect<ProjectTerms | null>
  }
>()("@dragoman/server/assistance/glossary/TermIndexes") {
  static readonly layer = Layer.effect(
    TermIndexes,
    Effect.gen(function* () {
      const glossaries = yield* GlossaryRepository
      const terms = yield* GlossaryTermRepository
      const projects = new Map<string, ReadonlyArray<GlossaryWithTerms>>()
      const indexes = new Map<string, TermIndex<ProjectTerm>>()
      const checkTerms = new Map<string, CheckTerms>()
      return TermIndexes.of({
        get: Effect.fnUntraced(function* (projectId) {
          const used = yield* glossaries.listOfProject(projectId)
          if (used.length === 0) return null
          // Read before the terms: what changed in between is read again the next time.
          const place = `${projectId} ${used.map(({ id, version }) => `${id}:${version}`).join(" ")}`
          const read =
            takeKept(projects, place) ??
            withTerms(used, yield* terms.listOfProject(projectId), yield* terms.listTextsOfProject(projectId))
          keep(projects, place, read, keptProjectsMax)
          return {
            indexIn: (languageTag) => {
              const key = `${place} ${languageTag}`
              return keep(indexes, key, takeKept(indexes, key) ?? indexOf(read, languageTag), keptIndexesMax)
            },
            forChecks: (languages) => {
              const key = `${place} ${languages.baseLanguageTag} ${languages.languageTag}`
              return keep(checkTerms, key, takeKept(checkTerms, key) ?? makeCheckTerms(read, languages), keptIndexesMax)
            }
          } satisfies ProjectTerms
        })
      })
    })
  )
}

interface GlossaryWithTerms {
  readonly glossaryId: number
  readonly baseLanguageTag: string
  readonly terms: ReadonlyArray<GlossaryTerm>
  /** Ids of the terms, in the same order. */
  readonly termIds: ReadonlyArray<number>
}

type TermRows = Effect.Success<ReturnType<GlossaryTermRepository["Service"]["listOfProject"]>>
type TextRows = Effect.Success<ReturnType<GlossaryTermRepository["Service"]["listTextsOfProject"]>>

const withTerms = (
  glossaries: ReadonlyArray<GlossaryRow>,
  rows: TermRows,
  texts: TextRows
): ReadonlyArray<GlossaryWithTerms> => {
  const textsByTerm = Map.groupBy(texts, ({ termId }) => termId)
  const rowsByGlossary = Map.groupBy(rows, ({ glossaryId }) => glossaryId)
  return glossaries.map(({ id, baseLanguageTag }) => {
    const own = rowsByGlossary.get(id) ?? []
    const terms = own.map((row) => toGlossaryTerm(row, textsByTerm.get(row.id) ?? [], baseLanguageTag))
    return { glossaryId: id, baseLanguageTag, terms, termIds: own.map((row) => row.id) }
  })
}

const indexOf = (glossaries: ReadonlyArray<GlossaryWithTerms>, languageTag: string): TermIndex<ProjectTerm> =>
  buildTermIndex(
    languageTag,
    glossaries.flatMap(({ glossaryId, baseLanguageTag, terms, termIds }) =>
      terms.flatMap((term, index) => {
        const text = termTextIn(term, baseLanguageTag, languageTag)
        const value = { id: termIds[index] ?? 0, glossaryId }
        return text === null ? [] : [{ text, isCaseSensitive: term.flags.flagCaseSensitive, value }]
      })
    )
  )

/** Takes a value out, so that `keep` puts it behind all others. */
const takeKept = <Value>(kept: Map<string, Value>, key: string): Value | undefined => {
  const value = kept.get(key)
  kept.delete(key)
  return value
}

/** Keeps a value, and drops the one that was used the longest time ago if there are too many. */
const keep = <Value>(kept: Map<string, Value>, key: string, value: Value, max: number): Value => {
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= max) break
    kept.delete(oldest)
  }
  return value
}
