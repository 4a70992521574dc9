import { describeDemand } from "./describe-demand.ts"
import { docsScript, docsStyle } from "./docs-assets.ts"
import { escapeHtml } from "./escape-html.ts"
import type { DocumentedOperation, OpenApiDocument } from "./open-api-document.ts"
import { renderSchema } from "./render-schema.ts"

/** The whole API as one page that loads nothing else: groups, operations, demands, parameters, shapes. */
export const renderDocs = (document: OpenApiDocument): string => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )
  const groups = document.tags.map(({ name, description }) => ({
    name,
    title: description ?? name,
    operations: operations.filter(({ operation }) => operation.tags[0] === name)
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(document.info.title)} API</h1>
<p>${escapeHtml(document.info.description ?? "")} As OpenAPI 3.1: <a href="/v3/api-docs">/v3/api-docs</a>.</p>
<label for="search">Search</label>
<input id="search" type="search" placeholder="path, method, scope or word" autocomplete="off">
<p id="found" role="status"></p>
</header>
<nav aria-label="Groups"><ul>
${groups.map(({ name, title }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(title)}</a></li>`).join("\n")}
<li><a href="#schemas">Shared shapes</a></li>
</ul></nav>
<main>
${groups
  .map(
    ({ name, title, operations }) =>
      `<section id="${escapeHtml(name)}"><h2>${escapeHtml(title)}</h2>\n${operations
        .map(({ path, method, operation }) => renderOperation(path, method, operation))
        .join("\n")}</section>`
  )
  .join("\n")}
<section id="schemas"><h2>Shared shapes</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, schema]) =>
      `<details class="item" id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${renderSchema(schema)}</details>`
  )
  .join("\n")}
</section>
</main>
<script>${docsScript}</script>
</body>
</html>
`
}

const renderOperation = (path: string, method: string, operation: DocumentedOperation): string => {
  const id = operation.operationId
  const shortPath = operation["x-dragoman-short-path"]
  return `<details class="item" id="${escapeHtml(id)}">
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(operation.summary ?? "")}</span></summary>
<ul class="demand">${describeDemand(operation["x-dragoman-demand"])
    .map((sentence) => `<li>${inlineCode(sentence)}</li>`)
    .join("")}</ul>
${shortPath === undefined ? "" : `<p>Also <code>${escapeHtml(shortPath)}</code>.</p>`}
${renderParameters(operation)}
${renderBody(operation)}
${Object.entries(operation.responses)
  .map(([status, response]) => renderResponse(status, response))
  .join("\n")}
</details>`
}

const renderParameters = ({ parameters }: DocumentedOperation): string =>
  parameters.length === 0
    ? ""
    : `<h3>Parameters</h3><table><thead><tr><th>Name</th><th>In</th><th>Type</th></tr></thead><tbody>${parameters
        .map(
          ({ name, in: place, required, schema }) =>
            `<tr><td><code>${escapeHtml(name)}</code>${required ? "" : " (optional)"}</td><td>${place}</td><td>${renderSchema(schema)}</td></tr>`
        )
        .join("")}</tbody></table>`

const renderBody = ({ requestBody }: DocumentedOperation): string =>
  requestBody === undefined
    ? ""
    : Object.entries(requestBody.content)
        .map(([type, media]) => `<h3>Body <small>${escapeHtml(type)}</small></h3>${renderSchema(media?.schema)}`)
        .join("")

const renderResponse = (status: string, response: unknown): string => {
  const { description, content } = response as {
    readonly description: string
    readonly content?: Record<string, { readonly schema?: unknown }>
  }
  const shapes = Object.values(content ?? {}).map(({ schema }) => renderSchema(schema))
  return `<h3>${escapeHtml(status)} <small>${inlineCode(description)}</small></h3>${shapes.join("")}`
}

/** Text with code between backticks. */
const inlineCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")
