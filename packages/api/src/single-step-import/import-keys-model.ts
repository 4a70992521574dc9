import { keyResolutions, overrideModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { importReportFields } from "../import/import-report-model.ts"
import { KeyModel } from "../key/key-model.ts"
import { ScreenshotModel, UploadedScreenshots } from "../screenshot/screenshot-model.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

export const SingleStepImportResolvableBody = Schema.Struct({
  overrideMode: field(
    optional(Schema.Literals(overrideModes)),
    "ALL: OVERRIDE also writes over protected reviewed texts, where the caller may set states; absent: RECOMMENDED.",
    "RECOMMENDED"
  ),
  errorOnUnresolvedConflict: field(
    optional(Schema.Boolean),
    "Whether texts that could not be written reject the whole request; absent: false."
  ),
  importEmptyValues: field(
    optional(Schema.Boolean),
    "Whether empty texts replace others; absent: false. Not in Tolgee's API."
  ),
  branch: branchOfBody,
  keys: field(
    Schema.Array(
      Schema.Struct({
        name: field(optional(Schema.String), "Name of the key; up to 2000 characters, required.", "booking.title"),
        namespace: field(
          optional(Schema.String),
          "Namespace of the key, up to 100 characters; absent: the default namespace."
        ),
        translations: field(
          optional(
            Schema.Record(
              Schema.String,
              Schema.Struct({
                text: field(Schema.String, "The text as ICU message.", "Book a berth"),
                resolution: field(
                  optional(Schema.Literals(["OVERRIDE", "EXPECT_NO_CONFLICT"])),
                  "OVERRIDE: it replaces another text; EXPECT_NO_CONFLICT: another text rejects the request; absent: OVERRIDE."
                )
              })
            )
          ),
          "Texts by language tag, each with the resolution of a conflict."
        ),
        screenshots: field(optional(UploadedScreenshots), "Uploaded images that become screenshots of the key.")
      })
    ),
    "Keys with their texts.",
    [{ name: "booking.title", translations: { en: { text: "Book a berth", resolution: "OVERRIDE" } } }]
  )
})
export type SingleStepImportResolvableBody = typeof SingleStepImportResolvableBody.Type

/** Existing keys stay unchanged. */
export const ImportKeysBody = Schema.Struct({
  keys: field(
    Schema.Array(
      Schema.Struct({
        name: field(optional(Schema.String), "Name of the key; up to 2000 characters, required.", "booking.title"),
        namespace: field(
          optional(Schema.String),
          "Namespace of the key, up to 100 characters; absent: the default namespace."
        ),
        description: field(
          optional(Schema.String),
          "Description of the key for translators, up to 2000 characters; absent: none."
        ),
        translations: field(
          optional(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
          "Texts by language tag as ICU messages; languages that the project does not have are left out."
        ),
        tags: field(optional(Schema.Array(Schema.String)), "Names of tags for the key; missing ones are created.")
      })
    ),
    "Keys to create; those that the project has stay as they are.",
    [{ name: "booking.title", translations: { en: "Book a berth" }, tags: ["release-2"] }]
  )
})
export type ImportKeysBody = typeof ImportKeysBody.Type

export const ImportKeysResolvableBody = Schema.Struct({
  importEmptyValues: field(
    optional(Schema.Boolean),
    "Whether empty texts replace others; absent: false. Not in Tolgee's API."
  ),
  keys: field(
    Schema.Array(
      Schema.Struct({
        name: field(optional(Schema.String), "Name of the key; up to 2000 characters, required.", "booking.title"),
        namespace: field(
          optional(Schema.String),
          "Namespace of the key, up to 100 characters; absent: the default namespace."
        ),
        branch: field(
          optional(Schema.String),
          "Name of the branch of the key; absent or blank: that of the query. An unknown name is rejected with `branch_not_found`."
        ),
        translations: field(
          optional(
            Schema.Record(
              Schema.String,
              Schema.Struct({
                text: field(Schema.String, "The text as ICU message.", "Book a berth"),
                resolution: field(
                  optional(Schema.Literals(keyResolutions)),
                  "NEW: an error where the project has a text; OVERRIDE and KEEP: an error where it has none; FORCE_OVERRIDE: writes in any case; absent: NEW."
                )
              })
            )
          ),
          "Texts by language tag, each with the resolution of a conflict."
        ),
        screenshots: field(optional(UploadedScreenshots), "Uploaded images that become screenshots of the key.")
      })
    ),
    "Keys with their texts.",
    [{ name: "booking.title", translations: { en: { text: "Book a berth", resolution: "NEW" } } }]
  )
})
export type ImportKeysResolvableBody = typeof ImportKeysResolvableBody.Type

/** `screenshots`: by the id of the uploaded image. */
export const ImportKeysResolvableModel = Schema.Struct({
  keys: field(Schema.Array(KeyModel), "The imported keys."),
  screenshots: field(Schema.Record(Schema.String, ScreenshotModel), "Screenshots by the id of their upload.", {}),
  ...importReportFields
})
