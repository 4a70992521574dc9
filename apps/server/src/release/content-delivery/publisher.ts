import type { DomainError } from "@dragoman/domain/error"
import { Context, type Effect } from "effect"

/** The result of an attempt that succeeded. */
export interface PublishOutcome {
  /** Files of the version. */
  readonly files: number
  /** Files that were written because they are new or changed. */
  readonly writtenFiles: number
  readonly writtenBytes: number
}

/** Publishes content deliveries: at requests of people, and after changes. */
export class Publisher extends Context.Service<
  Publisher,
  {
    /**
     * Publishes the texts of now, after an attempt that runs already. A failure leaves the published version, and is recorded. It must
     * run outside of transactions.
     */
    readonly publish: (contentDeliveryId: number) => Effect.Effect<PublishOutcome, DomainError>
  }
>()("@dragoman/server/release/content-delivery/Publisher") {}
