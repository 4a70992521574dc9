import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { getAssetKeys, getRawAsset, isSea } from "node:sea"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { Context, Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptedEncoding } from "../http/accepted-encoding.ts"
import { CurrentRequestFacts, plainRoute } from "../http/routes.ts"
import { Settings } from "../settings/settings.ts"
import { readWebPack, type WebFile } from "./web-pack.ts"

const packName = "web.pack"

const readShippedPack = (): Uint8Array | null => {
  if (isSea()) return getAssetKeys().includes(packName) ? new Uint8Array(getRawAsset(packName) as ArrayBuffer) : null
  const file = join(import.meta.dirname, packName)
  return existsSync(file) ? readFileSync(file) : null
}

/**
 * Finds the pack with the web console: beside the bundle, or an asset of the executable; null: a server without
 * console.
 */
export const ConsolePack = Context.Reference<Uint8Array | null>("@dragoman/server/platform/console/ConsolePack", {
  defaultValue: readShippedPack
})

/**
 * First segments of the server's own paths: the console never serves them, so that a wrong path of the API stays an
 * error of the API.
 */
export const serverPaths: ReadonlySet<string> = new Set([
  "actuator",
  "api",
  "avatars",
  "content-delivery",
  "docs",
  "health",
  "internal",
  "mcp",
  "metrics",
  "screenshots",
  "uploaded-images",
  "v2",
  "v3",
  "websocket"
])

/** First segments of the console's own paths. A client that accepts anything, as curl does, gets its page under these only. */
export const pagePaths: ReadonlySet<string> = new Set([
  "accept_invitation",
  "account",
  "invitations",
  "login",
  "my-tasks",
  "organizations",
  "projects",
  "public-projects",
  "reset_password",
  "reset_password_request",
  "server",
  "sign-up",
  "start",
  "unsubscribe",
  "verify-email"
])

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

/** Headers of pages. The policies also concern SVG, which a browser opens as a document of its own. */
const documentHeaders = {
  // Browsers revalidate it, so that an upgrade is visible at once; the ETag keeps that cheap.
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer"
}

/** The names of these files change with their content. */
const assetHeaders = { "cache-control": "public, max-age=31536000, immutable" }

const assetFolder = "/assets/"

const anyPath = "/*"

/**
 * Serves the web console: its files by their paths, and its page for `/`, for its own paths and for every other unknown path that a
 * browser opens. Without a console `/` leads to the documentation of the API.
 */
export const layerConsoleRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const pack = settings.console ? yield* ConsolePack : null
    const files = pack === null ? new Map<string, WebFile>() : readWebPack(pack)
    const page = files.get("/index.html")
    if (page === undefined) {
      yield* router.addAll([plainRoute("/", Effect.succeed(HttpServerResponse.redirect("/docs", { status: 302 })))])
      return
    }
    yield* router.addAll([plainRoute("/", fileResponse(page))])
    yield* router.add(
      "GET",
      anyPath,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = request.url.split("?", 1)[0] ?? "/"
        const named = files.get(path)
        const file = named ?? (isPage(path, request.headers["accept"]) ? page : undefined)
        if (file === undefined) {
          return yield* new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
        }
        const facts = yield* CurrentRequestFacts
        facts.route = anyPath
        facts.ownPath = named === undefined ? null : path
        return yield* fileResponse(file)
      })
    )
  })
)

/** Whether a client opens the path as a page of the console. `accept`: the header of the request. */
const isPage = (path: string, accept = ""): boolean => {
  const first = path.split("/", 2)[1] ?? ""
  if (serverPaths.has(first) || path.startsWith(assetFolder)) return false
  return /\btext\/html\b/.test(accept) || (accept === "*/*" && pagePaths.has(first))
}

const fileResponse = Effect.fnUntraced(function* ({ path, type, etag, gzip, brotli }: WebFile) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const headers = {
    etag,
    vary: "Accept-Encoding",
    // Only pages of this server load these files; the middleware sets no CORS headers for them.
    "cross-origin-resource-policy": "same-origin",
    ...(path.startsWith(assetFolder) ? assetHeaders : documentHeaders)
  }
  if (request.headers["if-none-match"]?.includes(etag)) return HttpServerResponse.empty({ status: 304, headers })
  // Browsers accept brotli only over https and from this machine.
  const encoding = acceptedEncoding(request.headers["accept-encoding"], ["br", "gzip"])
  if (encoding === null) {
    const content = yield* Effect.promise(() => promisify(gunzip)(gzip))
    return HttpServerResponse.uint8Array(content, { contentType: type, headers })
  }
  return HttpServerResponse.uint8Array(encoding === "br" ? brotli : gzip, {
    contentType: type,
    headers: { ...headers, "content-encoding": encoding }
  })
})
