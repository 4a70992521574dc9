import { createHmac, timingSafeEqual } from "node:crypto"
import {
  type ImageToken,
  imageTokenExpiry,
  parseImageFileName,
  parseImageToken,
  printImageToken,
  signedImageText
} from "@dragoman/domain/image"
import { type ImagePurpose, ImageRepository } from "@dragoman/store"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { plainRoute, publicAddress } from "../../platform/http/routes.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { ServerSecret } from "../../service/access/access-token.ts"
import { ImageFiles } from "./image-files.ts"

/** The parts of links to images. */
export const ImageLinks = Schema.Struct({
  /** Start of absolute links. */
  address: Schema.String,
  /** Secret for tokens; null: files need no token. */
  secured: Schema.NullOr(Schema.Struct({ key: Schema.String, expiresAt: Schema.Finite }))
})
export type ImageLinks = typeof ImageLinks.Type

/** Folders whose files need a token when images are secured. Avatars stay public: every response with a user links to one. */
const securedFolders = ["uploaded-images", "screenshots"] as const
type SecuredFolder = (typeof securedFolders)[number]

/** Makes the links for the response to the current request. */
export const imageLinks = Effect.gen(function* () {
  const { securedImages, imageLinkMillis } = yield* Settings
  const address = yield* publicAddress
  const plain: ImageLinks = { address, secured: null }
  if (!securedImages) return plain
  const key = keyOf(yield* ServerSecret)
  const expiresAt = imageTokenExpiry(yield* Clock.currentTimeMillis, imageLinkMillis)
  return { address, secured: { key, expiresAt } } satisfies ImageLinks
})

/** Builds the name of the file and its link, both with a token when images are secured. */
export const imageLink = (
  { address, secured }: ImageLinks,
  folder: SecuredFolder,
  file: string
): { readonly name: string; readonly url: string } => {
  const path = `${folder}/${file}`
  const query = secured === null ? "" : `?token=${printImageToken(signToken(secured.key, path, secured.expiresAt))}`
  return { name: `${file}${query}`, url: `${address}/${path}${query}` }
}

/** Whether the token gives access to the file. `secret`: of the server. `now`: epoch milliseconds. */
export const isImageTokenValid = (
  secret: string,
  { path, token, now }: { readonly path: string; readonly token: string; readonly now: number }
): boolean => {
  const parsed = parseImageToken(token)
  if (parsed === null || parsed.expiresAt <= now) return false
  const expected = Buffer.from(signToken(keyOf(secret), path, parsed.expiresAt).signature)
  const signature = Buffer.from(parsed.signature)
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** Derives the key of the links: the secret itself signs access tokens. */
const keyOf = (secret: string): string => createHmac("sha256", secret).update("links to images").digest("base64url")

const signToken = (key: string, path: string, expiresAt: number): ImageToken => ({
  expiresAt,
  signature: createHmac("sha256", key).update(signedImageText(path, expiresAt)).digest("base64url")
})

/** Kinds of images in each folder. */
const purposes: Readonly<Record<string, ReadonlyArray<ImagePurpose>>> = {
  "uploaded-images": ["UPLOAD"],
  screenshots: ["SCREENSHOT"],
  avatars: ["USER_AVATAR", "ORGANIZATION_AVATAR", "PROJECT_AVATAR"]
}

/**
 * Serves image files by name, without a credential, because pages show them. When images are secured, a link without a
 * valid token is not found. The headers keep browsers from running a file, and from treating it as another type than PNG.
 * Source: docs/images.md.
 */
export const layerImageRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const images = yield* ImageRepository
    const files = yield* ImageFiles
    const { securedImages } = yield* Settings
    const secret = yield* ServerSecret

    const isOpen = Effect.fnUntraced(function* (path: string, url: string) {
      const token = new URLSearchParams(url.split("?", 2)[1]).get("token") ?? ""
      return isImageTokenValid(secret, { path, token, now: yield* Clock.currentTimeMillis })
    })

    const respond = Effect.fnUntraced(function* (folder: string, allowed: ReadonlyArray<ImagePurpose>) {
      const { file = "" } = yield* HttpRouter.params
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      const isSecured = securedImages && securedFolders.some((secured) => secured === folder)
      const isAllowed = !isSecured || (yield* isOpen(`${folder}/${file}`, url))
      const requested = isAllowed ? parseImageFileName(file) : null
      const fileHeaders = isSecured ? { ...plainHeaders, "cache-control": `private, ${cacheControl}` } : plainHeaders
      const found =
        requested === null ? Option.none() : yield* images.findFile(requested.name, requested.variant, allowed)
      if (requested === null || Option.isNone(found)) return notFound
      const etag = `"${file}"`
      if (headers["if-none-match"]?.includes(etag)) {
        return HttpServerResponse.empty({ status: 304, headers: { ...fileHeaders, etag } })
      }
      const opened = yield* files.open(found.value, requested.variant)
      if (Option.isNone(opened)) return notFound
      const { size, content } = opened.value
      return HttpServerResponse.stream(content, {
        contentType: "image/png",
        ...(size === null ? {} : { contentLength: size }),
        headers: { ...fileHeaders, etag }
      })
    })

    yield* router.addAll(
      Object.entries(purposes).map(([folder, allowed]) => plainRoute(`/${folder}/:file`, respond(folder, allowed)))
    )
  })
)

const notFound = HttpServerResponse.jsonUnsafe({ code: "resource_not_found", params: null }, { status: 404 })

const cacheControl = "max-age=365, must-revalidate, no-transform"

const plainHeaders = {
  "cache-control": cacheControl,
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  // Lets pages of any origin show images, also cross-origin isolated ones.
  "cross-origin-resource-policy": "cross-origin"
}
