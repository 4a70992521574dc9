import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { getRawAsset, isSea } from "node:sea"

/** The files of Swagger UI: beside the bundle, and assets of the single executable. ADR 24. */
export type ViewerFile = "swagger-ui-bundle.js" | "swagger-ui.css"

export const readViewerFile = async (name: ViewerFile): Promise<Uint8Array> => {
  if (isSea()) return new Uint8Array(getRawAsset(name) as ArrayBuffer)
  const shipped = join(import.meta.dirname, name)
  if (existsSync(shipped)) return readFile(shipped)
  return readFile(new URL(name, import.meta.resolve("swagger-ui-dist/package.json")))
}

const startScript = `SwaggerUIBundle({ url: "/v3/api-docs", dom_id: "#docs", deepLinking: true, filter: true, docExpansion: "list", defaultModelsExpandDepth: 0, validatorUrl: null })`

const startScriptHash = createHash("sha256").update(startScript).digest("base64")

/** Everything from this server: its own scripts and styles only, and requests to its own API. Icons are data URLs. */
export const viewerPolicy = `default-src 'none'; script-src 'self' 'sha256-${startScriptHash}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Swagger UI on `/v3/api-docs`. */
export const viewerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dragoman API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"><p>The API as OpenAPI 3.1: <a href="/v3/api-docs">/v3/api-docs</a>.</p></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>${startScript}</script>
</body>
</html>
`
