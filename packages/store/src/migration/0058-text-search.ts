import { dropStatements } from "../search-index/search-index-schema.ts"
import type { Migration } from "./migration.ts"

/** Servers make the index of texts when a database is large enough, so only the way back has statements. */
export const textSearch: Migration = {
  version: 58,
  name: "text search",
  oldestProgram: 34,
  statements: () => [],
  undo: { loses: null, statements: ({ engine }) => dropStatements(engine) }
}
