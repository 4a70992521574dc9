import { Schema } from "effect"
import type { ContentProject } from "../../../change/change-project.ts"
import type { ImportKey } from "./import-source.ts"
import type { PlannedKey } from "./planned-keys.ts"

/** Counts of an applied import. */
export const ImportSummary = Schema.Struct({
  createdKeys: Schema.Finite,
  changedKeys: Schema.Finite,
  /** Keys that the import settings left out. */
  skippedKeys: Schema.Finite,
  /** In the order of the project's languages. */
  languages: Schema.Array(
    Schema.Struct({
      /** Tag. */
      language: Schema.String,
      created: Schema.Finite,
      changed: Schema.Finite,
      unchanged: Schema.Finite,
      /** Texts that were not written, by the reason. */
      left: Schema.Record(Schema.String, Schema.Finite)
    })
  )
})
export type ImportSummary = typeof ImportSummary.Type

interface LanguageCounts {
  created: number
  changed: number
  unchanged: number
  readonly left: Record<string, number>
}

export interface ImportSummarizer {
  /** Receives the keys of a batch, and what happens to them, in the same order. */
  readonly add: (planned: ReadonlyArray<PlannedKey>, imported: ReadonlyArray<ImportKey>) => void
  readonly summary: (skippedKeys: number) => ImportSummary
}

/** Counts what an import does while it is applied. */
export const startImportSummary = ({ languages }: Pick<ContentProject, "languages">): ImportSummarizer => {
  const tags = new Map<number | null, string>(languages.map(({ id, tag }) => [id, tag]))
  const byTag = new Map<string, LanguageCounts>()
  const countsOf = (tag: string): LanguageCounts => {
    const known = byTag.get(tag) ?? { created: 0, changed: 0, unchanged: 0, left: {} }
    byTag.set(tag, known)
    return known
  }
  const leave = ({ left }: LanguageCounts, reason: string) => {
    left[reason] = (left[reason] ?? 0) + 1
  }
  let createdKeys = 0
  let changedKeys = 0
  return {
    add: (planned, imported) => {
      for (const [index, { action, texts }] of planned.entries()) {
        if (action === "CREATE") createdKeys++
        if (action === "CHANGE") changedKeys++
        const listed = new Set<string | null>()
        for (const text of texts) {
          if (text.language === null) continue
          listed.add(text.language)
          const counts = countsOf(text.language)
          if (text.action === "CREATE") counts.created++
          else if (text.action === "LEAVE") leave(counts, text.reason ?? "KEPT")
          else counts.changed++
        }
        for (const { languageId, text } of imported[index]?.texts ?? []) {
          const tag = tags.get(languageId)
          if (tag === undefined || listed.has(tag)) continue
          // Empty values are the same as no text, and people ask where they went.
          if (text === "") leave(countsOf(tag), "EMPTY_VALUE")
          else countsOf(tag).unchanged++
        }
      }
    },
    summary: (skippedKeys) => ({
      createdKeys,
      changedKeys,
      skippedKeys,
      languages: languages.flatMap(({ tag }) => {
        const counts = byTag.get(tag)
        return counts === undefined ? [] : [{ language: tag, ...counts }]
      })
    })
  }
}
