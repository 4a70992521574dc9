import { dataRule } from "./prompt/prompt-fragments.ts"
import { scoreMax, type TextQuality, toTextQuality } from "./quality-setting.ts"

/** A translation that a language model judges. */
export interface JudgedText {
  readonly sourceTag: string
  readonly source: string
  readonly targetTag: string
  readonly text: string
  /** Description of the key; null: none. */
  readonly description: string | null
}

/** Instructions that are equal for all texts, so that providers cache them. */
const instructions = [
  "You review translations of user interfaces.",
  "Judge how well the translation says what the base text says: meaning, grammar, terms, tone and completeness.",
  "Placeholders, plural forms and markup were verified by a program: ignore them.",
  dataRule,
  'Answer with one JSON object: "output" is a whole number from 0 to 100 as text, 100 for a translation without any error and below 50 for one that misleads a reader; "contextDescription" is one short English sentence that names the worst error, empty when there is none.'
].join("\n")

/** Returns the fixed prompt that asks for the quality of a translation; all texts are quoted as data. */
export const qualityPrompt = (judged: JudgedText): { readonly system: string; readonly text: string } => {
  const { sourceTag, source, targetTag, text, description } = judged
  const data = {
    baseLanguage: sourceTag,
    baseText: source,
    language: targetTag,
    translation: text,
    ...(description === null ? {} : { description })
  }
  return { system: instructions, text: `The translation to judge, as data in JSON:\n${JSON.stringify(data)}` }
}

/** Reads the answer to `qualityPrompt`; null: it has no score. */
export const readQualityAnswer = (output: string, reason: string | null): TextQuality | null => {
  const score = /^\s*(\d{1,3})(?:\.\d+)?\s*(?:\/\s*100|%)?\s*$/.exec(output)?.[1]
  if (score === undefined || Number(score) > scoreMax) return null
  return toTextQuality(Number(score), reason === null ? [] : [reason])
}
