import { describe, layer, type Vitest } from "@effect/vitest"
import type { Layer } from "effect"

/**
 * Runs tests on a server with this engine. On PostgreSQL they are for `npm run test:exhaustive`: the suites of the store show for
 * both engines that queries agree, and tests of locks and of several servers have PostgreSQL in `npm test`.
 */
export const layerOn =
  <R, E>(engine: string, layerServer: Layer.Layer<R, E>, options?: Parameters<typeof layer>[1]) =>
  (title: string, tests: (it: Vitest.MethodsNonLive<R>) => void): void => {
    describe(engine, { tags: /sqlite/i.test(engine) ? [] : ["exhaustive"] }, () =>
      layer(layerServer, options)(title, tests)
    )
  }
