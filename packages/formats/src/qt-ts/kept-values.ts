import type { Json } from "@dragoman/domain/error"

// Names under which exports find parts of a message that a key has no place for. Source: docs/formats.md#qt-linguist.

/** Custom value of a message that is known by its id: its context, source and comment. */
export const messageCustomValue = "_qtMessage"
/** Format data; the second one of this text: another one is finished. */
export const translatorCommentName = "_qtTranslatorComment"
export const unfinishedName = "_qtUnfinished"

export interface MessageIdentity {
  readonly context: string
  readonly source: string
  readonly comment: string
}

/** Context, source and comment as one name; parts at the end or the start that are empty are left out. */
export const keyNameOf = ({ context, source, comment }: MessageIdentity): string =>
  (context === "" ? "" : `${context}${separator}`) + source + (comment === "" ? "" : `${separator}${comment}`)

/** The other way round: where `keyNameOf` would give another name, all of it is the source. */
export const identityOf = (keyName: string): MessageIdentity => {
  const whole = { context: "", source: keyName, comment: "" }
  const [context = "", source = "", ...comments] = keyName.split(separator)
  const identity = { context, source, comment: comments.join(separator) }
  const isSplit = keyName.includes(separator) && source !== "" && context !== "" && keyNameOf(identity) === keyName
  return isSplit ? identity : whole
}

const separator = "\u0004"

/** Null = the key is not a message with an id. */
export const keptMessage = (value: Json | undefined): MessageIdentity | null => {
  const [context, source, comment] = Array.isArray(value) ? value : []
  return typeof context === "string" && typeof source === "string" && typeof comment === "string"
    ? { context, source, comment }
    : null
}
