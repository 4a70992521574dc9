import { createHmac, timingSafeEqual } from "node:crypto"

/** A receiver's check, written from the documentation alone: secret as text, `<milliseconds>.<body>`, lower-case hex. */
export const isTolgeeSignature = (header: unknown, body: string, secret: string): boolean => {
  if (typeof header !== "string") return false
  const parsed: { readonly timestamp?: unknown; readonly signature?: unknown } = JSON.parse(header)
  if (typeof parsed.timestamp !== "number" || typeof parsed.signature !== "string") return false
  const expected = createHmac("sha256", secret).update(`${parsed.timestamp}.${body}`).digest("hex")
  return (
    parsed.signature.length === expected.length && timingSafeEqual(Buffer.from(parsed.signature), Buffer.from(expected))
  )
}
