import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { secretColumns } from "./secret-columns.ts"

const docs = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8")

/** Their rows have had URLs of webhooks, which the first encryption masks. */
const maskedTables = ["activity_modified_entity", "delivery_content"]

it("the documentation lists each column that is encrypted, and each table that keeps plain rows on PostgreSQL", () => {
  const [, table = ""] = /\| encrypted \| columns \|\n(.*?)\n\n/s.exec(docs) ?? []
  const listed = [...table.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, column]) => column)
  assert.sameMembers(listed, [...secretColumns])
  const [, tables = ""] = /`VACUUM FULL\s+([a-z_,\s]+)`/.exec(docs) ?? []
  const expected = new Set([...secretColumns.map((column) => column.split(".")[0] ?? ""), ...maskedTables])
  assert.sameMembers(tables.split(/,\s*/), [...expected])
})
