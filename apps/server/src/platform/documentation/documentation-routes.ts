import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plainRoute } from "../http/plain-route.ts"
import { docsScript, docsStyle } from "./docs-assets.ts"

/** The page has its styles and its script inside, and loads nothing; no other style and no other script runs in it. */
const docsPolicy = (): string =>
  `default-src 'none'; style-src ${hashSource(docsStyle)}; script-src ${hashSource(docsScript)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Lets a browser take exactly this text, as content of an element. */
const hashSource = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Neither changes while a server runs; an upgrade is seen within the time. */
const cacheControl = "public, max-age=300"

/**
 * `/v3/api-docs`: the OpenAPI document. `/docs`: the same for people, also where `/` leads. Both are made when they are
 * first asked for: nobody should wait for them at a start.
 */
export const layerDocumentationRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const documentResponse = yield* Effect.cached(
      Effect.promise(async () => {
        const { openApiDocument } = await import("./open-api-document.ts")
        return HttpServerResponse.setHeader(
          HttpServerResponse.jsonUnsafe(openApiDocument()),
          "cache-control",
          cacheControl
        )
      })
    )
    const pageResponse = yield* Effect.cached(
      Effect.promise(async () => {
        const [{ openApiDocument }, { renderDocs }] = await Promise.all([
          import("./open-api-document.ts"),
          import("./render-docs.ts")
        ])
        return HttpServerResponse.setHeaders(
          HttpServerResponse.text(renderDocs(openApiDocument()), { contentType: "text/html; charset=utf-8" }),
          { "cache-control": cacheControl, "content-security-policy": docsPolicy(), "referrer-policy": "no-referrer" }
        )
      })
    )
    yield* router.addAll([
      plainRoute("/", Effect.succeed(HttpServerResponse.redirect("/docs", { status: 302 }))),
      plainRoute("/v3/api-docs", documentResponse),
      plainRoute("/docs", pageResponse)
    ])
  })
)
