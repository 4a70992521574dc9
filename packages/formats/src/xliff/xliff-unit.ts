import type { SourcePosition } from "@dragoman/domain/import"

/** A `trans-unit` of XLIFF 1.2 with the attributes of its file element. */
export interface XliffUnit {
  /** Null = the attribute is missing. */
  readonly id: string | null
  /** False = the attribute `translate` says no. */
  readonly isTranslatable: boolean
  readonly sourceLanguage: string
  readonly targetLanguage: string
  /** Attribute `original` of the file element; `""` when it is missing. */
  readonly fileOriginal: string
  /** Null = no such element. */
  readonly source: XliffValue | null
  readonly target: XliffValue | null
  /** The last one; null = none. */
  readonly note: XliffValue | null
  /** Where a second source or target stands; null = there is none. */
  readonly repeatedAt: SourcePosition | null
  /** The attribute `approved` says yes. */
  readonly isApproved: boolean
  readonly position: SourcePosition
}

export interface XliffValue {
  readonly text: string
  /** White space at an end of the element was left out as layout of the file. */
  readonly hasLayout: boolean
  /** The attribute `state`, of targets; null = it is missing. */
  readonly state: string | null
  readonly position: SourcePosition
}
