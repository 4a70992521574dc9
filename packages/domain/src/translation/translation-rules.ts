import { firstMessage, lengthBetween, notBlank, notNull, type Optional, sizeBetween } from "../validation/constraint.ts"
import { type Validated, validateFields } from "../validation/validated.ts"

/** As the body of `PUT` and `POST …/translations` has it. */
export interface SetTranslationsInput {
  readonly key?: Optional<string>
  readonly namespace?: Optional<string>
  readonly translations?: Optional<Readonly<Record<string, string | null>>>
  readonly languagesToReturn?: Optional<ReadonlyArray<string>>
}

export interface SetTranslations {
  readonly keyName: string
  /** null: the default one. */
  readonly namespace: string | null
  /** By language tag. */
  readonly texts: ReadonlyMap<string, string | null>
  /** null: those that are written. */
  readonly languagesToReturn: ReadonlyArray<string> | null
}

/** Source: docs/reference/limits.md#keys, docs/reference/content.md#writing-translations. */
export const validateSetTranslations = (input: SetTranslationsInput): Validated<SetTranslations> =>
  validateFields(
    {
      key: firstMessage(notBlank(input.key), lengthBetween(1, 2000, input.key)),
      namespace: sizeBetween(0, 100, input.namespace),
      translations: notNull(input.translations)
    },
    {
      keyName: input.key ?? "",
      namespace: (input.namespace ?? "").trim() === "" ? null : (input.namespace ?? null),
      texts: new Map(Object.entries(input.translations ?? {})),
      languagesToReturn: input.languagesToReturn ?? null
    }
  )
