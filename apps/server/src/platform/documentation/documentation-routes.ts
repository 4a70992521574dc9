import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { plainRoute } from "../http/routes.ts"
import { readViewerFile, type ViewerFile, viewerPage, viewerPolicy } from "./viewer.ts"

/** Nothing here changes while a server runs; an upgrade is seen within the time. */
const cacheControl = { "cache-control": "public, max-age=300" }

/**
 * `/v3/api-docs`: the OpenAPI document. `/docs`: a viewer of it, also the target of `/`. Document and files are made and read
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
      plainRoute("/", Effect.succeed(HttpServerResponse.redirect("/docs", { status: 302 }))),
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
      if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
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
