import { keyResolutions, overrideModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { importReportFields } from "../import/import-report-model.ts"
import { KeyModel } from "../key/key-model.ts"
import { ScreenshotModel, UploadedScreenshots } from "../screenshot/screenshot-model.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

export const SingleStepImportResolvableBody = Schema.Struct({
  overrideMode: optional(Schema.Literals(overrideModes)),
  errorOnUnresolvedConflict: optional(Schema.Boolean),
  /** Absent: false, empty texts do not replace existing ones. Not in Tolgee's API. */
  importEmptyValues: optional(Schema.Boolean),
  branch: optional(Schema.String),
  keys: Schema.Array(
    Schema.Struct({
      name: optional(Schema.String),
      namespace: optional(Schema.String),
      translations: optional(
        Schema.Record(
          Schema.String,
          Schema.Struct({
            text: Schema.String,
            /** Absent: OVERRIDE. */
            resolution: optional(Schema.Literals(["OVERRIDE", "EXPECT_NO_CONFLICT"]))
          })
        )
      ),
      screenshots: optional(UploadedScreenshots)
    })
  )
})
export type SingleStepImportResolvableBody = typeof SingleStepImportResolvableBody.Type

/** Existing keys stay unchanged. */
export const ImportKeysBody = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      name: optional(Schema.String),
      namespace: optional(Schema.String),
      description: optional(Schema.String),
      /** By language tag; unknown languages are ignored. */
      translations: optional(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
      tags: optional(Schema.Array(Schema.String))
    })
  )
})
export type ImportKeysBody = typeof ImportKeysBody.Type

export const ImportKeysResolvableBody = Schema.Struct({
  /** Absent: false, empty texts do not replace existing ones. Not in Tolgee's API. */
  importEmptyValues: optional(Schema.Boolean),
  keys: Schema.Array(
    Schema.Struct({
      name: optional(Schema.String),
      namespace: optional(Schema.String),
      branch: optional(Schema.String),
      translations: optional(
        Schema.Record(
          Schema.String,
          Schema.Struct({
            text: Schema.String,
            /** Absent: NEW. */
            resolution: optional(Schema.Literals(keyResolutions))
          })
        )
      ),
      screenshots: optional(UploadedScreenshots)
    })
  )
})
export type ImportKeysResolvableBody = typeof ImportKeysResolvableBody.Type

/** `screenshots`: by the id of the uploaded image. */
export const ImportKeysResolvableModel = Schema.Struct({
  keys: Schema.Array(KeyModel),
  screenshots: Schema.Record(Schema.String, ScreenshotModel),
  ...importReportFields
})
