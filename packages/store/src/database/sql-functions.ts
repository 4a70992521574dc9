import { createHash } from "node:crypto"

type TextFunction = (value: unknown) => string | null

/** Functions that statements call on SQLite; PostgreSQL has its own. Migrations use the second one. */
export const sqlFunctions: Readonly<Record<string, TextFunction>> = {
  unicode_lower: (value) => (typeof value === "string" ? value.toLowerCase() : null),
  sha256_hex: (value) => (typeof value === "string" ? createHash("sha256").update(value, "utf8").digest("hex") : null)
}
