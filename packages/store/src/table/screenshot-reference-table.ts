import type { Position } from "@dragoman/domain/image"
import { Schema } from "effect"
import { Json, table } from "../database/table.ts"

/** A key is seen in a screenshot. */
export const screenshotReferenceTable = table("screenshot_reference", {
  imageId: Schema.Number,
  keyId: Schema.Number,
  /** In pixels of the stored image; null: it is not known where. */
  positions: Schema.NullOr(Json<ReadonlyArray<Position>>()),
  /** The text of the key when the image was taken. */
  originalText: Schema.NullOr(Schema.String)
})
