import { keyLimits, toNamespaceName } from "../key/key-rules.ts"
import { validateTagNames } from "../tag/tag-rules.ts"
import type { TranslationState } from "../translation/translation.ts"
import { firstMessage, notEmpty, notNull, type Optional, sizeBetween } from "../validation/constraint.ts"
import { type FieldMessages, type Validated, validateFields } from "../validation/validated.ts"
import type { BatchOperation, BatchOperationType } from "./batch-operation.ts"

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

export interface NamespaceInput extends KeysInput {
  readonly namespace?: Optional<string>
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

export const validateNamespaceStart = (input: NamespaceInput): Validated<BatchStart<"SET_KEYS_NAMESPACE">> =>
  started(
    input,
    { namespace: sizeBetween(0, keyLimits.namespaceMaxUtf16Units, input.namespace) },
    { type: "SET_KEYS_NAMESPACE", namespace: toNamespaceName(input.namespace) }
  )

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
