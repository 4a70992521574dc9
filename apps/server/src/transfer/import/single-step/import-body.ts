import {
  ImportKeysBody,
  ImportKeysResolvableBody,
  type ImportKeysResolvableModel,
  SingleStepImportResolvableBody
} from "@dragoman/api"
import { validateTagNames } from "@dragoman/domain/tag"
import { Database, ImportStagingRepository, KeyRepository, ScreenshotRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { readBranchNames, readPlace } from "../../../change/branch-place.ts"
import { keyToModel } from "../../../content/key/key-shapes.ts"
import { screenshotToModel } from "../../../content/screenshot/screenshot-shapes.ts"
import { uploadedScreenshots } from "../../../content/screenshot/screenshots.ts"
import { decodeReceivedJson } from "../../../platform/body/json-body.ts"
import { failWith, orFail } from "../../../platform/fail.ts"
import type { ProjectAccess } from "../../../service/access/access.ts"
import {
  importResultToModel,
  isEmptyReport,
  joinReports,
  printReportHeader,
  startImportReport
} from "../applying/import-report.ts"
import type { TextMode } from "../applying/import-source.ts"
import type { ImportOfBody } from "../thread/import-messages.ts"
import { importBodyKeys } from "./import-body-keys.ts"

/** Parses and checks a body with keys, imports them, and renders the response; runs in the import thread. */
export const importBody = Effect.fn("importBody")(function* (imported: ImportOfBody) {
  const { body, report } = yield* importOperation(imported)
  return { body: body === null ? null : print(body), reportHeader: printReportHeader(report) }
})

const importOperation = Effect.fnUntraced(function* ({ operation, branch, body, links }: ImportOfBody) {
  switch (operation.operation) {
    case "keys": {
      const decoded = yield* decodeReceivedJson(body, ImportKeysBody)
      const { report } = yield* importKeys(operation.access, branch, decoded)
      // Clients expect an empty body, unless something was left out.
      return { report, body: isEmptyReport(report) ? null : report }
    }
    case "resolvable": {
      const decoded = yield* decodeReceivedJson(body, SingleStepImportResolvableBody)
      const applied = yield* importResolvable(operation.access, decoded)
      return { report: applied.report, body: importResultToModel(applied) }
    }
    case "keysResolvable": {
      const decoded = yield* decodeReceivedJson(body, ImportKeysResolvableBody)
      const { keys, screenshots, report } = yield* importKeysResolvable(operation.access, branch, decoded)
      const branchNames = yield* readBranchNames(operation.access)
      const model: typeof ImportKeysResolvableModel.Type = {
        keys: keys.map((key) => keyToModel(key, branchNames)),
        screenshots: Object.fromEntries(screenshots.map((row) => [row.id, screenshotToModel(row, links)])),
        ...report
      }
      return { report, body: model }
    }
  }
})

const print = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

/**
 * Creates the keys that the project does not have and leaves the others unchanged. Texts in languages that the project does
 * not have are left out.
 */
const importKeys = Effect.fn("importKeys")(function* (
  access: ProjectAccess<"keys.create" | "translations.edit">,
  branch: string | null,
  { keys }: ImportKeysBody
) {
  const { branchId } = yield* readPlace(access, branch)
  yield* orFail(validateTagNames([...new Set(keys.flatMap(({ tags }) => tags ?? []))]))
  return yield* importBodyKeys(
    access,
    branchId,
    keys.map(({ translations, tags, ...key }) => ({
      ...key,
      tags: (tags ?? []).map((tag) => tag.trim()),
      texts: Object.entries(translations ?? {}).map(([tag, text]) => ({ tag, text, mode: { kind: "force" } }))
    })),
    { unknownLanguage: "leaveOut", repeatedKey: "leaveOut" },
    { skipExistingKeys: true }
  )
})

/** Imports keys with a resolution per text; names are not trimmed. */
const importResolvable = Effect.fn("importResolvable")(function* (
  access: ProjectAccess<"translations.view">,
  { keys, branch, overrideMode, errorOnUnresolvedConflict, importEmptyValues }: SingleStepImportResolvableBody
) {
  const { branchId } = yield* readPlace(access, branch)
  yield* uploadedScreenshots(access, {
    screenshots: keys.flatMap(({ screenshots }) => screenshots ?? []),
    imageIds: null
  })
  const brings = (key: (typeof keys)[number]) =>
    Object.keys(key.translations ?? {}).length > 0 || (key.screenshots ?? []).length > 0
  if (!keys.some(brings)) {
    return yield* failWith("no_data_to_import")
  }
  const staging = yield* ImportStagingRepository
  const target = Option.getOrUndefined(yield* staging.findTarget(access.projectId))
  if (!target?.useNamespaces && keys.some(({ namespace }) => (namespace ?? "").trim() !== "")) {
    return yield* failWith("namespace_cannot_be_used_when_feature_is_disabled")
  }
  return yield* importBodyKeys(
    access,
    branchId,
    keys.map(({ translations, ...key }) => ({
      ...key,
      texts: Object.entries(translations ?? {}).map(([tag, { text, resolution }]) => ({
        tag,
        text,
        mode: resolution === "EXPECT_NO_CONFLICT" ? expectNoConflict : force
      }))
    })),
    { unknownLanguage: "unpaired", repeatedKey: "merge" },
    {
      overrideMode: overrideMode ?? "RECOMMENDED",
      errorOnUnresolvedConflict: errorOnUnresolvedConflict ?? false,
      importEmptyValues: importEmptyValues ?? false
    }
  )
})

const force: TextMode = { kind: "force" }
const expectNoConflict: TextMode = { kind: "expectNoConflict" }

/**
 * Imports keys with an expectation per text, those of each branch after the other; one that is not met rejects all. Returns the
 * written keys by id, and the screenshots made of the uploaded images.
 */
const importKeysResolvable = Effect.fn("importKeysResolvable")(function* (
  access: ProjectAccess,
  branch: string | null,
  { keys, importEmptyValues }: ImportKeysResolvableBody
) {
  yield* uploadedScreenshots(access, {
    screenshots: keys.flatMap(({ screenshots }) => screenshots ?? []),
    imageIds: null
  })
  const nameOf = (key: (typeof keys)[number]) => ((key.branch ?? "").trim() === "" ? branch : (key.branch ?? null))
  const branchIds = new Map<string | null, number | null>()
  for (const name of new Set([branch, ...keys.map(nameOf)])) {
    branchIds.set(name, (yield* readPlace(access, name)).branchId)
  }
  const byBranch = Map.groupBy(keys, (key) => branchIds.get(nameOf(key)) ?? null)
  const importBranch = (branchId: number | null, keysOfBranch: typeof keys) =>
    importBodyKeys(
      access,
      branchId,
      keysOfBranch.map(({ name, namespace, translations, screenshots }) => ({
        name,
        namespace,
        screenshots,
        texts: Object.entries(translations ?? {}).map(([tag, { text, resolution }]) => ({
          tag,
          text,
          mode: { kind: "resolution", resolution: resolution ?? "NEW" }
        }))
      })),
      { unknownLanguage: "notFound", repeatedKey: "merge" },
      { importEmptyValues: importEmptyValues ?? false }
    )
  const database = yield* Database
  const imported = yield* database.transaction(
    Effect.forEach(byBranch.size === 0 ? new Map([[null, keys]]) : byBranch, ([branchId, keysOfBranch]) =>
      importBranch(branchId, keysOfBranch)
    )
  )
  const keyIds = imported.flatMap((one) => one.keyIds)
  const report = imported.map((one) => one.report).reduce(joinReports, startImportReport().report())
  const repository = yield* KeyRepository
  const screenshots = yield* ScreenshotRepository
  const attached = new Set(keys.flatMap((key) => (key.screenshots ?? []).map((input) => input.uploadedImageId)))
  return {
    report,
    keys: yield* repository.find(access.projectId, keyIds),
    // An uploaded image keeps its id.
    screenshots: attached.size === 0 ? [] : (yield* screenshots.listOfKeys(keyIds)).filter(({ id }) => attached.has(id))
  }
})
