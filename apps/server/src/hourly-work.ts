import { Clock, Effect, Schedule } from "effect"
import { forgetBatchJobs } from "./batch-job/forget-batch-jobs.ts"
import { eraseUnusedImages } from "./image/erase-unused-images.ts"
import { purgeTrash } from "./key-trash/purge-trash.ts"
import { eraseDeletedContent } from "./project/erase-deleted-content.ts"
import { eraseExpiredSecrets } from "./webhook/erase-expired-secrets.ts"

/** What nobody asks for: at the start and every hour, in real time, so that no clock of a test waits for it. */
export const hourlyWork = Effect.all(
  [purgeTrash(), eraseDeletedContent(), eraseUnusedImages(), forgetBatchJobs(), eraseExpiredSecrets()],
  { discard: true }
).pipe(Effect.repeat(Schedule.spaced("1 hour")), Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
