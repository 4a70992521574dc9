import { Effect, Layer, ManagedRuntime } from "effect"
import { decodeIdList, type IdListJob } from "../platform/id-list/decode-id-list.ts"
import type { IdListResult } from "../platform/id-list/id-list-thread.ts"
import { answerJobs } from "../platform/worker/answer-jobs.ts"

// Parses long lists of ids as a thread of the server. It needs no database.
answerJobs(ManagedRuntime.make(Layer.empty), (message) =>
  decodeIdList(message as IdListJob).pipe(
    Effect.map((decoded): IdListResult => ({ kind: "decoded", decoded })),
    Effect.catch((error) => Effect.succeed<IdListResult>({ kind: "failed", error }))
  )
)
