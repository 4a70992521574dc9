import { draftPrefix } from "./remove-drafts.ts"

/** A text that was typed and not saved. */
export interface Draft {
  readonly text: string
  /** The stored text that it began with; absent: not known. When another one is stored now, it was changed since. */
  readonly from?: string
  /** Epoch milliseconds. */
  readonly at: number
  /** The user asked to save the text, and the server has not confirmed it. Absent: typing was not finished. */
  readonly save?: DraftSave
}

/** The values that save a text without its list. */
export interface DraftSave {
  readonly keyName: string
  readonly keyNamespace: string | null
  /** Name of the branch of the key; null: the project uses no branches. Absent: a draft of an older console, which knew none. */
  readonly branch?: string | null
  readonly isReviewed: boolean
}

/** A draft that the user asked to save. */
export interface UnsavedDraft {
  readonly place: DraftPlace
  readonly draft: Draft & { readonly save: DraftSave }
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

/** The draft's name in the storage, which is different for each place. */
export const draftName = ({ userId, projectId, keyId, languageTag }: DraftPlace): string =>
  `${draftPrefix}${userId}.${projectId}.${keyId}.${languageTag}`

/** null: there is none, or it is too old. */
export const readDraft = (storage: Storage, place: DraftPlace, now: number): Draft | null => {
  const draft = parseDraft(storage.getItem(draftName(place)))
  return draft === null || now - draft.at > draftDays * dayMillis ? null : draft
}

/** The drafts that the user asked to save, oldest first, without those that a part of this page holds. */
export const listUnsaved = (storage: Storage, userId: number, now: number): ReadonlyArray<UnsavedDraft> => {
  const prefix = `${draftPrefix}${userId}.`
  return Object.keys(storage)
    .filter((name) => name.startsWith(prefix) && !held.has(name))
    .flatMap((name) => {
      const [projectId, keyId, ...tag] = name.slice(prefix.length).split(".")
      const place = { userId, projectId: Number(projectId), keyId: Number(keyId), languageTag: tag.join(".") }
      const draft = readDraft(storage, place, now)
      return draft?.save === undefined ? [] : [{ place, draft: { ...draft, save: draft.save } }]
    })
    .toSorted((one, other) => one.draft.at - other.draft.at)
}

/** Number of editors on this page that hold a draft, by its name: an editor goes when its text is being saved. */
const held = new Map<string, number>()

/** Keeps a draft out of `listUnsaved` while an editor shows it, or a request saves it. The function that it returns ends that. */
export const holdDraft = (place: DraftPlace): (() => void) => {
  const name = draftName(place)
  held.set(name, (held.get(name) ?? 0) + 1)
  callListeners()
  return () => {
    const others = (held.get(name) ?? 0) - 1
    if (others > 0) held.set(name, others)
    else held.delete(name)
    callListeners()
  }
}

const listeners = new Set<() => void>()

/** Calls the listener after each change of drafts in this browser; returns how to stop. */
export const followDrafts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}

const callListeners = () => {
  for (const listener of listeners) listener()
}

/** Keeps a draft; the oldest ones go when there are too many, and old ones in any case. A full storage keeps the others. */
export const keepDraft = (storage: Storage, place: DraftPlace, draft: Draft): void => {
  const others = Object.keys(storage)
    .filter((name) => name.startsWith(draftPrefix) && name !== draftName(place))
    .map((name) => ({ name, at: parseDraft(storage.getItem(name))?.at ?? 0 }))
    .toSorted((one, other) => other.at - one.at)
  const gone = others.filter(({ at }, index) => index >= draftsMax - 1 || draft.at - at > draftDays * dayMillis)
  for (const { name } of gone) storage.removeItem(name)
  try {
    storage.setItem(draftName(place), JSON.stringify(draft))
  } catch {
    // The quota of the browser: the text stays in the open editor.
  }
  callListeners()
}

export const discardDraft = (storage: Storage, place: DraftPlace): void => {
  storage.removeItem(draftName(place))
  callListeners()
}

const parseDraft = (stored: string | null): Draft | null => {
  // Nearly every cell of a list: an exception for each would be felt.
  if (stored === null) return null
  try {
    const { text, at, from, save } = JSON.parse(stored)
    if (typeof text !== "string" || typeof at !== "number") return null
    const isSave = typeof from === "string" && typeof save?.keyName === "string"
    return { text, at, ...(typeof from === "string" && { from }), ...(isSave && { save }) }
  } catch {
    return null
  }
}
