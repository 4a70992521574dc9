import { Effect, Layer } from "effect"
import type { PostgresOptions } from "./postgres.ts"

/** `layerPostgres` of the module that is loaded only now: threads on SQLite save the memory of the client. */
export const layerPostgres = (
  url: string,
  options?: Pick<
    PostgresOptions,
    "lazySync" | "genericPlans" | "applicationName" | "connections" | "directUrl" | "replica"
  >
) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./postgres.ts")),
      (loaded) => loaded.layerPostgres(url, options)
    )
  )
