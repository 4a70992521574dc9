import { Effect, Layer } from "effect"

/** `layerPostgres` of the module that is loaded only now: threads on SQLite save the memory of the client. */
export const layerPostgres = (url: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./postgres.ts")),
      (loaded) => loaded.layerPostgres(url)
    )
  )
