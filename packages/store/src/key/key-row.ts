import type { JsonObject } from "@dragoman/domain/activity"

export interface KeyContent {
  readonly name: string
  /** null: the default namespace. */
  readonly namespaceId: number | null
  readonly description: string | null
  /** null: none. */
  readonly customValues: JsonObject | null
  readonly isPlural: boolean
  readonly pluralArgumentName: string | null
  readonly maxCharLimit: number | null
}

export interface KeyRow extends KeyContent {
  readonly id: number
  /** Name of the namespace. */
  readonly namespace: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A name in a namespace; null is the default one. */
export interface KeyName {
  readonly namespace: string | null
  readonly name: string
}

/** Columns of a row; the tables are `translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id`. */
export const keyColumns = `k.id, k.name, k.namespace_id, n.name AS namespace, k.description, k.custom_values, k.is_plural,
  k.plural_argument_name, k.max_char_limit, k.created_at`

export type KeyColumns = Omit<KeyRow, "isPlural" | "customValues"> & {
  readonly isPlural: number
  readonly customValues: string | null
}

export const toKeyRow = (row: KeyColumns): KeyRow => ({
  ...row,
  isPlural: row.isPlural === 1,
  customValues: row.customValues === null ? null : JSON.parse(row.customValues)
})
