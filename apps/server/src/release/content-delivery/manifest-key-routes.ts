import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plainRoute } from "../../platform/http/routes.ts"
import { manifestKey, publicKeyText } from "./published-manifest.ts"

/** Serves the public key of manifests to everyone. See docs/content-delivery.md#signatures. */
export const layerManifestKeyRoutes = HttpRouter.use((router) =>
  router.addAll([
    plainRoute(
      "/v2/public/content-delivery-key",
      Effect.map(manifestKey, (key) =>
        HttpServerResponse.text(publicKeyText(key), { contentType: "application/x-pem-file" })
      )
    )
  ])
)
