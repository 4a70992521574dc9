import { hash } from "node:crypto"

/** Stands for a text about which somebody decided; without a text it is the empty text's. */
export const hashOfText = (text: string | null): string => hash("sha256", text ?? "", "base64url")
