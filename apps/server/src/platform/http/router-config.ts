import { Layer } from "effect"
import { HttpRouter } from "effect/http"

/** Longer than any id, slug, code or list of language tags in a path; what is longer names nothing. */
const paramLengthMax = 4_096

/** The router's own limit would make a long slug an unknown path. */
export const layerRouterConfig = Layer.succeed(HttpRouter.RouterConfig, { maxParamLength: paramLengthMax })
