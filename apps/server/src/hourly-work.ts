import { Clock, Effect, Schedule } from "effect"
import { purgeTrash } from "./key-trash/purge-trash.ts"
import { eraseDeletedContent } from "./project/erase-deleted-content.ts"

/** What nobody asks for: at the start and every hour, in real time, so that no clock of a test waits for it. */
export const hourlyWork = Effect.andThen(purgeTrash(), eraseDeletedContent()).pipe(
  Effect.repeat(Schedule.spaced("1 hour")),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)
