import { useSyncExternalStore } from "react"

interface OpenField {
  readonly keyId: number
  readonly languageTag: string
  /** Puts a text into the field. */
  readonly take: (text: string) => void
  /** Puts a text at the caret. */
  readonly insert: (text: string) => void
}

/** The field of the open text; null: no text is open. */
let openField: OpenField | null = null

const listeners = new Set<() => void>()

const setOpenField = (field: OpenField | null) => {
  openField = field
  for (const listener of listeners) listener()
}

/** Registers the field of the open text; returns how to end that. */
export const registerOpenField = (field: OpenField): (() => void) => {
  setOpenField(field)
  return () => {
    if (openField === field) setOpenField(null)
  }
}

const openFieldOf = (keyId: number | null, languageTag: string): OpenField | null =>
  openField?.keyId === keyId && openField.languageTag === languageTag ? openField : null

/** Puts a text into the field of an open text, where the user can still change it; false: that text is not open. */
export const takeIntoField = (keyId: number, languageTag: string, text: string): boolean => {
  const field = openFieldOf(keyId, languageTag)
  field?.take(text)
  return field !== null
}

/** Puts a text at the caret of an open text; nothing happens where that text is not open. */
export const insertIntoField = (keyId: number, languageTag: string, text: string): void =>
  openFieldOf(keyId, languageTag)?.insert(text)

/** Returns whether a text is open. */
export const useIsFieldOpen = (keyId: number | null, languageTag: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => openFieldOf(keyId, languageTag) !== null
  )
