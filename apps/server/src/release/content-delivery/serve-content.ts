import { parseDeliveredPath } from "@dragoman/domain/content-delivery"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { acceptedEncoding } from "../../platform/http/accepted-encoding.ts"
import { type DirectRequest, type DirectResponse, serveDirectly } from "../../platform/http/direct-route.ts"
import { isNotModified } from "../../platform/http/entity-tag.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { changingFileCacheControl } from "./cache-control.ts"
import { PublishedContent, type ReadyFile } from "./published-content.ts"

/** The folder of published files on this server. */
const contentFolder = "/content-delivery"

/**
 * Serves published files to apps, before the router. Files are never pages of this server: browsers run nothing in them.
 * Source: docs/content-delivery.md#serving.
 */
export const layerContentServing = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const published = yield* PublishedContent
    const { contentDeliveryMaxAgeSeconds } = yield* Settings
    const shortly = changingFileCacheControl(contentDeliveryMaxAgeSeconds)

    const fileResponse = (request: DirectRequest, file: ReadyFile | null): DirectResponse => {
      if (file === null) return notFound
      const encoding = encodingOf(request.headers["accept-encoding"], file)
      const etag = `"${file.digest}${encoding === null ? "" : `-${encoding}`}"`
      const cacheControl = file.isImmutable ? immutably : shortly
      if (isNotModified(request.headers["if-none-match"], etag)) {
        return { status: 304, headers: { ...fileHeaders, etag, "cache-control": cacheControl }, body: null }
      }
      const headers: Record<string, string> = {
        ...fileHeaders,
        etag,
        "cache-control": cacheControl,
        "content-type": file.mediaType
      }
      if (encoding !== null) headers["content-encoding"] = encoding
      const body = encoding === null ? file.content : file[encoding === "br" ? "brotli" : "gzip"]
      return { status: 200, headers, body }
    }

    const route = yield* serveDirectly(contentFolder, (request) => {
      if (request.method === "OPTIONS") return preflight
      if (request.method !== "GET" && request.method !== "HEAD") return notAllowed
      const requested = parseDeliveredPath(request.path)
      if (requested === null) return notFound
      const found = published.find(requested)
      return Effect.isEffect(found)
        ? Effect.map(found, (file) => fileResponse(request, file))
        : fileResponse(request, found)
    })
    yield* router.addAll([route])
  })
).pipe(Layer.provide(PublishedContent.layer))

const encodingOf = (acceptEncoding: string | undefined, { brotli, gzip }: ReadyFile): "br" | "gzip" | null => {
  if (brotli === null) return gzip === null ? null : acceptedEncoding(acceptEncoding, ["gzip"])
  return acceptedEncoding(acceptEncoding, gzip === null ? ["br"] : ["br", "gzip"])
}

const immutably = "public, max-age=31536000, immutable"

const fileHeaders = {
  vary: "Accept-Encoding",
  "accept-ranges": "none",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin"
}

/** Seconds for which caches keep that there is no file: short, because it may be published at any time. */
const absentSeconds = 5

const notFound: DirectResponse = {
  status: 404,
  headers: { "content-type": "application/json", "cache-control": `public, max-age=${absentSeconds}` },
  body: Buffer.from(JSON.stringify({ code: "resource_not_found", params: null }))
}

const notAllowed: DirectResponse = {
  status: 405,
  headers: { allow: "GET, HEAD, OPTIONS", "cache-control": "no-store" },
  body: null
}

/** Allows reading alone, without a credential. */
const preflight: DirectResponse = {
  status: 204,
  headers: {
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
    "cache-control": "no-store"
  },
  body: null
}
