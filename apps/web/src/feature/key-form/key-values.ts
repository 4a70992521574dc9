import type { KeyWithDataModel } from "../../base/api/contract.ts"

/** The values of a key's form, as typed. */
export interface KeyValues {
  readonly name: string
  /** Empty: the default namespace. */
  readonly namespace: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly isPlural: boolean
  readonly pluralArgument: string
  /** Empty: no limit. */
  readonly limit: string
}

export const emptyKey: KeyValues = {
  name: "",
  namespace: "",
  description: "",
  tags: [],
  isPlural: false,
  pluralArgument: "value",
  limit: ""
}

/** The values as bodies of the API have them. `limit`: null: there is none; undefined: what was typed is no number. */
export const toKeyBody = (values: KeyValues) => ({
  name: values.name,
  namespace: values.namespace.trim() === "" ? null : values.namespace,
  description: values.description === "" ? null : values.description,
  tags: values.tags,
  isPlural: values.isPlural,
  ...(values.isPlural ? { pluralArgName: values.pluralArgument.trim() } : {})
})

/** null: no limit; undefined: what was typed is no limit. */
export const parseLimit = (limit: string): number | null | undefined => {
  const trimmed = limit.trim()
  if (trimmed === "") return null
  return /^[1-9]\d{0,8}$/.test(trimmed) ? Number(trimmed) : undefined
}

export const valuesOfKey = (
  key: Pick<KeyWithDataModel, "name" | "namespace" | "description" | "isPlural" | "pluralArgName" | "maxCharLimit"> & {
    readonly tags: ReadonlyArray<{ readonly name: string }>
  }
): KeyValues => ({
  name: key.name,
  namespace: key.namespace ?? "",
  description: key.description ?? "",
  tags: key.tags.map(({ name }) => name),
  isPlural: key.isPlural,
  pluralArgument: key.pluralArgName ?? emptyKey.pluralArgument,
  limit: key.maxCharLimit === null ? "" : String(key.maxCharLimit)
})
