import { Database, OutboxRepository } from "@dragoman/store"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { type EngineOptions, runEngine } from "./engine.ts"
import { DeliverySender, type SenderOptions } from "./sending/delivery-sender.ts"

export interface DispatcherOptions extends EngineOptions, SenderOptions {}

/**
 * The whole webhook dispatcher on a migrated database; never ends by itself. Interruption stops it gracefully: it then
 * takes up to one attempt's time. Works in any thread, any number of times on one database.
 */
export const runDispatcher = (options: DispatcherOptions): Effect.Effect<never, never, SqlClient.SqlClient> =>
  runEngine(options).pipe(
    Effect.provide(Layer.mergeAll(DeliverySender.layer(options), OutboxRepository.layer, Database.layer)),
    // Spans are not exported, and each one costs as much as a short statement.
    Effect.withTracerEnabled(false)
  )
