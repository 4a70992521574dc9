import { createHash } from "node:crypto"
import { type AutomaticText, translationTextMaxUtf16Units } from "@dragoman/domain/translation"
import { type EstimatedRow, type MachineAnswerRow, QualityEstimateRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { fillTranslations } from "../../content/translation/edit-translations.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { findMachinePlaces, type MachineRule } from "./find-machine-places.ts"
import type { MachineAnswer, TranslationFailure, UntranslatedPlace } from "./text-translator.ts"

/** The failure of texts that have no result, such as those that were emptied after the service was asked. */
export const noResult: TranslationFailure = { code: "translation_failed", detail: "The service gave no result." }

/**
 * Writes texts of a machine in the transaction of the operation: only those whose base text is still the one that was translated,
 * and that the machine may still replace; then their estimates. Returns the activity, and the texts that were not written.
 */
export const writeMachineTexts = Effect.fn("writeMachineTexts")(function* (
  project: ContentProject,
  keyIds: ReadonlyArray<number>,
  rule: MachineRule,
  results: ByPlace<MachineAnswerRow>
) {
  const { keys, targets, places } = yield* findMachinePlaces(project, keyIds, rule)
  const texts = new ByPlace<AutomaticText>()
  const failures: Array<UntranslatedPlace> = []
  const estimated: Array<EstimatedRow> = []
  for (const { keyId, languageId, baseText } of places) {
    const result = results.at(keyId, languageId)
    const text = result?.text ?? null
    if (result === undefined) {
      if (!rule.optionalIds?.includes(languageId)) failures.push({ keyId, languageId, ...noResult })
    } else if (text === null) {
      failures.push({ keyId, languageId, code: result.errorCode ?? noResult.code, detail: result.detail })
    } else if (result.baseDigest !== digestOfBase(baseText)) failures.push({ keyId, languageId, ...changedBase })
    else if (text.length > translationTextMaxUtf16Units) {
      failures.push({ keyId, languageId, code: "translation_text_too_long", detail: null })
    } else {
      texts.set({ keyId, languageId }, { text, mtProvider: result.service, promptId: result.promptId })
      const { qualityScore: score, qualityReason: reason } = result
      if (score !== null) estimated.push({ keyId, languageId, text, score, reason })
    }
  }
  const { broken, ...changes } = yield* fillTranslations(
    project,
    keys,
    texts,
    targets.map(({ id }) => id),
    rule.replaceable
  )
  yield* (yield* QualityEstimateRepository).save(project.projectId, estimated)
  failures.push(...broken.map((place) => ({ ...place, code: "translation_not_valid_icu" as const, detail: null })))
  return { changes, failures }
})

const changedBase = {
  code: "translation_failed",
  detail: "The base text changed while it was translated."
} as const satisfies TranslationFailure

/** A text that is kept until it is written. `service` null: one of the translation memory. */
export interface KeptAnswer extends Omit<MachineAnswer, "service"> {
  readonly service: MachineAnswer["service"] | null
}

/** Converts a result for the table of answers. */
export const toAnswerRow = (result: KeptAnswer | UntranslatedPlace): MachineAnswerRow => {
  const { keyId, languageId } = result
  return "text" in result
    ? {
        keyId,
        languageId,
        baseDigest: digestOfBase(result.baseText),
        text: result.text,
        service: result.service,
        promptId: result.promptId,
        errorCode: null,
        detail: result.contextDescription ?? null,
        qualityScore: result.quality?.score ?? null,
        qualityReason: result.quality?.reason ?? null
      }
    : {
        keyId,
        languageId,
        baseDigest: null,
        text: null,
        service: null,
        promptId: null,
        errorCode: result.code,
        detail: result.detail,
        qualityScore: null,
        qualityReason: null
      }
}

export const digestOfBase = (baseText: string): string => createHash("sha256").update(baseText).digest("base64url")
