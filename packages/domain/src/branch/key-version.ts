import type { JsonObject } from "../error/domain-error.ts"
import type { TranslationState } from "../translation/translation.ts"

/** CONFLICT: a person decides which side the target gets. */
export const mergeChangeTypes = ["ADD", "UPDATE", "DELETE", "CONFLICT"] as const
export type MergeChangeType = (typeof mergeChangeTypes)[number]

/** The branch whose values win: the one that is merged, or the one that it is merged into. */
export const mergeSides = ["SOURCE", "TARGET"] as const
export type MergeSide = (typeof mergeSides)[number]

/** A text of a key on a branch. */
export interface TextVersion {
  /** null: no text. */
  readonly text: string | null
  readonly state: TranslationState
  /** Ids of the labels, ascending. */
  readonly labelIds: ReadonlyArray<number>
}

/** A text that is not there: a missing text and an empty one are the same. */
export const noText: TextVersion = { text: null, state: "UNTRANSLATED", labelIds: [] }

/** A key on a branch, with all that a merge compares. */
export interface KeyVersion {
  readonly name: string
  /** null: the default namespace. */
  readonly namespace: string | null
  readonly isPlural: boolean
  readonly pluralArgumentName: string | null
  readonly maxCharLimit: number | null
  readonly description: string | null
  readonly customValues: JsonObject | null
  /** Names, sorted. */
  readonly tags: ReadonlyArray<string>
  /** Ids of the images, ascending. */
  readonly screenshotIds: ReadonlyArray<number>
  /** By the id of the language. */
  readonly texts: Readonly<Record<number, TextVersion>>
}

/** A key without anything: the base of one that both branches created. */
export const emptyKey: KeyVersion = {
  name: "",
  namespace: null,
  isPlural: false,
  pluralArgumentName: null,
  maxCharLimit: null,
  description: null,
  customValues: null,
  tags: [],
  screenshotIds: [],
  texts: {}
}

/** A key in the base and in both branches; null: it is not there. */
export interface KeyVersions {
  readonly base: KeyVersion | null
  readonly source: KeyVersion | null
  readonly target: KeyVersion | null
}
