import { hash } from "node:crypto"

/** Identifies the text that a resolution was made for; a missing text counts as the empty one. */
export const hashOfText = (text: string | null): string => hash("sha256", text ?? "", "base64url")
