import { type Optional, type Validated, validateFields } from "../validation/validation.ts"

/** OFF: texts of machines are not judged; RULES: by checks, length and back-translation; MODEL: by a language model. */
export const qualityModes = ["OFF", "RULES", "MODEL"] as const

export type QualityMode = (typeof qualityModes)[number]

/** How a project judges texts of machines. */
export interface QualitySetting {
  readonly mode: QualityMode
  /** A text with a lower score needs a review; 0 to 100. */
  readonly threshold: number
  /** Whether RULES also asks an engine to translate the text back. */
  readonly backTranslation: boolean
}

export interface QualitySettingInput {
  readonly mode: QualityMode
  readonly threshold?: Optional<number>
  readonly backTranslation?: Optional<boolean>
}

export const scoreMax = 100

/** The setting of a project that has stored none. */
export const defaultQualitySetting: QualitySetting = { mode: "OFF", threshold: 70, backTranslation: false }

/** Checks a setting; absent values are those of `defaultQualitySetting`. */
export const validateQualitySetting = ({
  mode,
  threshold,
  backTranslation
}: QualitySettingInput): Validated<QualitySetting> =>
  validateFields(
    {
      "qualityEstimate.threshold":
        threshold === undefined || threshold === null || isScore(threshold) ? null : "must be between 0 and 100"
    },
    {
      mode,
      threshold: threshold ?? defaultQualitySetting.threshold,
      backTranslation: backTranslation ?? defaultQualitySetting.backTranslation
    }
  )

const isScore = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= scoreMax

/** The score of a stored text. */
export interface TextQuality {
  readonly score: number
  /** Sentences that say why the score is lower; null: nothing speaks against the text. */
  readonly reason: string | null
}

/** Longest stored reason in UTF-16 units. */
const reasonMaxUtf16Units = 500

/** Joins the reasons of an estimate, as far as they are stored. */
export const toTextQuality = (score: number, reasons: ReadonlyArray<string>): TextQuality => {
  const reason = reasons
    .map((sentence) => sentence.replaceAll(/[\s\0]+/g, " ").trim())
    .filter((sentence) => sentence !== "")
    .join(" ")
  if (reason === "") return { score, reason: null }
  if (reason.length <= reasonMaxUtf16Units) return { score, reason }
  // A cut between the halves of a character would leave a text that PostgreSQL rejects.
  const end = /[\uD800-\uDBFF]$/.test(reason.slice(0, reasonMaxUtf16Units - 1))
    ? reasonMaxUtf16Units - 2
    : reasonMaxUtf16Units - 1
  return { score, reason: `${reason.slice(0, end)}…` }
}
