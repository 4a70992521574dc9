import type { ContentStorageBody } from "@dragoman/api"
import { validateContentStorage } from "@dragoman/domain/content-delivery"
import type { DomainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { checkStorageUpdate } from "./change-content-storages.ts"

/** Tests settings that are not saved. */
export const testNewStorage = Effect.fn("testNewStorage")(function* (
  _: ProjectAccess<"content-delivery.manage">,
  body: ContentStorageBody
) {
  return yield* reported(orFail(validateContentStorage(body, null)))
})

/** Tests new settings of a storage, with its secrets in place of blank ones. */
export const testStoredStorage = Effect.fn("testStoredStorage")(function* (
  access: ProjectAccess<"content-delivery.manage">,
  id: number,
  body: ContentStorageBody
) {
  return yield* reported(checkStorageUpdate(access, id, body))
})

/** Turns the error codes of settings into results; errors of fields and missing storages stay errors. */
const reported = <A, R>(test: Effect.Effect<A, DomainError, R>) =>
  test.pipe(
    Effect.as({ success: true, message: null, params: null }),
    Effect.catch((error) =>
      error.kind === "code" && error.status === 400
        ? Effect.succeed({ success: false, message: error.code, params: (error.params ?? []).map(String) })
        : Effect.fail(error)
    )
  )
