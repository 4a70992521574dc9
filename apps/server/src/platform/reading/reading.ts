import { Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { Transferable } from "effect/workers"
import { job, sentIf } from "../worker/worker-messages.ts"

/** A reading that may take too long for the main thread. */
export interface Reading<Input, Result, R> {
  readonly name: string
  readonly run: (input: Input) => Effect.Effect<Result, never, R>
  readonly encodeInput: (input: Input) => Effect.Effect<unknown>
  readonly decodeResult: (result: unknown) => Effect.Effect<Result>
  /** Runs in the thread: from an encoded input to an encoded result. */
  readonly runEncoded: (input: unknown) => Effect.Effect<typeof ReadResult.Type, never, R>
}

/** Declares a reading of a wing. `src/composition/reading-worker.ts` lists it, so that the threads know it. */
export const makeReading = <Input, Result, R>(
  name: string,
  declared: {
    readonly input: Schema.Codec<Input, unknown>
    readonly result: Schema.Codec<Result, unknown>
    readonly run: (input: Input) => Effect.Effect<Result, never, R>
  }
): Reading<Input, Result, R> => {
  const { run } = declared
  const input = Schema.toCodecJson(declared.input)
  const result = Schema.toCodecJson(declared.result)
  return {
    name,
    run,
    encodeInput: (value) => Effect.orDie(Schema.encodeEffect(input)(value)),
    decodeResult: (value) => Effect.orDie(Schema.decodeUnknownEffect(result)(value)),
    runEncoded: Effect.fnUntraced(function* (value) {
      const read = yield* run(yield* Effect.orDie(Schema.decodeUnknownEffect(input)(value)))
      const collector = Transferable.makeCollectorUnsafe()
      const encoded = yield* Schema.encodeEffect(result)(read).pipe(
        Effect.provideService(Transferable.Collector, collector),
        Effect.orDie
      )
      return { value: encoded, transferred: collector.clearUnsafe() }
    })
  }
}

/** An input that a schema of the reading encodes and checks. */
const Encoded = sentIf((_value): _value is unknown => true)

/** Names the reading, with its input. `isOnReplica`: the request that it belongs to reads from the replica. */
const ReadJob = Schema.Struct({ name: Schema.String, input: Encoded, isOnReplica: Schema.Boolean })

const isArrayOfBuffers = (value: unknown): value is ReadonlyArray<ArrayBuffer> => Array.isArray(value)

/** The result. `transferred`: memory that moves to the receiver instead of being copied. */
const ReadResult = Schema.Struct({
  value: Encoded,
  transferred: Transferable.schema(Schema.declare(isArrayOfBuffers), (buffers) => buffers)
})

export class ReadingJobs extends RpcGroup.make(job("read", ReadJob, ReadResult)) {}
