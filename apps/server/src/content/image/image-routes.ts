import { type ImageVariant, parseImageFileName } from "@dragoman/domain/image"
import { type ImagePurpose, ImageRepository } from "@dragoman/store"
import { Clock, Effect, Option, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServerSecret } from "../../platform/access/server-secret.ts"
import { plainRoute } from "../../platform/http/routes.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { isImageTokenValid, type SecuredFolder } from "./image-links.ts"

/** Folders whose files need a token when images are secured. Avatars stay public: every response with a user links to one. */
const securedFolders: ReadonlyArray<string> = ["uploaded-images", "screenshots"] satisfies ReadonlyArray<SecuredFolder>

/** The images of each folder. */
const purposes: Readonly<Record<string, ReadonlyArray<ImagePurpose>>> = {
  "uploaded-images": ["UPLOAD"],
  screenshots: ["SCREENSHOT"],
  avatars: ["USER_AVATAR", "ORGANIZATION_AVATAR", "PROJECT_AVATAR"]
}

/**
 * Serves the files of images to everyone who knows their names: pages show them without a credential. When images are
 * secured, a link without a valid token is not found. The headers keep browsers from running a file, or from taking it for
 * anything else than a PNG. Source: docs/images.md.
 */
export const layerImageRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const images = yield* ImageRepository
    const { securedImages } = yield* Settings
    const secret = yield* ServerSecret

    const contentOf = (imageId: number, variant: ImageVariant) =>
      Stream.unfold(0, (position) =>
        Effect.map(images.readPiece(imageId, variant, position), (piece) =>
          Option.isSome(piece) ? ([piece.value, position + 1] as const) : undefined
        )
      )

    const isOpen = Effect.fnUntraced(function* (path: string, url: string) {
      const token = new URLSearchParams(url.split("?", 2)[1]).get("token") ?? ""
      return isImageTokenValid(secret, { path, token, now: yield* Clock.currentTimeMillis })
    })

    const respond = Effect.fnUntraced(function* (folder: string, allowed: ReadonlyArray<ImagePurpose>) {
      const { file = "" } = yield* HttpRouter.params
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      const isSecured = securedImages && securedFolders.includes(folder)
      const isAllowed = !isSecured || (yield* isOpen(`${folder}/${file}`, url))
      const asked = isAllowed ? parseImageFileName(file) : null
      const fileHeaders = isSecured ? { ...plainHeaders, "cache-control": `private, ${cacheControl}` } : plainHeaders
      const found = asked === null ? Option.none() : yield* images.findFile(asked.name, asked.variant, allowed)
      if (asked === null || Option.isNone(found)) {
        return HttpServerResponse.jsonUnsafe({ code: "resource_not_found", params: null }, { status: 404 })
      }
      const etag = `"${file}"`
      if (headers["if-none-match"]?.includes(etag)) {
        return HttpServerResponse.empty({ status: 304, headers: { ...fileHeaders, etag } })
      }
      const { imageId, size } = found.value
      return HttpServerResponse.stream(contentOf(imageId, asked.variant), {
        contentType: "image/png",
        contentLength: size,
        headers: { ...fileHeaders, etag }
      })
    })

    yield* router.addAll(
      Object.entries(purposes).map(([folder, allowed]) => plainRoute(`/${folder}/:file`, respond(folder, allowed)))
    )
  })
)

const cacheControl = "max-age=365, must-revalidate, no-transform"

const plainHeaders = {
  "cache-control": cacheControl,
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  // Lets pages of any origin show images, also cross-origin isolated ones.
  "cross-origin-resource-policy": "cross-origin"
}
