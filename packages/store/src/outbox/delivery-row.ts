import type { WebhookHeader, WebhookSecrets, WebhookState } from "@dragoman/domain/webhook"
import type { RowOf } from "../database/table.ts"
import type {
  deliveryAttemptTable,
  deliveryContentTable,
  deliveryTable,
  LoggedHeadersText
} from "../table/webhook-tables.ts"

export type { LoggedHeaders, LoggedHeadersText } from "../table/webhook-tables.ts"

/** The content of one delivery, fixed when the change is committed. */
export interface DeliveryContent
  extends Pick<RowOf<typeof deliveryTable>, "messageId">,
    Pick<RowOf<typeof deliveryContentTable>, "body"> {}

/** A delivery under lease, with all that an attempt needs. */
export interface ClaimedDelivery extends Pick<DeliveryContent, "messageId"> {
  readonly id: number
  /** The bytes in UTF-8 that are signed and sent. */
  readonly body: Uint8Array
  readonly webhookConfigurationId: number
  readonly url: string
  readonly secrets: WebhookSecrets
  readonly headers: ReadonlyArray<WebhookHeader>
  /** Attempts made so far. */
  readonly attemptCount: number
  /** Epoch milliseconds; from then on others may claim it. */
  readonly leasedUntil: number
}

/** Limits of a poll and of the claim behind it. */
interface LeaseLimits {
  /** Epoch milliseconds. */
  readonly now: number
  /** Deliveries of one configuration that may be leased at the same time, over all dispatchers. Absent: no limit. */
  readonly perEndpointLimit?: number
  /** The same for a configuration whose latest attempt failed; at most `perEndpointLimit`. */
  readonly perFailingEndpointLimit?: number
}

/**
 * Where a dispatcher continues to search for pending deliveries of a configuration. Until all snapshots that may need them have ended,
 * PostgreSQL keeps the entries of deliveries that are over in the index, and a search from the beginning reads them all. ADR 58.
 */
export interface DeliveryCursor {
  /** An id: of the deliveries that were never tried, none below it is pending. */
  readonly newFrom: number
  /** Epoch milliseconds: no retry that was due before is pending. */
  readonly retriesFrom: number
}

/** The configurations that a dispatcher asks for. */
export interface DueRequest extends LeaseLimits {
  /** Configurations in all, `claimEndpointsMax` at most. Absent: as many. */
  readonly limit?: number
  /** Only configurations with ids above this one. */
  readonly after?: number
  /** Configurations of which the dispatcher has enough. */
  readonly without?: ReadonlyArray<number>
  /** Cursors by configuration; one without is searched from its beginning. Absent: all are. PostgreSQL only. */
  readonly cursors?: ReadonlyMap<number, DeliveryCursor> | null
}

/** A webhook configuration of which a claim would lease deliveries, or drop them because it is disabled. */
export interface DueEndpoint {
  readonly id: number
  readonly isEnabled: boolean
  /** When the request had cursors: the one to continue from. */
  readonly cursor?: DeliveryCursor
}

/** The number and size of deliveries that a claim may lease of one configuration. Small bodies are limited by their number only. */
export interface EndpointCapacity {
  readonly count: number
  /** Size of the bodies; the delivery that exceeds it is the last one. */
  readonly bytes: number
  /** The same, with the older deliveries of all configurations in the claim. */
  readonly bytesInAll: number
}

export interface ClaimRequest extends LeaseLimits {
  /** The owner of the lease; unique for each run of a dispatcher. */
  readonly owner: string
  /** Epoch milliseconds; from then on the claimed deliveries may be claimed by others. */
  readonly leasedUntil: number
  /** The endpoints that `listDue` returned; absent capacity: no limit. */
  readonly endpoints: ReadonlyArray<DueEndpoint & { readonly capacity?: EndpointCapacity }>
  /** Deliveries in all. */
  readonly limit: number
}

/** The part of a webhook configuration that attempts move. */
export interface WebhookStateRow extends WebhookState {
  readonly id: number
}

/** One line of the attempt log. */
export interface AttemptRow extends Omit<RowOf<typeof deliveryAttemptTable>, "id"> {}

/** One line of the attempt log, as it is written. */
export interface NewAttemptRow extends Omit<AttemptRow, "requestHeaders" | "responseHeaders"> {
  readonly requestHeaders: LoggedHeadersText | null
  readonly responseHeaders: LoggedHeadersText | null
}

/** An attempt, and what becomes of its delivery. */
export interface AcknowledgedAttempt
  extends Pick<RowOf<typeof deliveryTable>, "state" | "nextAttemptAt">,
    Readonly<Record<"attempt", NewAttemptRow>> {}

/** The rows that an acknowledgement found. */
export interface Acknowledgement {
  /** The deliveries that the owner still held at that number of attempts. */
  readonly deliveryIds: ReadonlyArray<number>
  /** The states of the configurations, by id, locked until the end of the transaction; deleted ones are left out. */
  readonly webhookStates: ReadonlyArray<WebhookStateRow>
}

/** A delivery, as far as its removal from the log needs it. */
export interface LoggedDelivery extends Pick<RowOf<typeof deliveryTable>, "id" | "createdAt" | "state"> {}

/** Figures of the outbox: exact up to 100,000 pending deliveries, else of those that were read. */
export interface OutboxStatistics {
  /** Beyond the limit: estimated on PostgreSQL, on SQLite how many were read. */
  readonly pendingCount: number
  /** Pending and due now. */
  readonly dueCount: number
  /** Epoch milliseconds of the commit of the pending delivery that was made first; null when none is pending. */
  readonly oldestPendingAt: number | null
  /** Enabled configurations whose endpoint has asked for a pause that has not ended. */
  readonly heldEndpointCount: number
}
