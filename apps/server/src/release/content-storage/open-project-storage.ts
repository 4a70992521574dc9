import type { StorageTarget } from "@dragoman/domain/content-delivery"
import { makeGuardedFetch } from "@dragoman/network"
import { webhookRules } from "@dragoman/settings"
import { Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import type { RetryOptions } from "../../service/object-storage/object-request.ts"
import { openStorage } from "./open-storage.ts"

const second = 1_000

/** For publishing: a storage that is overloaded for a moment does not fail it. */
export const patient: RetryOptions = { retriesMax: 3, retryMillis: 500, requestMillisMax: 60 * second }

/** For tests, for which a person waits. */
export const impatient: RetryOptions = { retriesMax: 0, retryMillis: 0, requestMillisMax: 10 * second }

/** More than the list of a thousand files has. */
const responseBytesMax = 8 * 1024 * 1024

/** Makes the client of a storage that people of a project named: it reaches the addresses only that webhooks may have. */
export const openProjectStorage = Effect.fnUntraced(function* (target: StorageTarget, retry: RetryOptions) {
  const rules = webhookRules(yield* Settings)
  const send = yield* makeGuardedFetch({ rules, timeoutMillis: retry.requestMillisMax, responseBytesMax })
  return openStorage(target, {
    ...retry,
    send,
    names: {
      endpoint: "the endpoint",
      bucket: "the name of the bucket",
      region: "the region",
      keys: "the access key and the secret key",
      connectionString: "the connection string"
    }
  })
})
