import type { Migration } from "./migration.ts"

/**
 * How far the activity of projects was dropped, and images whose contents lie in a bucket. Programs of before drop no activity; they
 * show no images of a bucket, and leave the objects of those that they delete.
 */
export const outsideStorage: Migration = {
  version: 56,
  name: "storage outside of the database",
  oldestProgram: 34,
  statements: ({ integer, text, strict }) => [
    `CREATE TABLE activity_retention (
      project_id ${integer} PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
      dropped_to ${integer} NOT NULL DEFAULT 0,
      dropped_before ${integer} NOT NULL DEFAULT 0,
      archiving_to ${integer},
      leased_until ${integer} NOT NULL
    ) ${strict}`,
    `ALTER TABLE image ADD COLUMN object_name ${text}`,
    `CREATE TABLE image_object (
      name ${text} PRIMARY KEY,
      remove_at ${integer} NOT NULL
    ) ${strict}`
  ],
  undo: {
    loses:
      "images that lie in a bucket, unless `dragoman images move --to database` has moved them, and how far activity was dropped",
    statements: () => [
      `DROP TABLE image_object`,
      `ALTER TABLE image DROP COLUMN object_name`,
      `DROP TABLE activity_retention`
    ]
  }
}
