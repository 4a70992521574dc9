import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { getRawAsset, isSea } from "node:sea"
import { promisify } from "node:util"
import { brotliCompress, constants, gunzip, gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptedEncoding } from "../http/accepted-encoding.ts"
import { plainRoute } from "../http/routes.ts"

/** Files of Swagger UI: beside the bundle, and assets of the single executable. ADR 24. */
type ViewerFile = "swagger-ui-bundle.js" | "swagger-ui.css"

const readViewerFile = async (name: ViewerFile): Promise<Uint8Array> => {
  if (isSea()) return new Uint8Array(getRawAsset(name) as ArrayBuffer)
  const shipped = join(import.meta.dirname, name)
  if (existsSync(shipped)) return readFile(shipped)
  return readFile(new URL(name, import.meta.resolve("swagger-ui-dist/package.json")))
}

const startScript = `SwaggerUIBundle({ url: "/v3/api-docs", dom_id: "#docs", deepLinking: true, filter: true, docExpansion: "list", defaultModelsExpandDepth: 0, validatorUrl: null })`

const startScriptHash = createHash("sha256").update(startScript).digest("base64")

/** Allows scripts and styles of this server only, and requests to its own API. Icons are data URLs. */
const viewerPolicy = `default-src 'none'; script-src 'self' 'sha256-${startScriptHash}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Shows Swagger UI on `/v3/api-docs`. */
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

/** Cache time: nothing here changes while a server runs, and an upgrade becomes visible within it. */
const cacheControl = { "cache-control": "public, max-age=300" }

/**
 * Serves the OpenAPI document (`/v3/api-docs`) and a viewer of it (`/docs`). Document and files are made, read and
 * compressed at the first request, so that a start does not wait for them.
 */
export const layerDocumentationRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const pageResponse = HttpServerResponse.text(viewerPage, { contentType: "text/html; charset=utf-8" }).pipe(
      HttpServerResponse.setHeaders({
        ...cacheControl,
        "content-security-policy": viewerPolicy,
        "referrer-policy": "no-referrer"
      })
    )
    yield* router.addAll([
      yield* compressedRoute("/v3/api-docs", "application/json", printDocument),
      plainRoute("/docs", Effect.succeed(pageResponse)),
      yield* viewerFileRoute("swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
      yield* viewerFileRoute("swagger-ui.css", "text/css; charset=utf-8")
    ])
  })
)

const printDocument = async (): Promise<Uint8Array> => {
  const { openApiDocument } = await import("@dragoman/api/open-api")
  return Buffer.from(JSON.stringify(openApiDocument()))
}

const viewerFileRoute = (name: ViewerFile, contentType: string) =>
  compressedRoute(`/docs/${name}`, contentType, () => readViewerFile(name))

/** A file of which only compressed forms are kept, each from its first request on. */
const compressedRoute = Effect.fnUntraced(function* (
  path: `/${string}`,
  contentType: string,
  read: () => Promise<Uint8Array>
) {
  const gzipped = yield* Effect.cached(
    Effect.promise(async () => {
      const content = await read()
      const etag = `W/"${createHash("sha256").update(content).digest("base64url")}"`
      return { etag, content: await promisify(gzip)(content) }
    })
  )
  const plain = Effect.flatMap(gzipped, ({ content }) => Effect.promise(() => promisify(gunzip)(content)))
  const brotli = yield* Effect.cached(
    Effect.flatMap(plain, (content) => Effect.promise(() => promisify(brotliCompress)(content, brotliOptions)))
  )
  return plainRoute(
    path,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { etag, content } = yield* gzipped
      const headers = { ...cacheControl, etag, vary: "Accept-Encoding" }
      if (request.headers["if-none-match"]?.includes(etag)) return HttpServerResponse.empty({ status: 304, headers })
      // Browsers accept brotli only over https and from this machine.
      const encoding = acceptedEncoding(request.headers["accept-encoding"], ["br", "gzip"])
      if (encoding === null) return HttpServerResponse.uint8Array(yield* plain, { contentType, headers })
      return HttpServerResponse.uint8Array(encoding === "br" ? yield* brotli : content, {
        contentType,
        headers: { ...headers, "content-encoding": encoding }
      })
    })
  )
})

/** This quality gives a result a tenth larger than the highest one, in a fiftieth of its time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
