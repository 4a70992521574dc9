import { draftPrefix } from "./remove-drafts.ts"

/** A text that was typed and not saved. */
export interface Draft {
  readonly text: string
  /** The stored text that it began with; absent: not known. When another one is stored now, it was changed since. */
  readonly from?: string
  /** Epoch milliseconds. */
  readonly at: number
}

export interface DraftPlace {
  readonly userId: number
  readonly projectId: number
  readonly keyId: number
  readonly languageTag: string
}

const draftsMax = 200
const draftDays = 30
const dayMillis = 86_400_000

const nameOf = ({ userId, projectId, keyId, languageTag }: DraftPlace) =>
  `${draftPrefix}${userId}.${projectId}.${keyId}.${languageTag}`

/** null: there is none, or it is too old. */
export const readDraft = (storage: Storage, place: DraftPlace, now: number): Draft | null => {
  const draft = parseDraft(storage.getItem(nameOf(place)))
  return draft === null || now - draft.at > draftDays * dayMillis ? null : draft
}

const listeners = new Set<() => void>()

/** Calls the listener after each change of drafts in this tab; returns how to stop. */
export const followDrafts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const callListeners = () => {
  for (const listener of listeners) listener()
}

/** Keeps a draft; the oldest ones go when there are too many, and old ones in any case. A full storage keeps the others. */
export const keepDraft = (storage: Storage, place: DraftPlace, draft: Draft): void => {
  const others = Object.keys(storage)
    .filter((name) => name.startsWith(draftPrefix) && name !== nameOf(place))
    .map((name) => ({ name, at: parseDraft(storage.getItem(name))?.at ?? 0 }))
    .toSorted((one, other) => other.at - one.at)
  const gone = others.filter(({ at }, index) => index >= draftsMax - 1 || draft.at - at > draftDays * dayMillis)
  for (const { name } of gone) storage.removeItem(name)
  try {
    storage.setItem(nameOf(place), JSON.stringify(draft))
  } catch {
    // The quota of the browser: the text stays in the open editor.
  }
  callListeners()
}

export const discardDraft = (storage: Storage, place: DraftPlace): void => {
  storage.removeItem(nameOf(place))
  callListeners()
}

const parseDraft = (stored: string | null): Draft | null => {
  // Nearly every cell of a list: an exception for each would be felt.
  if (stored === null) return null
  try {
    const { text, at, from } = JSON.parse(stored)
    if (typeof text !== "string" || typeof at !== "number") return null
    return typeof from === "string" ? { text, at, from } : { text, at }
  } catch {
    return null
  }
}
