import {
  ImportKeysBody,
  ImportKeysResolvableBody,
  type ImportKeysResolvableModel,
  SingleStepImportResolvableBody
} from "@dragoman/api"
import { Effect } from "effect"
import { keyToModel } from "../../../content/key/key-shapes.ts"
import { screenshotToModel } from "../../../content/screenshot/screenshot-shapes.ts"
import { decodeReceivedJson } from "../../../platform/body/decode-json.ts"
import { isEmptyReport } from "../applying/import-report.ts"
import { printReportHeader } from "../applying/print-report-header.ts"
import type { ImportOfBody } from "../thread/import-messages.ts"
import { importResultToModel } from "./import-files.ts"
import { importKeys } from "./import-keys.ts"
import { importKeysResolvable } from "./import-keys-resolvable.ts"
import { importResolvable } from "./import-resolvable.ts"

/** Parses the keys of a body, checks and imports them, and renders the answer, all in the import thread. */
export const importBody = Effect.fn("importBody")(function* (imported: ImportOfBody) {
  const { body, report } = yield* importOperation(imported)
  return { body: body === null ? null : print(body), notices: printReportHeader(report) }
})

const importOperation = Effect.fnUntraced(function* ({ operation, body, links }: ImportOfBody) {
  switch (operation.operation) {
    case "keys": {
      const { report } = yield* importKeys(operation.access, yield* decodeReceivedJson(body, ImportKeysBody))
      // Without a body, as clients expect it, unless something was left out.
      return { report, body: isEmptyReport(report) ? null : report }
    }
    case "resolvable": {
      const decoded = yield* decodeReceivedJson(body, SingleStepImportResolvableBody)
      const applied = yield* importResolvable(operation.access, decoded)
      return { report: applied.report, body: importResultToModel(applied) }
    }
    case "keysResolvable": {
      const decoded = yield* decodeReceivedJson(body, ImportKeysResolvableBody)
      const { keys, screenshots, report } = yield* importKeysResolvable(operation.access, decoded)
      const model: typeof ImportKeysResolvableModel.Type = {
        keys: keys.map(keyToModel),
        screenshots: Object.fromEntries(screenshots.map((row) => [row.id, screenshotToModel(row, links)])),
        ...report
      }
      return { report, body: model }
    }
  }
})

const print = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))
