import { repeatSurviving, surviving } from "@dragoman/background"
import { Clock, Effect } from "effect"
import { eraseOldAnswers } from "../assistance/machine-translation/answer-cache.ts"
import { eraseOldUsage } from "../assistance/machine-translation/spending.ts"
import { checkStaleTexts } from "../assistance/quality-check/check-stale-texts.ts"
import { forgetBatchJobs } from "../batch-job/change-batch-jobs.ts"
import { retainActivity } from "../change/activity/retain-activity.ts"
import { eraseUnusedImages } from "../content/image/change-images.ts"
import { ImageFiles } from "../content/image/image-files.ts"
import { purgeTrash } from "../content/key-trash/change-key-trash.ts"
import { announceSuggestions } from "../content/suggestion/announce-suggestions.ts"
import { eraseOldAuditEntries } from "../identity/audit-log/erase-audit-entries.ts"
import { forgetClients } from "../identity/authentication/known-clients.ts"
import { forgetOldBrowsers } from "../identity/authentication/record-login.ts"
import { eraseEndedSessions } from "../identity/console-session/console-sessions.ts"
import { announceExpiringKeys } from "../identity/notification/announce-expiring-keys.ts"
import { eraseOldNotifications } from "../identity/notification/change-notifications.ts"
import { eraseExpiredCodes } from "../identity/password-reset/erase-expired-codes.ts"
import { eraseExpiredSignIns } from "../identity/sign-in/console-sign-in.ts"
import { eraseExpiredChanges } from "../identity/sign-in/identity-changes.ts"
import { preparePartitions } from "../platform/database/prepare-partitions.ts"
import { eraseDeletedContent } from "../project/project/change-projects.ts"
import { eraseOldVersions } from "../release/content-delivery/erase-old-versions.ts"
import { eraseOldMails } from "../service/mail/mail-sender.ts"
import { announceDueTasks } from "../task/notify-of-tasks.ts"
import { eraseImportPlans } from "../transfer/import/single-step/erase-plans.ts"
import { eraseExpiredSecrets } from "../webhook/configuration/change-webhook-configurations.ts"

/** An error in one part does not prevent the others. */
const round = Effect.all(
  [
    surviving("Making partitions failed", preparePartitions()),
    surviving("Purging the trash failed", purgeTrash()),
    surviving("Erasing deleted content failed", eraseDeletedContent()),
    surviving("Erasing unused images failed", eraseUnusedImages()),
    surviving(
      "Removing images from their bucket failed",
      ImageFiles.use((files) => files.removeUnused)
    ),
    surviving("Erasing old batch jobs failed", forgetBatchJobs()),
    surviving("Erasing ended sessions failed", eraseEndedSessions()),
    surviving("Erasing expired codes failed", eraseExpiredCodes()),
    surviving("Erasing old mails failed", eraseOldMails()),
    surviving("Erasing old audit entries failed", eraseOldAuditEntries()),
    surviving("Forgetting clients failed", forgetClients()),
    surviving("Forgetting old browsers failed", forgetOldBrowsers()),
    surviving("Announcing keys that expire failed", announceExpiringKeys()),
    surviving("Announcing tasks that are due failed", announceDueTasks()),
    surviving("Announcing suggestions failed", announceSuggestions()),
    surviving("Erasing old notifications failed", eraseOldNotifications()),
    surviving("Erasing expired webhook secrets failed", eraseExpiredSecrets()),
    surviving("Erasing import plans failed", eraseImportPlans()),
    surviving("Erasing old published versions failed", eraseOldVersions()),
    surviving("Erasing expired logins by providers failed", eraseExpiredSignIns()),
    surviving("Erasing expired changes of providers failed", eraseExpiredChanges()),
    surviving("Erasing old machine translations failed", eraseOldAnswers()),
    surviving("Erasing old usage of machine translation failed", eraseOldUsage()),
    surviving("Checking texts failed", checkStaleTexts())
  ],
  { discard: true }
)

/** Takes long where much activity is older than its retention, so other work does not wait for it. */
const retention = surviving("Dropping old activity failed", retainActivity())

/** Runs one round in real time, also under a TestClock. */
export const hourlyRound = Effect.provideService(
  Effect.andThen(round, retention),
  Clock.Clock,
  Clock.Clock.defaultValue()
)

/**
 * Cleans up at the start and every hour, while the server runs. It goes by the clock of the server: under a TestClock
 * it would otherwise erase the fixtures of a test.
 */
export const hourlyWork = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const hourly = <A, R>(work: Effect.Effect<A, never, R>) =>
    Effect.provideService(
      repeatSurviving("Hourly work failed", Effect.provideService(work, Clock.Clock, clock), "1 hour"),
      Clock.Clock,
      Clock.Clock.defaultValue()
    )
  return yield* Effect.all([hourly(round), hourly(retention)], { concurrency: "unbounded", discard: true })
})
