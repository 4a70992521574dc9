import type { DeliveryState, WebhookSecrets } from "@dragoman/domain/webhook"

/** What one delivery sends, fixed when the change is committed. */
export interface DeliveryContent {
  /** Unique and the same at each attempt: receivers tell repeated deliveries by it. No full stop inside. */
  readonly messageId: string
  /** The exact text of the request body. */
  readonly body: string
}

/** A delivery under lease, with all that an attempt needs. */
export interface ClaimedDelivery extends DeliveryContent {
  readonly id: number
  readonly webhookConfigurationId: number
  readonly url: string
  readonly secrets: WebhookSecrets
  /** Attempts made so far. */
  readonly attemptCount: number
  /** Epoch milliseconds; from then on others may claim it. */
  readonly leasedUntil: number
}

/** What a dispatcher wants to know of. */
export interface DueRequest {
  /** Epoch milliseconds. */
  readonly now: number
  /** Deliveries of one configuration that may be leased at the same time, by whomever. Absent: no limit. */
  readonly perEndpointLimit?: number
  /** The same for a configuration whose latest attempt failed; at most `perEndpointLimit`. */
  readonly perFailingEndpointLimit?: number
  /** Only configurations with ids above this one. */
  readonly after?: number
  /** Configurations of which the dispatcher has enough. */
  readonly without?: ReadonlyArray<number>
}

export interface ClaimRequest extends DueRequest {
  /** Who holds the lease; unique for each run of a dispatcher. */
  readonly owner: string
  /** Epoch milliseconds; from then on the claimed deliveries may be claimed by others. */
  readonly leasedUntil: number
  /** Deliveries in all. */
  readonly limit: number
}

/** The part of a webhook configuration that attempts move. Times in epoch milliseconds, null = never. */
export interface WebhookStateRow {
  readonly id: number
  readonly enabled: boolean
  readonly autoDisabled: boolean
  readonly firstFailedAt: number | null
  readonly lastExecutedAt: number | null
  readonly warnedAt: number | null
  /** The endpoint asked to be left alone until then. */
  readonly heldUntil: number | null
}

/** What becomes of a delivery after an attempt. */
export interface AcknowledgedDelivery {
  readonly id: number
  readonly state: DeliveryState
  readonly attemptCount: number
  /** Epoch milliseconds; without meaning unless the state is PENDING. */
  readonly nextAttemptAt: number
}

/** Headers of HTTP by their names in lower case. */
export type LoggedHeaders = Readonly<Record<string, string>>

/** One line of the attempt log. */
export interface AttemptRow {
  readonly deliveryId: number
  /** From 1. */
  readonly number: number
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly durationMillis: number
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** What went wrong, for people; null when delivered. */
  readonly error: string | null
  /** The beginning of the answer's body; null without an answer. */
  readonly answer: string | null
  /** As they were sent, credentials masked; null: nothing was sent, or an earlier version logged none. */
  readonly requestHeaders: LoggedHeaders | null
  /** A bounded part of them; null without an answer. */
  readonly responseHeaders: LoggedHeaders | null
}

export interface OutboxStatistics {
  readonly pendingCount: number
  /** Pending and due now. */
  readonly dueCount: number
  /** Epoch milliseconds of the commit of the pending delivery that was made first; null when none is pending. */
  readonly oldestPendingAt: number | null
  /** Enabled configurations whose endpoint has asked for a pause that has not ended. */
  readonly heldEndpointCount: number
}
