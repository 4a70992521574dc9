import { repeatSurviving, surviving } from "@dragoman/delivery"
import { Clock, Effect } from "effect"
import { forgetBatchJobs } from "../batch-job/change-batch-jobs.ts"
import { eraseUnusedImages } from "../content/image/change-images.ts"
import { purgeTrash } from "../content/key-trash/change-key-trash.ts"
import { eraseDeletedContent } from "../project/project/change-projects.ts"
import { eraseExpiredSecrets } from "../webhook/configuration/change-webhook-configurations.ts"

/** One round: an error of one part keeps none of the others from being done. */
export const hourlyRound = Effect.all(
  [
    surviving("Purging the trash failed", purgeTrash()),
    surviving("Erasing deleted content failed", eraseDeletedContent()),
    surviving("Erasing unused images failed", eraseUnusedImages()),
    surviving("Erasing old batch jobs failed", forgetBatchJobs()),
    surviving("Erasing expired webhook secrets failed", eraseExpiredSecrets())
  ],
  { discard: true }
  // In real time, so that no clock of a test is waited for.
).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

/** What no request asks for: at the start and every hour, as long as the server runs. */
export const hourlyWork = repeatSurviving("Hourly work failed", hourlyRound, "1 hour").pipe(
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)
