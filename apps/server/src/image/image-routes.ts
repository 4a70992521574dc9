import { type ImageVariant, parseImageFileName } from "@dragoman/domain/image"
import { type ImagePurpose, ImageRepository } from "@dragoman/store"
import { Effect, Option, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { plainRoute } from "../http/plain-route.ts"

/** By the first part of their paths. Source: reference "content-api" 4.4; "auth-and-permissions" 3.8. */
const purposes: Readonly<Record<string, ReadonlyArray<ImagePurpose>>> = {
  "uploaded-images": ["UPLOAD"],
  screenshots: ["SCREENSHOT"],
  avatars: ["USER_AVATAR", "ORGANIZATION_AVATAR", "PROJECT_AVATAR"]
}

/**
 * The files of images, for everybody who knows their names: pages show them without a credential. Whatever a file is,
 * nothing runs in it, and it is never taken for anything else than a PNG. Source: reference "content-api" 4.4.
 */
export const layerImageRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const images = yield* ImageRepository

    const contentOf = (imageId: number, variant: ImageVariant) =>
      Stream.unfold(0, (position) =>
        Effect.map(images.readPiece(imageId, variant, position), (piece) =>
          Option.isSome(piece) ? ([piece.value, position + 1] as const) : undefined
        )
      )

    const answer = Effect.fnUntraced(function* (allowed: ReadonlyArray<ImagePurpose>) {
      const { file = "" } = yield* HttpRouter.params
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const asked = parseImageFileName(file)
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
      Object.entries(purposes).map(([path, allowed]) => plainRoute(`/${path}/:file`, answer(allowed)))
    )
  })
)

const fileHeaders = {
  "cache-control": "max-age=365, must-revalidate, no-transform",
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  // Pages of any origin show them, isolated ones too.
  "cross-origin-resource-policy": "cross-origin"
}
