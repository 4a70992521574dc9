/** A unit of a translation memory in a file: one text in several languages. */
export interface MemoryUnit {
  /** null: the file does not name one. */
  readonly id: string | null
  readonly texts: ReadonlyArray<MemoryText>
}

export interface MemoryText {
  readonly languageTag: string
  readonly text: string
  /** Epoch milliseconds; null, here and below: the file does not say it. */
  readonly createdAt: number | null
  readonly changedAt: number | null
}
