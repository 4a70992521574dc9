import { Effect } from "effect"
import { Database } from "../database/database.ts"
import type { ClaimRequest, DueRequest, EndpointCapacity } from "../outbox/delivery-row.ts"
import { OutboxRepository } from "../outbox/outbox-repository.ts"

type Request = Omit<ClaimRequest, "endpoints"> & DueRequest & { readonly capacity?: EndpointCapacity }

/** Leases what is due, as a dispatcher does. `capacity`: of each configuration. */
export const claimDue = Effect.fnUntraced(function* ({ capacity, ...request }: Request) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const due = yield* outbox.listDue(request)
  const endpoints = due.map((endpoint) => (capacity === undefined ? endpoint : { ...endpoint, capacity }))
  return yield* database.autocommit(outbox.claim({ ...request, endpoints }))
})
