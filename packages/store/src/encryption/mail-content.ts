import {
  type EncryptedValueDamaged,
  type EncryptionKey,
  type EncryptionKeyUnknown,
  open,
  type StoredPlace
} from "./encrypted-value.ts"

/** The columns of `mail` that are encrypted when the database is. */
export type MailColumn = "body_text" | "body_html" | "headers"

export const mailPlace = (id: number, column: MailColumn): StoredPlace => ({ table: "mail", row: id, column })

interface StoredContent {
  readonly id: number
  readonly bodyText: string
  readonly bodyHtml: string
  readonly headers: string | null
}

/** A mail as it is sent. */
export interface MailContent {
  readonly text: string
  readonly html: string
  /** Besides those that every mail has; null: none. */
  readonly headers: Readonly<Record<string, string>> | null
}

/**
 * The plain content of a mail; null: they cannot be decrypted, so that the other mails are still sent. Nothing remembers them:
 * a mail is read once.
 */
export const openMail = (
  keys: ReadonlyArray<EncryptionKey>,
  { id, bodyText, bodyHtml, headers }: StoredContent
): MailContent | null => {
  try {
    return {
      text: open(keys, mailPlace(id, "body_text"), bodyText),
      html: open(keys, mailPlace(id, "body_html"), bodyHtml),
      headers: headers === null ? null : JSON.parse(open(keys, mailPlace(id, "headers"), headers))
    }
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

const isUnreadable = (error: unknown): error is EncryptedValueDamaged | EncryptionKeyUnknown =>
  typeof error === "object" &&
  error !== null &&
  "_tag" in error &&
  (error._tag === "EncryptedValueDamaged" || error._tag === "EncryptionKeyUnknown")
