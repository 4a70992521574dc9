import type { TranslationState } from "../translation/translation.ts"
import type { TextPattern } from "./text-pattern.ts"

/**
 * A condition that a key must fulfil to be in a list. All conditions of a list are combined with AND.
 * Source: docs/reference/content.md#filters-of-keys.
 */
export type KeyCondition =
  /** No key fulfils it. */
  | { readonly kind: "nothing" }
  /** In the name, the namespace, the description or a text of a selected language. */
  | { readonly kind: "search"; readonly text: string }
  | { readonly kind: "name"; readonly names: ReadonlyArray<string> }
  | { readonly kind: "id"; readonly ids: ReadonlyArray<number> }
  /** Names of namespaces; `""` is the default one. */
  | { readonly kind: "namespace"; readonly names: ReadonlyArray<string>; readonly isOneOf: boolean }
  /** `hasAny`: one of these tags; otherwise none of them. `""` stands for having no tag at all. */
  | { readonly kind: "tag"; readonly names: ReadonlyArray<string>; readonly hasAny: boolean }
  | { readonly kind: "description"; readonly exists: boolean }
  | { readonly kind: "screenshot"; readonly exists: boolean }
  /** At least one selected language has a text; otherwise at least one has none. */
  | { readonly kind: "anyText"; readonly exists: boolean }
  /** Changed or referenced by one of these activity revisions. */
  | { readonly kind: "revision"; readonly ids: ReadonlyArray<number> }
  /** Not processed by this batch job, or not with success. */
  | { readonly kind: "failedInJob"; readonly jobId: number }
  | {
      readonly kind: "pattern"
      readonly field: "name" | "namespace" | "description"
      readonly pattern: TextPattern
      readonly matches: boolean
    }
  /** A text in one of these languages matches; otherwise none of them does. */
  | {
      readonly kind: "textPattern"
      readonly languageIds: ReadonlyArray<number>
      readonly pattern: TextPattern
      readonly matches: boolean
    }
  /** In the trash, put there by one of these users. */
  | { readonly kind: "deletedBy"; readonly userIds: ReadonlyArray<number> }
  /** At least one of them; an empty list is fulfilled by no key. */
  | { readonly kind: "anyOf"; readonly translations: ReadonlyArray<TranslationCondition> }

/** A condition about one language of a key. Source: docs/reference/content.md#filters-of-translations. */
export type TranslationCondition = { readonly languageId: number } & (
  | { readonly kind: "state"; readonly state: TranslationState }
  | { readonly kind: "text"; readonly exists: boolean }
  | { readonly kind: "auto" }
  /** A missing row is neither outdated nor not. */
  | { readonly kind: "outdated"; readonly isOutdated: boolean }
  /** Has comments, or some that need a resolution. */
  | { readonly kind: "comment"; readonly isUnresolved: boolean }
)
