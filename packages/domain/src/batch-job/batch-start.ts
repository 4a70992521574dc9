import { keyLimits, toNamespaceName } from "../key/key-rules.ts"
import { type PromptInput, validatePrompt } from "../machine-translation/prompt.ts"
import { validateTagNames } from "../tag/tag.ts"
import { searchMaxUtf16Units } from "../translation/replace-text.ts"
import type { TranslationState } from "../translation/translation.ts"
import {
  type FieldMessages,
  firstMessage,
  notEmpty,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"
import type { BatchOperation, BatchOperationType } from "./batch-job.ts"

/** An operation and its keys. */
export interface BatchStart<Type extends BatchOperationType = BatchOperationType> {
  readonly keyIds: ReadonlyArray<number>
  readonly operation: Extract<BatchOperation, { readonly type: Type }>
}

export interface KeysInput {
  readonly keyIds?: Optional<ReadonlyArray<number>>
}

export interface LanguagesInput extends KeysInput {
  readonly languageIds?: Optional<ReadonlyArray<number>>
}

export interface StateInput extends LanguagesInput {
  readonly state?: Optional<TranslationState>
}

export interface CopyInput extends KeysInput {
  readonly sourceLanguageId?: Optional<number>
  readonly targetLanguageIds?: Optional<ReadonlyArray<number>>
}

export interface ReplaceInput extends LanguagesInput {
  readonly search?: Optional<string>
  readonly replacement?: Optional<string>
  readonly matchCase?: Optional<boolean>
  readonly wholeWord?: Optional<boolean>
  readonly exceptTexts?: Optional<ReadonlyArray<{ readonly keyId: number; readonly languageId: number }>>
  readonly revisionId?: Optional<number>
}

export interface PreTranslateInput extends KeysInput {
  readonly targetLanguageIds?: Optional<ReadonlyArray<number>>
}

export interface MachineTranslateInput extends PreTranslateInput {
  readonly onlyEmpty?: Optional<boolean>
  readonly overwriteReviewed?: Optional<boolean>
}

export interface PlaygroundInput extends PreTranslateInput {
  readonly llmPrompt?: Optional<Omit<PromptInput, "name">>
}

export interface NamespaceInput extends KeysInput {
  readonly namespace?: Optional<string>
}

export interface LabelsInput extends LanguagesInput {
  readonly labelIds?: Optional<ReadonlyArray<number>>
}

export interface TagsInput extends KeysInput {
  readonly tags?: Optional<ReadonlyArray<string>>
}

// Every operation of the wire. Source: docs/reference/content.md#batch-jobs.

export const validateKeysStart = <Type extends "DELETE_KEYS" | "RESTORE_KEYS" | "HARD_DELETE_KEYS">(
  type: Type,
  input: KeysInput
) => started(input, {}, { type } as BatchStart<Type>["operation"])

export const validateStateStart = (input: StateInput): Validated<BatchStart<"SET_TRANSLATIONS_STATE">> =>
  started(
    input,
    { languageIds: notEmpty(input.languageIds), state: notNull(input.state) },
    { type: "SET_TRANSLATIONS_STATE", languageIds: once(input.languageIds), state: input.state ?? "TRANSLATED" }
  )

export const validateClearStart = (input: LanguagesInput): Validated<BatchStart<"CLEAR_TRANSLATIONS">> =>
  started(
    input,
    { languageIds: notEmpty(input.languageIds) },
    { type: "CLEAR_TRANSLATIONS", languageIds: once(input.languageIds) }
  )

export const validateCheckStart = (input: LanguagesInput): Validated<BatchStart<"QA_CHECK">> =>
  started(input, {}, { type: "QA_CHECK", languageIds: input.languageIds == null ? null : once(input.languageIds) })

export const validateCopyStart = (input: CopyInput): Validated<BatchStart<"COPY_TRANSLATIONS">> =>
  started(
    input,
    { sourceLanguageId: notNull(input.sourceLanguageId), targetLanguageIds: notEmpty(input.targetLanguageIds) },
    {
      type: "COPY_TRANSLATIONS",
      sourceLanguageId: input.sourceLanguageId ?? 0,
      targetLanguageIds: once(input.targetLanguageIds)
    }
  )

export const validateReplaceStart = (input: ReplaceInput): Validated<BatchStart<"FIND_AND_REPLACE">> => {
  const sought = validateReplace(input)
  if (!sought.ok) return sought
  return started(
    input,
    { revisionId: notNull(input.revisionId), exceptTexts: sizeBetween(0, exceptTextsMax, input.exceptTexts) },
    {
      type: "FIND_AND_REPLACE",
      ...sought.value,
      exceptTexts: (input.exceptTexts ?? []).map(({ keyId, languageId }) => ({ keyId, languageId })),
      revisionId: input.revisionId ?? 0
    }
  )
}

/** Checks what is sought and where, for the preview as for the job. */
export const validateReplace = (
  input: Omit<ReplaceInput, "keyIds">
): Validated<Omit<BatchStart<"FIND_AND_REPLACE">["operation"], "type" | "exceptTexts" | "revisionId">> =>
  validateFields(
    {
      languageIds: notEmpty(input.languageIds),
      search: firstMessage(notEmpty(input.search), sizeBetween(1, searchMaxUtf16Units, input.search)),
      replacement: firstMessage(notNull(input.replacement), sizeBetween(0, searchMaxUtf16Units, input.replacement))
    },
    {
      languageIds: once(input.languageIds),
      search: input.search ?? "",
      replacement: input.replacement ?? "",
      matchCase: input.matchCase ?? false,
      wholeWord: input.wholeWord ?? false
    }
  )

/** Matches that can be left out; a preview shows a hundred. Source: docs/batch-jobs.md#find-and-replace. */
const exceptTextsMax = 1_000

export const validatePreTranslateStart = (input: PreTranslateInput): Validated<BatchStart<"PRE_TRANSLATE_BT_TM">> =>
  started(
    input,
    { targetLanguageIds: notEmpty(input.targetLanguageIds) },
    { type: "PRE_TRANSLATE_BT_TM", targetLanguageIds: once(input.targetLanguageIds) }
  )

export const validateMachineTranslateStart = (
  input: MachineTranslateInput
): Validated<BatchStart<"MACHINE_TRANSLATE">> =>
  started(
    input,
    { targetLanguageIds: notEmpty(input.targetLanguageIds) },
    {
      type: "MACHINE_TRANSLATE",
      targetLanguageIds: once(input.targetLanguageIds),
      onlyEmpty: input.onlyEmpty ?? null,
      overwriteReviewed: input.overwriteReviewed ?? false
    }
  )

export const validatePlaygroundStart = (input: PlaygroundInput): Validated<BatchStart<"AI_PLAYGROUND_TRANSLATE">> => {
  const prompt = validatePrompt({ ...input.llmPrompt, name: "playground" })
  if (!prompt.ok) return prompt
  const { name: _, ...content } = prompt.value
  return started(
    input,
    { targetLanguageIds: notEmpty(input.targetLanguageIds) },
    { type: "AI_PLAYGROUND_TRANSLATE", targetLanguageIds: once(input.targetLanguageIds), prompt: content }
  )
}

export const validateNamespaceStart = (input: NamespaceInput): Validated<BatchStart<"SET_KEYS_NAMESPACE">> =>
  started(
    input,
    { namespace: sizeBetween(0, keyLimits.namespaceMaxUtf16Units, input.namespace) },
    { type: "SET_KEYS_NAMESPACE", namespace: toNamespaceName(input.namespace) }
  )

export const validateLabelsStart = <Type extends "ASSIGN_TRANSLATION_LABEL" | "UNASSIGN_TRANSLATION_LABEL">(
  type: Type,
  input: LabelsInput
): Validated<BatchStart<Type>> =>
  started(input, { languageIds: notEmpty(input.languageIds), labelIds: notEmpty(input.labelIds) }, {
    type,
    languageIds: once(input.languageIds),
    labelIds: once(input.labelIds)
  } as unknown as BatchStart<Type>["operation"])

export const validateTagsStart = <Type extends "TAG_KEYS" | "UNTAG_KEYS">(
  type: Type,
  input: TagsInput
): Validated<BatchStart<Type>> => {
  const checked = started(
    input,
    { tags: firstMessage(notEmpty(input.tags), sizeBetween(1, keyLimits.tagsMax, input.tags)) },
    { type, tags: [] } as never
  )
  if (!checked.ok) return checked
  const tags = validateTagNames(input.tags ?? [])
  if (!tags.ok) return tags
  const operation = { type, tags: tags.value } as unknown as BatchStart<Type>["operation"]
  return { ok: true, value: { keyIds: checked.value.keyIds, operation } }
}

const started = <Operation extends BatchOperation>(
  { keyIds }: KeysInput,
  messages: FieldMessages,
  operation: Operation
): Validated<{ readonly keyIds: ReadonlyArray<number>; readonly operation: Operation }> =>
  validateFields({ keyIds: notEmpty(keyIds), ...messages }, { keyIds: keyIds ?? [], operation })

const once = (ids: Optional<ReadonlyArray<number>>): ReadonlyArray<number> => [...new Set(ids)]
