import {
  firstMessage,
  notBlank,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** Longest texts in UTF-16 units. Source: docs/content.md#labels. */
const nameMaxUtf16Units = 100
const descriptionMaxUtf16Units = 2_000

/** A label as it is stored. */
interface LabelContent {
  readonly name: string
  /** `#RRGGBB`, in upper case. */
  readonly color: string
  readonly description: string | null
}

export interface LabelInput {
  readonly name?: Optional<string>
  readonly color?: Optional<string>
  readonly description?: Optional<string>
}

/** Checks a label and removes space around its name. Source: docs/content.md#labels. */
export const validateLabel = ({ name, color, description }: LabelInput): Validated<LabelContent> => {
  const trimmed = (name ?? "").trim()
  return validateFields(
    {
      name: firstMessage(notBlank(trimmed), sizeBetween(0, nameMaxUtf16Units, trimmed)),
      color: /^#[0-9a-f]{6}$/i.test(color ?? "") ? null : "hex color required",
      description: sizeBetween(0, descriptionMaxUtf16Units, description)
    },
    { name: trimmed, color: (color ?? "").toUpperCase(), description: description ?? null }
  )
}

/** A translation, by its key and language, and a label. */
interface LabelPlace {
  readonly keyId: number
  readonly languageId: number
  readonly labelId: number
}

/** Checks that all three ids are given. */
export const validateLabelPlace = (
  input: {
    readonly [Name in keyof LabelPlace]?: Optional<number>
  }
): Validated<LabelPlace> =>
  validateFields(
    { keyId: notNull(input.keyId), languageId: notNull(input.languageId), labelId: notNull(input.labelId) },
    { keyId: input.keyId ?? 0, languageId: input.languageId ?? 0, labelId: input.labelId ?? 0 }
  )
