import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { CatalogueColumn, CatalogueTable, CatalogueTrigger } from "./read-schema.ts"

/** Place of the tables in the repository. */
export const schemaFile = fileURLToPath(new URL("../../../../docs/schema.md", import.meta.url))

const sources = fileURLToPath(new URL("..", import.meta.url))

/** The file of this package that says which fields the columns are, by table. */
const tableSources = (): ReadonlyMap<string, string> =>
  new Map(
    globSync("table/*-tables.ts", { cwd: sources }).flatMap((file) =>
      [...readFileSync(`${sources}${file}`, "utf8").matchAll(/ table\("(\w+)"/g)].map(([, name = ""]) => [
        name,
        file.replaceAll("\\", "/")
      ])
    )
  )

/** `docs/schema.md`: every table of a migrated database, on both engines. */
export const printSchema = (sqlite: ReadonlyArray<CatalogueTable>, postgres: ReadonlyArray<CatalogueTable>): string => {
  const sourceByTable = tableSources()
  return [
    "# Schema",
    "",
    "Made from the migrated databases of both engines. To renew the file:",
    "`npm run exec node packages/store/src/testing/print-schema.ts`.",
    "",
    "Times are epoch milliseconds, flags 0 or 1. The engines differ in the types of columns and in what a table says of",
    "them. Conditions of indexes and checks are written as SQLite has them.",
    ...sqlite.flatMap((table) => {
      const other = postgres.find(({ name }) => name === table.name)
      const source = sourceByTable.get(table.name)
      return [
        "",
        `## ${table.name}`,
        "",
        ...(source === undefined ? [] : [`Fields: [\`${source}\`](../packages/store/src/${source}).`, ""]),
        "| column | SQLite | PostgreSQL | null | default | refers to |",
        "|---|---|---|---|---|---|",
        ...table.columns.map((column) => printColumn(table, column, other)),
        "",
        `Primary key: ${code(table.primaryKey.join(", "))}.`,
        ...table.indexes.flatMap(({ name, isUnique, definition }) => [
          "",
          `${isUnique ? "Unique index" : "Index"} ${code(name)}: ${code(definition)}`
        ]),
        ...table.checks.flatMap((check) => ["", `Check: ${code(check)}`]),
        ...table.triggers.flatMap((trigger) => printTrigger(trigger, isIn(other, trigger) ? "" : " on SQLite")),
        ...(other?.triggers ?? []).flatMap((trigger) =>
          isIn(table, trigger) ? [] : printTrigger(trigger, " on PostgreSQL")
        ),
        ...table.options.flatMap((option) => ["", `On SQLite: ${code(option)}.`]),
        ...(other?.options ?? []).flatMap((option) => ["", `On PostgreSQL: ${code(option)}.`])
      ]
    }),
    ""
  ].join("\n")
}

const printColumn = (table: CatalogueTable, column: CatalogueColumn, other: CatalogueTable | undefined): string => {
  const key = table.foreignKeys.find((foreignKey) => foreignKey.column === column.name)
  return `| ${[
    column.name,
    column.type,
    other?.columns.find(({ name }) => name === column.name)?.type ?? "–",
    column.isNullable ? "null" : "",
    column.default === null ? "" : code(column.default),
    key === undefined ? "" : `[${key.table}](#${key.table})${key.isCascading ? ", deleted with it" : ""}`
  ].join(" | ")} |`
}

const isIn = (table: CatalogueTable | undefined, { name }: CatalogueTrigger): boolean =>
  table?.triggers.some((trigger) => trigger.name === name) ?? false

const printTrigger = ({ name, event }: CatalogueTrigger, engine: string): ReadonlyArray<string> => [
  "",
  `Trigger ${code(name)}${engine}: ${code(event)}`
]

const code = (text: string): string => `\`${text}\``
