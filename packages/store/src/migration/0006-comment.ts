import type { Migration } from "./migration.ts"

/** Comments of people on translations. */
export const comment: Migration = {
  version: 6,
  name: "comment",
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE translation_comment (
      id ${id},
      translation_id ${integer} NOT NULL REFERENCES translation (id) ON DELETE CASCADE,
      author_id ${integer} NOT NULL REFERENCES user_account (id),
      text ${text} NOT NULL,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX translation_comment_translation ON translation_comment (translation_id, id)`
  ],
  undo: {
    loses: "all comments on translations",
    statements: () => [`DROP TABLE translation_comment`]
  }
}
