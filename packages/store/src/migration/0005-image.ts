import type { Migration } from "./migration.ts"

/**
 * Images: uploads that wait, screenshots with the keys that are seen in them, avatars. Their contents lie in pieces, so
 * that no statement reads or writes a large one at once. `owner_id`: of an upload the user; of an avatar whose it is.
 */
export const image: Migration = {
  version: 5,
  name: "image",
  statements: ({ id, integer, text, bytes, strict }) => [
    `CREATE TABLE image (
      id ${id},
      name ${text} NOT NULL,
      purpose ${text} NOT NULL,
      owner_id ${integer},
      location ${text},
      width ${integer} NOT NULL,
      height ${integer} NOT NULL,
      uploaded_width ${integer} NOT NULL,
      uploaded_height ${integer} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX image_name ON image (name)`,
    `CREATE INDEX image_upload ON image (owner_id) WHERE purpose = 'UPLOAD'`,
    `CREATE TABLE image_piece (
      image_id ${integer} NOT NULL REFERENCES image (id) ON DELETE CASCADE,
      variant ${text} NOT NULL,
      position ${integer} NOT NULL,
      content ${bytes} NOT NULL,
      PRIMARY KEY (image_id, variant, position)
    ) ${strict}`,
    `CREATE TABLE screenshot_reference (
      image_id ${integer} NOT NULL REFERENCES image (id) ON DELETE CASCADE,
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      positions ${text},
      original_text ${text},
      PRIMARY KEY (image_id, key_id)
    ) ${strict}`,
    `CREATE INDEX screenshot_reference_key ON screenshot_reference (key_id, image_id)`
  ],
  undo: {
    loses: "all screenshots, avatars and uploaded images",
    statements: () => [`DROP TABLE screenshot_reference`, `DROP TABLE image_piece`, `DROP TABLE image`]
  }
}
