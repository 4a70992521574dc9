import { open } from "node:fs/promises"
import type { GlossaryTerm } from "@dragoman/domain/glossary"
import {
  printGlossaryCsvStart,
  printGlossaryCsvTerms,
  printTbxEnd,
  printTbxStart,
  printTbxTerms
} from "@dragoman/formats"
import { Database, GlossaryTermRepository } from "@dragoman/store"
import { Effect } from "effect"
import { termsAfter } from "../term-index/stored-terms.ts"
import type { ExportGlossary } from "./glossary-file-messages.ts"

/** Terms that are in memory at once. */
const termsPerChunk = 500

/** Writes a glossary into a file, as one state of the database has it. Runs in a thread. */
export const exportGlossaryFile = Effect.fn("exportGlossaryFile")(function* (job: ExportGlossary) {
  const database = yield* Database
  yield* Effect.acquireUseRelease(
    Effect.promise(() => open(job.path, "wx", 0o600)),
    (file) => database.snapshot(writeTerms(job, (text) => Effect.promise(() => file.appendFile(text)))),
    (file) => Effect.promise(() => file.close())
  )
})

const writeTerms = Effect.fnUntraced(function* (job: ExportGlossary, write: (text: string) => Effect.Effect<void>) {
  const { start, print, end } = yield* makeWriter(job)
  yield* write(start)
  for (let afterId = 0; ; ) {
    const terms = yield* termsAfter(
      { id: job.glossaryId, baseLanguageTag: job.baseLanguageTag },
      afterId,
      termsPerChunk
    )
    const last = terms.at(-1)
    if (last === undefined) break
    yield* write(print(terms.map(({ term }) => term)))
    afterId = last.id
  }
  yield* write(end)
})

const makeWriter = Effect.fnUntraced(function* ({ format, glossaryId, baseLanguageTag, languageTags }: ExportGlossary) {
  if (format === "TBX") {
    const options = { style: "dca", baseLanguageTag } as const
    const print = (terms: ReadonlyArray<GlossaryTerm>) => printTbxTerms(terms, options)
    return { start: printTbxStart(options), print, end: printTbxEnd(options) }
  }
  const used = yield* GlossaryTermRepository.use((repository) => repository.listLanguageTags(glossaryId))
  const columns = { baseLanguageTag, languageTags: [...new Set([...used, ...languageTags])].sort() }
  const print = (terms: ReadonlyArray<GlossaryTerm>) => printGlossaryCsvTerms(terms, columns)
  return { start: printGlossaryCsvStart(columns), print, end: "" }
})
