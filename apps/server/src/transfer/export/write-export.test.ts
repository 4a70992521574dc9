import { existsSync } from "node:fs"
import { join } from "node:path"
import { domainError } from "@dragoman/domain/error"
import { ExportRepository } from "@dragoman/store"
import { layerTestSqlite, temporaryFolder } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import type { ExportJob } from "./export-messages.ts"
import { writeExport } from "./write-export.ts"

const job: ExportJob = {
  place: { projectId: 1, branchId: null },
  languages: [{ id: 1, tag: "en", pseudo: null }],
  baseLanguage: { id: 1, tag: "en" },
  keys: { keyIds: null, exceptKeyIds: [], tags: null, exceptTags: [], keyPrefix: "", namespaces: null },
  states: null,
  order: "name",
  format: "JSON",
  template: "{languageTag}.json",
  options: {
    messageFormat: "ICU",
    structureDelimiter: ".",
    supportArrays: false,
    escapeHtml: false,
    icuPlaceholders: true
  }
}

layer(ExportRepository.layer.pipe(Layer.provideMerge(layerTestSqlite)))("writing an export", (it) => {
  it.effect("that was cancelled leaves no file", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "export")
      const cancelled = Int32Array.of(1)
      const exit = yield* Effect.exit(writeExport({ job, output: { path, archive: "always" }, cancelled }))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
      assert.isFalse(existsSync(path))
    }).pipe(Effect.scoped)
  )

  it.effect("without a result leaves no file", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "export")
      const task = { job, output: { path, archive: "always" }, cancelled: Int32Array.of(0) } as const
      assert.deepStrictEqual(yield* Effect.flip(writeExport(task)), domainError("no_exported_result"))
      assert.isFalse(existsSync(path))
    }).pipe(Effect.scoped)
  )
})
