import {
  firstMessage,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"
import { defaultModelProviderName } from "./model-provider.ts"
import { type PromptOption, promptOptions } from "./prompt/prompt-fragments.ts"

/** A prompt as it is stored. */
export interface PromptContent {
  readonly name: string
  readonly providerName: string
  /** null: the template of the server. */
  readonly template: string | null
  /** Parts that are used; null: all. */
  readonly options: ReadonlyArray<PromptOption> | null
}

export interface PromptInput {
  readonly name?: Optional<string>
  readonly providerName?: Optional<string>
  readonly template?: Optional<string>
  readonly basicPromptOptions?: Optional<ReadonlyArray<PromptOption>>
}

/** Longest texts in UTF-16 units. Source: docs/reference/limits.md#machine-translation. */
const nameMaxUtf16Units = 255
const templateMaxUtf16Units = 100_000
const noteMaxUtf16Units = 2_000

/** Checks a prompt. A blank template is none. */
export const validatePrompt = (input: PromptInput): Validated<PromptContent> => {
  const { name, providerName, template } = input
  const options = input.basicPromptOptions ?? null
  return validateFields(
    {
      name: firstMessage(notBlank(name), sizeBetween(0, nameMaxUtf16Units, name)),
      providerName: sizeBetween(0, nameMaxUtf16Units, providerName),
      template: sizeBetween(0, templateMaxUtf16Units, template)
    },
    {
      name: name ?? "",
      providerName: providerName?.trim() ? providerName : defaultModelProviderName,
      template: template?.trim() ? template : null,
      options: options === null ? null : promptOptions.filter((option) => options.includes(option))
    }
  )
}

/** Checks a note for language models; absent: none. */
export const validateTranslationNote = ({
  description
}: {
  readonly description?: Optional<string>
}): Validated<string> =>
  validateFields({ description: sizeBetween(0, noteMaxUtf16Units, description) }, (description ?? "").trim())
