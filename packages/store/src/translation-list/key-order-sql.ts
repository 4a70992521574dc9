import type { KeyOrder, KeySortCriterion, SortValue } from "@dragoman/domain/translation-list"
import type { SqlClient, Statement } from "effect/sql"

type Fragment = Statement.Fragment

const columns: Readonly<Record<Exclude<KeySortCriterion["property"], "text">, string>> = {
  keyId: "k.id",
  keyName: "k.name",
  createdAt: "k.created_at",
  deletedAt: "k.deleted_at",
  keyNamespace: "n.name",
  keyNamespaceId: "k.namespace_id",
  keyDescription: "k.description",
  keyIsPlural: "k.is_plural",
  keyPluralArgName: "k.plural_argument_name",
  keyMaxCharLimit: "k.max_char_limit",
  contextPresent: "CASE WHEN EXISTS (SELECT 1 FROM key_neighbour kn WHERE kn.key_id = k.id) THEN 1 ELSE 0 END",
  screenshotCount: "(SELECT count(*) FROM screenshot_reference sr WHERE sr.key_id = k.id)"
}

const textProperties: ReadonlyArray<KeySortCriterion["property"]> = [
  "text",
  "keyName",
  "keyNamespace",
  "keyDescription",
  "keyPluralArgName"
]

/** What a criterion compares. Texts are compared by code points on both engines. */
export const sortExpression = (
  sql: SqlClient.SqlClient,
  { property, languageId }: Omit<KeySortCriterion, "direction">
): Fragment => {
  const expression =
    property === "text"
      ? sql`(SELECT t.text FROM translation t WHERE t.key_id = k.id AND t.language_id = ${languageId})`
      : sql.literal(columns[property])
  return textProperties.includes(property)
    ? sql.onDialectOrElse({ pg: () => sql`${expression} COLLATE "C"`, orElse: () => expression })
    : expression
}

/** Keys without a value are the first ones ascending, the last ones descending. */
export const keyOrderSql = (sql: SqlClient.SqlClient, order: KeyOrder): Fragment =>
  sql.csv(
    order.map((criterion) => {
      const direction = criterion.direction === "asc" ? "ASC NULLS FIRST" : "DESC NULLS LAST"
      // An id is never null, and indexes know no other order of it.
      const suffix = criterion.property === "keyId" ? criterion.direction.toUpperCase() : direction
      return sql`${sortExpression(sql, criterion)} ${sql.literal(suffix)}`
    })
  )

/** Whether a key comes after these values in the order. */
export const isAfterSql = (sql: SqlClient.SqlClient, order: KeyOrder, values: ReadonlyArray<SortValue>): Fragment => {
  const [criterion, ...others] = order
  const [value = null, ...otherValues] = values
  if (criterion === undefined) return sql`1 = 0`
  const expression = sortExpression(sql, criterion)
  const isEqual = value === null ? sql`${expression} IS NULL` : sql`${expression} = ${value}`
  const isLater =
    criterion.direction === "asc"
      ? value === null
        ? sql`${expression} IS NOT NULL`
        : sql`${expression} > ${value}`
      : value === null
        ? sql`1 = 0`
        : sql`(${expression} < ${value} OR ${expression} IS NULL)`
  return sql.or([isLater, sql.and([isEqual, isAfterSql(sql, others, otherValues)])])
}
