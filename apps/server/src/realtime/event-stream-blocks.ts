import { Sse } from "effect/encoding"
import type { SubscriptionEnd } from "./project-events.ts"

/** Delay of a client before it reconnects. */
export const retryMillis = 3_000

/** Timeout for the client to read the end; then the server cuts the connection. */
export const endMillis = 1_000

/** Why a stream ends. */
export type StreamEnd = SubscriptionEnd | "too-slow" | "stopping"

/** An event type of its own: clients without a handler ignore it. */
export const endEvent = (reason: StreamEnd) =>
  Sse.encoder.write({ _tag: "Event", id: undefined, event: "end", data: JSON.stringify({ reason }) })

export const heartbeatBlock = ":\n\n"

/** Headers of a stream. A proxy that buffers responses would never deliver this one. */
export const streamHeaders = { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" } as const
