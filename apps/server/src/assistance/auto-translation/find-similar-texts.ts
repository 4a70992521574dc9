import { hasNumbersOf } from "@dragoman/formats"
import { verifyMachineText } from "@dragoman/formats/machine-text"
import { KeyRepository, MemoryIndexRepository } from "@dragoman/store"
import { Effect, Option, Schema } from "effect"
import type { TranslationPlace } from "../../content/translation/translation-places.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import type { MachinePlace } from "../machine-translation/find-machine-places.ts"
import { wholeProject } from "../machine-translation/prompt-context.ts"
import { readEngineFacts } from "../machine-translation/translate-texts.ts"
import type { TranslatedProject } from "../machine-translation/translated-project.ts"
import type { KeptAnswer } from "../machine-translation/write-machine-texts.ts"
import { rankMemoryMatches } from "../memory/memory-suggestion-queries.ts"

/** Texts of one reading: a second at most, so that other readings have their turn. */
const textsPerReading = 25

/** Matches of one text that are verified; the best one that has no damage fills it. */
const candidatesMax = 5

/** Percent in a similarity of 1. */
const percent = 100

/**
 * Fills places with the best similar texts of the memory that their rules allow. Placeholders and numbers are those of the base text, and
 * the text is verified as one by a machine. Places without a match are in neither list; `damaged`: those whose matches all fail
 * verification. Works without a transaction.
 */
export const fillFromSimilar = Effect.fn("fillFromSimilar")(function* (
  project: TranslatedProject,
  places: ReadonlyArray<MachinePlace>,
  minSimilarityOf: (languageId: number) => number
) {
  const { projectId, organizationId, icuPlaceholders, languages, base } = project
  const filled: Array<KeptAnswer & { readonly similarity: number }> = []
  const damaged: Array<TranslationPlace> = []
  if (base === null || places.length === 0) return { filled, damaged }
  const reading = yield* ReadingThread
  const keyRepository = yield* KeyRepository
  const tags = new Map(languages.map(({ id, tag }) => [id, tag]))
  const byKey = [...Map.groupBy(places, ({ keyId }) => keyId)]
  for (let start = 0; start < byKey.length; start += textsPerReading) {
    const ofReading = byKey.slice(start, start + textsPerReading)
    const keys = new Map(
      (yield* keyRepository.find(
        projectId,
        ofReading.map(([keyId]) => keyId)
      )).map((key) => [key.id, key])
    )
    const texts = ofReading.flatMap(([keyId, [place]]) =>
      place === undefined ? [] : [{ keyId, baseText: place.baseText }]
    )
    const facts = yield* readEngineFacts({ project, base, service: null, visible: wholeProject, texts })
    const factsOf = new Map(facts.map((fact) => [fact.origin.keyId, fact]))
    const found = yield* reading.read(
      findSimilarTexts,
      {
        organizationId,
        projectId,
        languageTag: base.tag,
        texts: texts.map(({ keyId, baseText }) => ({
          keyId,
          text: baseText,
          keyName: keys.get(keyId)?.name ?? null,
          namespace: keys.get(keyId)?.namespace ?? null,
          isPlural: factsOf.get(keyId)?.isPlural ?? false,
          targets: (byKey.find(([id]) => id === keyId)?.[1] ?? []).map(({ languageId }) => ({
            languageId,
            tag: tags.get(languageId) ?? "",
            minSimilarity: minSimilarityOf(languageId)
          }))
        }))
      },
      Number.POSITIVE_INFINITY
    )
    for (const { keyId, languageId, candidates } of found) {
      const fact = factsOf.get(keyId)
      if (fact === undefined) continue
      let isFilled = false
      for (const { text: answer, similarity } of candidates) {
        const verified = verifyMachineText({
          source: fact.text,
          sourceTag: base.tag,
          answer,
          languageTag: tags.get(languageId) ?? "",
          isPlural: fact.isPlural,
          icuPlaceholders,
          lengthMax: fact.lengthMax,
          terms: fact.terms
        })
        if (!("ok" in verified)) continue
        const { ok: text } = verified
        filled.push({ keyId, languageId, baseText: fact.text, text, service: null, promptId: null, similarity })
        isFilled = true
        break
      }
      if (!isFilled) damaged.push({ keyId, languageId })
    }
  }
  return { filled, damaged }
})

const SimilarRequest = Schema.Struct({
  organizationId: Schema.Finite,
  projectId: Schema.Finite,
  languageTag: Schema.String,
  texts: Schema.Array(
    Schema.Struct({
      keyId: Schema.Finite,
      text: Schema.String,
      keyName: Schema.NullOr(Schema.String),
      namespace: Schema.NullOr(Schema.String),
      isPlural: Schema.Boolean,
      targets: Schema.Array(
        Schema.Struct({ languageId: Schema.Finite, tag: Schema.String, minSimilarity: Schema.Finite })
      )
    })
  )
})

const SimilarTexts = Schema.Array(
  Schema.Struct({
    keyId: Schema.Finite,
    languageId: Schema.Finite,
    candidates: Schema.Array(
      // Percent, rounded down: no lower than the rule allows.
      Schema.Struct({ text: Schema.String, similarity: Schema.Finite })
    )
  })
)

/** Finds translations of similar texts, the best first. Outdated ones need a person. Reads the index, so it runs in a reading thread. */
export const findSimilarTexts = makeReading("findSimilarTexts", {
  input: SimilarRequest,
  result: SimilarTexts,
  run: Effect.fn("findSimilarTexts")(function* ({ organizationId, projectId, languageTag, texts }) {
    const indexId = yield* MemoryIndexRepository.use((memory) => memory.findIndex(organizationId, languageTag))
    const found: Array<(typeof SimilarTexts.Type)[number]> = []
    if (Option.isNone(indexId)) return found
    for (const { keyId, targets, ...text } of texts) {
      const targetLanguageTags = [...new Set(targets.map(({ tag }) => tag))]
      const searched = { ...text, projectId, excludedKeyId: keyId, targetLanguageTags }
      const matches = yield* rankMemoryMatches(indexId.value, searched)
      for (const { languageId, tag, minSimilarity } of targets) {
        const candidates = (matches.get(tag.toLowerCase()) ?? [])
          .filter(
            ({ similarity, isOutdated, sourceText, adaptedText }) =>
              !isOutdated && similarity * percent >= minSimilarity && hasNumbersOf(text.text, sourceText, adaptedText)
          )
          .map(({ adaptedText, similarity }) => ({ text: adaptedText, similarity: Math.floor(similarity * percent) }))
        if (candidates.length > 0) found.push({ keyId, languageId, candidates: candidates.slice(0, candidatesMax) })
      }
    }
    return found
  })
})
