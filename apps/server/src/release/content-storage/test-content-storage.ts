import { randomBytes } from "node:crypto"
import type { ContentStorageBody } from "@dragoman/api"
import {
  type ContentStorageContent,
  parseAzureConnection,
  type StorageTarget,
  validateContentStorage
} from "@dragoman/domain/content-delivery"
import type { DomainError } from "@dragoman/domain/error"
import { webhookRules } from "@dragoman/settings"
import { Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { checkReachableUrl } from "../../webhook/configuration/check-reachable-url.ts"
import { checkStorageUpdate } from "./check-storage-update.ts"
import { impatient, openProjectStorage } from "./open-project-storage.ts"

type Manager = ProjectAccess<"content-delivery.manage">

/** Tests settings that are not saved. */
export const testNewStorage = Effect.fn("testNewStorage")(function* (_: Manager, body: ContentStorageBody) {
  return yield* reported(orFail(validateContentStorage(body, null)))
})

/** Tests new settings of a storage, with its secrets in place of blank ones. */
export const testStoredStorage = Effect.fn("testStoredStorage")(function* (
  access: Manager,
  id: number,
  body: ContentStorageBody
) {
  return yield* reported(checkStorageUpdate(access, id, body))
})

/** Fails with `content_storage_config_invalid` unless files can be written, listed and removed. */
export const checkStorageWorks = (target: StorageTarget) =>
  tryStorage(target).pipe(
    Effect.catch((error) =>
      error.kind === "code"
        ? failWith("content_storage_config_invalid", [error.code, [...(error.params ?? [])]])
        : Effect.fail(error)
    )
  )

/** Turns the error codes of a test into its result; errors of fields and missing storages stay errors. */
const reported = <R>(settings: Effect.Effect<ContentStorageContent, DomainError, R>) =>
  settings.pipe(
    Effect.flatMap(({ target }) => tryStorage(target)),
    Effect.as({ success: true, message: null, params: null }),
    Effect.catch((error) =>
      error.kind === "code" && error.status === 400
        ? Effect.succeed({ success: false, message: error.code, params: (error.params ?? []).map(String) })
        : Effect.fail(error)
    )
  )

/** Writes, lists and removes a file with a random name, which replaces no other one. */
const tryStorage = Effect.fnUntraced(function* (target: StorageTarget) {
  yield* checkReachableUrl(endpointOf(target), {
    rules: webhookRules(yield* Settings),
    allowSetting: "DRAGOMAN_WEBHOOK_ALLOW"
  })
  const client = yield* openProjectStorage(target, impatient)
  const path = `dragoman-test-${randomBytes(8).toString("hex")}`
  const file = { path: `${path}/test.txt`, mediaType: "text/plain; charset=UTF-8", cacheControl: "no-store" }
  const test = Effect.gen(function* () {
    yield* client.write({ ...file, content: Buffer.from("Written by Dragoman to test this storage.\n") })
    const listed = yield* client.list(path)
    yield* client.remove([file.path])
    if (!listed.includes(file.path)) {
      return yield* failWith("cannot_store_file_to_content_storage", [
        "The storage accepted a file, and does not list it: check that the key may list files."
      ])
    }
  })
  yield* test.pipe(
    Effect.catchTag("StorageFailed", ({ sentence }) => failWith("cannot_store_file_to_content_storage", [sentence]))
  )
})

const endpointOf = (target: StorageTarget): string =>
  target.type === "S3"
    ? target.settings.endpoint
    : (parseAzureConnection(target.secret.connectionString)?.endpoint ?? "")
