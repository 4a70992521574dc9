import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { getRawAsset, isSea } from "node:sea"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptedEncoding } from "../http/accepted-encoding.ts"
import { plainRoute } from "../http/routes.ts"

/** The files of Swagger UI: beside the bundle, and assets of the single executable. ADR 24. */
type ViewerFile = "swagger-ui-bundle.js" | "swagger-ui.css"

const readViewerFile = async (name: ViewerFile): Promise<Uint8Array> => {
  if (isSea()) return new Uint8Array(getRawAsset(name) as ArrayBuffer)
  const shipped = join(import.meta.dirname, name)
  if (existsSync(shipped)) return readFile(shipped)
  return readFile(new URL(name, import.meta.resolve("swagger-ui-dist/package.json")))
}

const startScript = `SwaggerUIBundle({ url: "/v3/api-docs", dom_id: "#docs", deepLinking: true, filter: true, docExpansion: "list", defaultModelsExpandDepth: 0, validatorUrl: null })`

const startScriptHash = createHash("sha256").update(startScript).digest("base64")

/** Everything from this server: its own scripts and styles only, and requests to its own API. Icons are data URLs. */
const viewerPolicy = `default-src 'none'; script-src 'self' 'sha256-${startScriptHash}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Swagger UI on `/v3/api-docs`. */
const viewerPage = `<!doctype html>
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

/** Nothing here changes while a server runs; an upgrade is seen within the time. */
const cacheControl = { "cache-control": "public, max-age=300" }

/**
 * `/v3/api-docs`: the OpenAPI document. `/docs`: a viewer of it. Document and files are made and read
 * at the first request, so that a start does not wait for them.
 */
export const layerDocumentationRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const documentResponse = yield* Effect.cached(
      Effect.promise(async () => {
        const { openApiDocument } = await import("./open-api-document.ts")
        return HttpServerResponse.setHeaders(HttpServerResponse.jsonUnsafe(openApiDocument()), cacheControl)
      })
    )
    const pageResponse = HttpServerResponse.text(viewerPage, { contentType: "text/html; charset=utf-8" }).pipe(
      HttpServerResponse.setHeaders({
        ...cacheControl,
        "content-security-policy": viewerPolicy,
        "referrer-policy": "no-referrer"
      })
    )
    yield* router.addAll([
      plainRoute("/v3/api-docs", documentResponse),
      plainRoute("/docs", Effect.succeed(pageResponse)),
      yield* viewerFileRoute("swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
      yield* viewerFileRoute("swagger-ui.css", "text/css; charset=utf-8")
    ])
  })
)

const viewerFileRoute = Effect.fnUntraced(function* (name: ViewerFile, contentType: string) {
  const compressed = yield* Effect.cached(Effect.promise(async () => promisify(gzip)(await readViewerFile(name))))
  const headers = { ...cacheControl, vary: "Accept-Encoding" }
  return plainRoute(
    `/docs/${name}`,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (acceptedEncoding(request.headers["accept-encoding"], ["gzip"]) === null) {
        const body = yield* Effect.promise(() => readViewerFile(name))
        return HttpServerResponse.uint8Array(body, { contentType, headers })
      }
      return HttpServerResponse.uint8Array(yield* compressed, {
        contentType,
        headers: { ...headers, "content-encoding": "gzip" }
      })
    })
  )
})
