import { optional, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { keyTable } from "../table/key-table.ts"
import { namespaceTable } from "../table/namespace-table.ts"

export interface KeyContent
  extends Pick<
    RowOf<typeof keyTable>,
    "name" | "namespaceId" | "description" | "customValues" | "isPlural" | "pluralArgumentName" | "maxCharLimit"
  > {}

/** The tables are `translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id`. */
export const keyColumns = {
  ...pick(
    keyTable.as("k"),
    "id",
    "name",
    "namespaceId",
    "description",
    "customValues",
    "isPlural",
    "pluralArgumentName",
    "maxCharLimit",
    "createdAt"
  ),
  /** Name of the namespace. */
  namespace: optional(namespaceTable.as("n")).name
}

export const keySelection = select(keyColumns)

export interface KeyRow extends Selected<typeof keySelection> {}

/** A name in a namespace; null is the default one. */
export interface KeyName {
  readonly namespace: string | null
  readonly name: string
}
