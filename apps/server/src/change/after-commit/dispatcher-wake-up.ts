import { Context, Effect, Layer } from "effect"

/** Tells the dispatcher of this process that deliveries were committed. Without one, nobody needs to be told. */
export class DispatcherWakeUp extends Context.Service<DispatcherWakeUp, { readonly signal: Effect.Effect<void> }>()(
  "@dragoman/server/change/after-commit/DispatcherWakeUp"
) {
  static readonly layerNone = Layer.succeed(DispatcherWakeUp, { signal: Effect.void })
}
