import { Effect } from "effect"
import { Database } from "../database/database.ts"
import type { ClaimRequest, DueRequest, EndpointRoom } from "../outbox/delivery-row.ts"
import { OutboxRepository } from "../outbox/outbox-repository.ts"

type Request = Omit<ClaimRequest, "endpoints"> & DueRequest & { readonly room?: EndpointRoom }

/** Leases what is due, as a dispatcher does. `room`: of each configuration. */
export const claimDue = Effect.fnUntraced(function* ({ room, ...request }: Request) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const due = yield* outbox.listDue(request)
  const endpoints = due.map((endpoint) => (room === undefined ? endpoint : { ...endpoint, room }))
  return yield* database.autocommit(outbox.claim({ ...request, endpoints }))
})
