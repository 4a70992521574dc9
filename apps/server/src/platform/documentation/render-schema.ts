import { escapeHtml } from "./escape-html.ts"

interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly description?: string
}

/** A JSON schema as HTML: a name for simple types, a table for objects, a link for shared shapes. */
export const renderSchema = (schema: unknown): string => render(schema as JsonSchema | undefined)

const render = (schema: JsonSchema | undefined): string => {
  if (schema === undefined) return ""
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return alternatives.map(render).join(" or ")
  const nullable = Array.isArray(schema.type) && schema.type.includes("null") ? " or null" : ""
  if (schema.enum !== undefined) return renderValues(schema.enum) + nullable
  if (schema.items !== undefined) return `list of ${render(schema.items)}${nullable}`
  if (schema.properties !== undefined) return renderObject(schema.properties, schema.required ?? []) + nullable
  if (typeof schema.additionalProperties === "object") {
    return `object, each value: ${render(schema.additionalProperties)}${nullable}`
  }
  return `<span class="type">${escapeHtml([schema.type ?? "any"].flat().join(" or "))}</span>`
}

const linkTo = (reference: string): string => {
  const name = reference.split("/").at(-1) ?? reference
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`
}

const renderValues = (values: ReadonlyArray<unknown>): string => {
  const shown = values
    .filter((value) => value !== null)
    .map((value) => `<code>${escapeHtml(String(value))}</code>`)
    .join(" ")
  return values.length > 12 ? `<details><summary>one of ${values.length} values</summary>${shown}</details>` : shown
}

const renderObject = (properties: Readonly<Record<string, JsonSchema>>, required: ReadonlyArray<string>): string =>
  `<table><tbody>${Object.entries(properties)
    .map(
      ([name, schema]) =>
        `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required.includes(name) ? "" : " (optional)"}</th><td>${render(schema)}</td></tr>`
    )
    .join("")}</tbody></table>`
