import { imageVariants } from "@dragoman/domain/image"
import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"

export type AvatarPurpose = "USER_AVATAR" | "ORGANIZATION_AVATAR" | "PROJECT_AVATAR"

/** An upload waits to become a screenshot. */
export const imagePurposes = ["UPLOAD", "SCREENSHOT", "USER_AVATAR", "ORGANIZATION_AVATAR", "PROJECT_AVATAR"] as const

export type ImagePurpose = (typeof imagePurposes)[number]

export const imageTable = table("image", {
  id: Id,
  /** The name in the addresses of its files; it cannot be guessed. */
  name: Schema.String,
  purpose: Schema.Literals(imagePurposes),
  /** The user of an upload; the owner of an avatar. */
  ownerId: Schema.NullOr(Schema.Number),
  location: Schema.NullOr(Schema.String),
  /** Width of the large variant, in pixels. */
  width: Schema.Number,
  height: Schema.Number,
  uploadedWidth: Schema.Number,
  uploadedHeight: Schema.Number,
  createdAt: Millis,
  /** The folder of its files in the bucket; null: its contents lie in the database. */
  objectName: Schema.NullOr(Schema.String)
})

/** Folders of the bucket without an image: of uploads that are under way, and of images that were deleted. */
export const imageObjectTable = table("image_object", {
  name: Schema.String,
  /** From then on a server removes the folder. */
  removeAt: Millis
})

/** The contents, in pieces so that no statement reads or writes a large one at once. */
export const imagePieceTable = table("image_piece", {
  imageId: Schema.Number,
  variant: Schema.Literals(imageVariants),
  /** From 0. */
  position: Schema.Number,
  content: Schema.Uint8Array
})
