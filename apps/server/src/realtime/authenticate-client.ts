import { presentedCredential } from "@dragoman/domain/credential"
import { Effect } from "effect"
import { failedCredentialLimit, RateLimiter } from "../platform/http/rate-limiter.ts"
import { Authentication } from "../service/access/authenticate.ts"
import { logFailedCredential } from "../service/access/failed-login.ts"

/** Authenticates a client of a websocket; null: no valid credential, which counts against its network. */
export const authenticateClient = Effect.fnUntraced(function* (
  network: string,
  credential: Pick<Parameters<typeof presentedCredential>[0], "authorization" | "apiKeyHeader">
) {
  const authentication = yield* Authentication
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.check(failedCredentialLimit, network)
  return yield* authentication
    .authenticate(presentedCredential({ ...credential, apiKeyQuery: undefined, session: null }))
    .pipe(
      Effect.catch((error) =>
        Effect.andThen(rateLimiter.consume(failedCredentialLimit, network), logFailedCredential(error)).pipe(
          Effect.as(null)
        )
      )
    )
})
