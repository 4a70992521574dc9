import type { ImportNamespaceBody } from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import { importLimits } from "@dragoman/domain/import"
import { toNamespaceName } from "@dragoman/domain/key"
import { sizeBetween } from "@dragoman/domain/validation"
import { ImportRepository, ImportSettingsRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { ownerOf } from "./find-live-import.ts"

/**
 * Says which namespace the keys of a file of the caller's import go to; blank is the default one.
 */
export const selectImportNamespace = Effect.fn("selectImportNamespace")(function* (
  access: ProjectAccess<"translations.view">,
  fileId: number,
  body: ImportNamespaceBody
) {
  const thread = yield* ImportThread
  const imports = yield* ImportRepository
  const settings = yield* ImportSettingsRepository
  const owner = ownerOf(access)
  if (Option.isNone(yield* imports.findIssueCount(owner, fileId))) return yield* failWith("resource_not_found")
  const message = sizeBetween(0, importLimits.namespaceMaxUtf16Units, body.namespace)
  if (message !== null) return yield* Effect.fail(fieldErrors({ namespace: message }))
  const { createNewKeys } = yield* settings.get(owner)
  const namespace = toNamespaceName(body.namespace)
  const change = { kind: "setNamespace", fileId, namespace, createNewKeys } as const
  const isChanged = yield* thread.change(owner, change)
  if (!isChanged) return yield* failWith("resource_not_found")
})
