interface OpenField {
  readonly keyId: number
  readonly languageTag: string
  /** Puts a text into the field. */
  readonly take: (text: string) => void
}

/** The field of the open text; null: no text is open. */
let openField: OpenField | null = null

/** Registers the field of the open text; returns how to end that. */
export const registerOpenField = (field: OpenField): (() => void) => {
  openField = field
  return () => {
    if (openField === field) openField = null
  }
}

/** Puts a text into the field of an open text, where the user can still change it; false: that text is not open. */
export const takeIntoField = (keyId: number, languageTag: string, text: string): boolean => {
  if (openField?.keyId !== keyId || openField.languageTag !== languageTag) return false
  openField.take(text)
  return true
}
