import type { Migration } from "./migration.ts"

export const delivery: Migration = {
  version: 4,
  name: "delivery",
  statements: () => []
}
