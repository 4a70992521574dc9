import type { Migration } from "./migration.ts"

export const comment: Migration = {
  version: 6,
  name: "comment",
  statements: () => []
}
