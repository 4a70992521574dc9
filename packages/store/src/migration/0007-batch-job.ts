import type { Migration } from "./migration.ts"

export const batchJob: Migration = {
  version: 7,
  name: "batch-job",
  statements: () => []
}
