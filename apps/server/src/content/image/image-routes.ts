import { type ImageVariant, parseImageFileName } from "@dragoman/domain/image"
import { type ImagePurpose, ImageRepository } from "@dragoman/store"
import { Clock, Effect, Option, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServerSecret } from "../../platform/access/server-secret.ts"
import { plainRoute } from "../../platform/http/plain-route.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { isImageTokenValid, type SecuredFolder } from "./image-links.ts"

/** Files that need a token when images are secured. Avatars are public: every answer with a user has links to them. */
const securedFolders: ReadonlyArray<string> = ["uploaded-images", "screenshots"] satisfies ReadonlyArray<SecuredFolder>

/** By the first part of their paths. Source: reference "content-api" 4.4; "auth-and-permissions" 3.8. */
const purposes: Readonly<Record<string, ReadonlyArray<ImagePurpose>>> = {
  "uploaded-images": ["UPLOAD"],
  screenshots: ["SCREENSHOT"],
  avatars: ["USER_AVATAR", "ORGANIZATION_AVATAR", "PROJECT_AVATAR"]
}

/**
 * The files of images, for everybody who knows their names: pages show them without a credential. When images are secured,
 * a link needs its token besides; without it there is no such file. Whatever a file is,
 * nothing runs in it, and it is never taken for anything else than a PNG. Source: reference "content-api" 4.4.
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

    const answer = Effect.fnUntraced(function* (folder: string, allowed: ReadonlyArray<ImagePurpose>) {
      const { file = "" } = yield* HttpRouter.params
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      const isSecured = securedImages && securedFolders.includes(folder)
      const mayAsk = !isSecured || (yield* isOpen(`${folder}/${file}`, url))
      const asked = mayAsk ? parseImageFileName(file) : null
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
      Object.entries(purposes).map(([folder, allowed]) => plainRoute(`/${folder}/:file`, answer(folder, allowed)))
    )
  })
)

const cacheControl = "max-age=365, must-revalidate, no-transform"

const plainHeaders = {
  "cache-control": cacheControl,
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  // Pages of any origin show them, isolated ones too.
  "cross-origin-resource-policy": "cross-origin"
}
