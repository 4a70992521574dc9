import { open, readFile, stat } from "node:fs/promises"
import {
  type GlossaryTerm,
  glossaryTermIdentity,
  type ImportedGlossaryTerm,
  mergeGlossaryTerm,
  noGlossaryTermFlags
} from "@dragoman/domain/glossary"
import { type ParseFailure, printParseFailure, readGlossaryCsv, readTbxBlocks } from "@dragoman/formats"
import { type GlossaryRow, GlossaryTermRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { termsAfter } from "../term-index/stored-terms.ts"
import type { CheckGlossary, ImportGlossary } from "./glossary-file-messages.ts"
import { findGlossary } from "./glossary-queries.ts"
import { termFields } from "./glossary-shapes.ts"
import { inGlossary } from "./manage-glossary.ts"

const blockBytes = 64 * 1024

/** A table is in memory as a whole. */
const csvBytesMax = 32 * 1024 * 1024

/** All terms of a file are stored by one transaction. */
const termsPerFileMax = 100_000

const termsPerStatement = 500

/** Counts the terms of a file; fails when it cannot be read to its end. Runs in a thread. */
export const checkGlossaryFile = Effect.fn("checkGlossaryFile")(function* (file: CheckGlossary) {
  return (yield* readTerms(file)).length
})

/**
 * Stores the terms of a file in one transaction, so that a failed import removes none. A term with the same base text and case
 * flag as a stored one changes it. Runs in a thread.
 */
export const importGlossaryFile = Effect.fn("importGlossaryFile")(function* (job: ImportGlossary) {
  const terms = yield* readTerms(job)
  yield* inGlossary(job, job.glossaryId, (glossary) =>
    Effect.gen(function* () {
      const repository = yield* GlossaryTermRepository
      if (job.removeExistingTerms) yield* repository.removeAll(glossary.id)
      yield* mergeTerms(glossary, terms)
    })
  )
})

const readTerms = Effect.fnUntraced(function* (file: CheckGlossary) {
  const { baseLanguageTag } = yield* findGlossary(file.organizationId, file.glossaryId)
  const read = file.format === "CSV" ? readCsv : readTbx
  const terms = yield* Effect.promise(() => read(file.path, baseLanguageTag, file.languageTags))
  if (typeof terms === "string") return yield* failWith("file_processing_failed", [file.name, terms])
  return terms
})

/** Returns the terms, or why the file cannot be read. */
const readCsv = async (path: string, baseLanguageTag: string, languageTags: ReadonlyArray<string>) => {
  if ((await stat(path)).size > csvBytesMax) return `The file is larger than ${csvBytesMax / 1024 / 1024} MB`
  const read = readGlossaryCsv(await readFile(path), { baseLanguageTag, languageTags })
  if (read.kind !== "terms") return printParseFailure(read)
  return read.terms.length > termsPerFileMax ? tooManyTerms : read.terms
}

const readTbx = async (path: string, baseLanguageTag: string) => {
  const file = await open(path)
  try {
    const terms: Array<ImportedGlossaryTerm> = []
    const block = new Uint8Array(blockBytes)
    const walk = readTbxBlocks((term) => terms.push(term), baseLanguageTag)
    for (;;) {
      const { bytesRead } = await file.read(block, 0, blockBytes)
      if (bytesRead === 0) break
      walk.write(block.subarray(0, bytesRead))
      if (terms.length > termsPerFileMax) return tooManyTerms
    }
    const failure: ParseFailure | null = walk.end()
    return failure === null ? terms : printParseFailure(failure)
  } finally {
    await file.close()
  }
}

const tooManyTerms = `The file has more than ${termsPerFileMax} terms`

/** A term of the glossary while a file is merged into it. */
interface MergedTerm {
  /** null: it is not stored yet. */
  readonly id: number | null
  readonly before: GlossaryTerm
  after: GlossaryTerm
}

const mergeTerms = Effect.fnUntraced(function* (glossary: GlossaryRow, terms: ReadonlyArray<ImportedGlossaryTerm>) {
  const merged = new Map<string, MergedTerm>()
  for (let afterId = 0; ; ) {
    const stored = yield* termsAfter(glossary, afterId, termsPerStatement)
    for (const { id, term } of stored) {
      const identity = glossaryTermIdentity(term)
      // The oldest of equal terms gets what the file says.
      if (!merged.has(identity)) merged.set(identity, { id, before: term, after: term })
    }
    const last = stored.at(-1)
    if (last === undefined) break
    afterId = last.id
  }
  for (const term of terms) {
    const identity = glossaryTermIdentity(term)
    const known = merged.get(identity)
    if (known === undefined) {
      const before = { baseText: term.baseText, description: "", flags: noGlossaryTermFlags, translations: new Map() }
      merged.set(identity, { id: null, before, after: mergeGlossaryTerm(before, term) })
    } else known.after = mergeGlossaryTerm(known.after, term)
  }
  const changed = [...merged.values()].filter(({ id, before, after }) => id === null || !isSameTerm(before, after))
  for (let offset = 0; offset < changed.length; offset += termsPerStatement) {
    yield* storeTerms(glossary, changed.slice(offset, offset + termsPerStatement))
  }
})

const storeTerms = Effect.fnUntraced(function* (glossary: GlossaryRow, terms: ReadonlyArray<MergedTerm>) {
  const repository = yield* GlossaryTermRepository
  const fieldsOf = ({ after }: MergedTerm) => termFields(after.description, after.flags)
  const added = terms.filter(({ id }) => id === null)
  const edited = terms.flatMap((term) => (term.id === null ? [] : [{ ...term, id: term.id }]))
  const ids = yield* repository.insert(glossary.id, added.map(fieldsOf))
  yield* repository.update(edited.map((term) => ({ id: term.id, ...fieldsOf(term) })))
  const stored = [...added.map((term, index) => ({ ...term, id: ids[index] ?? 0 })), ...edited]
  const texts = stored.flatMap(({ id: termId, before, after }) => {
    const removed = [...before.translations.keys()].filter((tag) => !after.translations.has(tag))
    return [
      ...removed.map((languageTag) => ({ termId, languageTag, text: "" })),
      ...(after.baseText === "" ? [] : [{ termId, languageTag: glossary.baseLanguageTag, text: after.baseText }]),
      ...[...after.translations].map(([languageTag, text]) => ({ termId, languageTag, text }))
    ]
  })
  yield* repository.setTexts(glossary.id, texts)
})

const isSameTerm = (one: GlossaryTerm, other: GlossaryTerm): boolean => printTerm(one) === printTerm(other)

const printTerm = ({ description, flags, translations }: GlossaryTerm): string => {
  const texts = [...translations].sort(([tag], [otherTag]) => (tag < otherTag ? -1 : 1))
  return JSON.stringify([description, Object.entries(flags).sort(), texts])
}
