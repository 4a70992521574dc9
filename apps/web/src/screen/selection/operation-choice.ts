import type { BatchOperation, BatchOperationType } from "@dragoman/domain/batch-job"
import type { TranslationState } from "@dragoman/domain/translation"

/** The values of an operation's form; each operation takes its part. */
export interface OperationChoice {
  /** Ids of the languages whose texts change. */
  readonly languageIds: ReadonlyArray<number>
  readonly state: TranslationState
  /** null: not chosen yet. */
  readonly sourceLanguageId: number | null
  /** Tags of the project. */
  readonly tags: ReadonlyArray<string>
  /** Names of other tags, separated by commas. */
  readonly otherTags: string
  /** Ids of labels of the project. */
  readonly labelIds: ReadonlyArray<number>
  /** Texts that machines translate; `empty`: outdated ones of machines, too. */
  readonly machineTexts: "empty" | "unreviewed" | "all"
  /** Empty: the default namespace. */
  readonly namespace: string
}

export const emptyChoice: OperationChoice = {
  languageIds: [],
  state: "REVIEWED",
  sourceLanguageId: null,
  tags: [],
  otherTags: "",
  labelIds: [],
  machineTexts: "empty",
  namespace: ""
}

/** The operation that was filled in; null: something is missing. */
export const toOperation = (type: BatchOperationType, choice: OperationChoice): BatchOperation | null => {
  const { languageIds, state, sourceLanguageId, namespace, labelIds, machineTexts } = choice
  const tags = [...new Set([...choice.tags, ...namesIn(choice.otherTags)])]
  switch (type) {
    case "SET_TRANSLATIONS_STATE":
      return languageIds.length === 0 ? null : { type, languageIds, state }
    case "CLEAR_TRANSLATIONS":
      return languageIds.length === 0 ? null : { type, languageIds }
    case "PRE_TRANSLATE_BT_TM":
      return languageIds.length === 0 ? null : { type, targetLanguageIds: languageIds }
    case "MACHINE_TRANSLATE":
      return languageIds.length === 0
        ? null
        : {
            type,
            targetLanguageIds: languageIds,
            onlyEmpty: machineTexts === "empty",
            overwriteReviewed: machineTexts === "all"
          }
    case "AI_PLAYGROUND_TRANSLATE":
    case "FIND_AND_REPLACE":
      return null
    case "COPY_TRANSLATIONS": {
      const targetLanguageIds = languageIds.filter((id) => id !== sourceLanguageId)
      return sourceLanguageId === null || targetLanguageIds.length === 0
        ? null
        : { type, sourceLanguageId, targetLanguageIds }
    }
    case "TAG_KEYS":
    case "UNTAG_KEYS":
      return tags.length === 0 ? null : { type, tags }
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return languageIds.length === 0 || labelIds.length === 0 ? null : { type, languageIds, labelIds }
    case "SET_KEYS_NAMESPACE":
      return { type, namespace: namespace.trim() === "" ? null : namespace.trim() }
    case "QA_CHECK":
      return { type, languageIds: null }
    default:
      return { type }
  }
}

const namesIn = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Counts the languages in which an operation changes texts; 0: it changes the keys themselves. */
export const languagesIn = (operation: BatchOperation): number =>
  "languageIds" in operation
    ? (operation.languageIds?.length ?? 0)
    : "targetLanguageIds" in operation
      ? operation.targetLanguageIds.length
      : 0
