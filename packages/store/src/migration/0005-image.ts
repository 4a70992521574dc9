import type { Migration } from "./migration.ts"

export const image: Migration = {
  version: 5,
  name: "image",
  statements: () => []
}
