import { type Schema, SchemaIssue } from "effect"

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue: its path, such as `languages[0].tag`, and the expected value. */
export const describeSchemaIssue = (error: Schema.SchemaError): { readonly path: string; readonly message: string } => {
  const [issue] = formatIssue(error.issue).issues
  return {
    path: printPath((issue?.path ?? []).map((part) => (typeof part === "object" ? part.key : part))),
    // Effect describes an optional nullable field with null twice.
    message: (issue?.message ?? "The body could not be read").replace("| null | null", "| null")
  }
}

/** `name: Expected string`. */
export const printSchemaIssue = (error: Schema.SchemaError): string => {
  const { path, message } = describeSchemaIssue(error)
  return path === "" ? message : `${path}: ${message}`
}

const printPath = (path: ReadonlyArray<unknown>): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    ""
  )
