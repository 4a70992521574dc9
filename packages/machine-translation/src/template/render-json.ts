import { escapeTexts } from "./escaped-json.ts"
import { type RenderedTemplate, renderTemplate, type TemplateLimits } from "./render-template.ts"

/**
 * Renders a template of a person into JSON. Texts of `values` are escaped for JSON strings, and `{{json value}}` writes any value as
 * JSON. A result that is not JSON is an error, which shows nothing of the values.
 */
export const renderJson = (template: string, values: object, limits: TemplateLimits): RenderedTemplate => {
  const rendered = renderTemplate(template, escapeTexts(values) as object, limits)
  if (!rendered.ok) return rendered
  try {
    JSON.parse(rendered.text)
    // Half of a surrogate pair in the template has no bytes, and PostgreSQL stores none.
    return { ok: true, text: rendered.text.toWellFormed() }
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const place = position === undefined ? "" : ` from its character ${Number(position) + 1} on`
    return { ok: false, error: { reason: `The ${limits.resultName} is not JSON${place}`, line: 0, column: 0 } }
  }
}
