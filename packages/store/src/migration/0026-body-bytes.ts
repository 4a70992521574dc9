import type { Migration } from "./migration.ts"

/**
 * The size of a delivery's body stands beside what a claim looks at, so that it need not look into the body. Servers of before
 * insert deliveries without it: the claim looks into those.
 */
export const bodyBytes: Migration = {
  version: 26,
  name: "body bytes",
  statements: ({ integer }) => [`ALTER TABLE delivery ADD COLUMN body_bytes ${integer}`],
  undo: {
    loses: null,
    statements: () => [`ALTER TABLE delivery DROP COLUMN body_bytes`]
  },
  oldestProgram: 23
}
