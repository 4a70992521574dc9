import { type EncryptedValueDamaged, type EncryptionKeyUnknown, open, type StoredPlace } from "./encrypted-value.ts"
import type { EncryptionKey } from "./encryption-key.ts"

/** The columns of `mail` that are encrypted when the database is. */
type MailBodyColumn = "body_text" | "body_html"

export const mailPlace = (id: number, column: MailBodyColumn): StoredPlace => ({ table: "mail", row: id, column })

interface StoredBodies {
  readonly id: number
  readonly bodyText: string
  readonly bodyHtml: string
}

/**
 * The plain bodies of a mail; null: they cannot be decrypted, so that the other mails are still sent. Nothing remembers them:
 * a mail is read once.
 */
export const openMailBodies = (
  keys: ReadonlyArray<EncryptionKey>,
  { id, bodyText, bodyHtml }: StoredBodies
): { readonly text: string; readonly html: string } | null => {
  try {
    return {
      text: open(keys, mailPlace(id, "body_text"), bodyText),
      html: open(keys, mailPlace(id, "body_html"), bodyHtml)
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
