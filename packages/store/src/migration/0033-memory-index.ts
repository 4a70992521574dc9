import type { Migration } from "./migration.ts"

/**
 * The index of the translation memory: base texts by organization and language, and the grams that they have. It holds nothing that
 * cannot be made again from translations.
 */
export const memoryIndex: Migration = {
  version: 33,
  name: "memory index",
  statements: ({ id, integer, text, bytes, strict, clustered }) => [
    `CREATE TABLE memory_index (
      id ${id},
      organization_id ${integer} NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      language_tag ${text} NOT NULL,
      generation ${integer} NOT NULL DEFAULT 1,
      ranked_grams ${integer} NOT NULL DEFAULT 0,
      built_count ${integer} NOT NULL DEFAULT 0,
      changed_count ${integer} NOT NULL DEFAULT 0
    ) ${strict}`,
    `CREATE UNIQUE INDEX memory_index_language ON memory_index (organization_id, language_tag)`,
    `CREATE TABLE memory_source (
      id ${id},
      index_id ${integer} NOT NULL REFERENCES memory_index (id) ON DELETE CASCADE,
      digest ${text} NOT NULL,
      text ${text} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX memory_source_digest ON memory_source (index_id, digest)`,
    `CREATE INDEX memory_source_index ON memory_source (index_id, id)`,
    `CREATE TABLE memory_signature (
      index_id ${integer} NOT NULL,
      generation ${integer} NOT NULL,
      place ${integer} NOT NULL,
      source_id ${integer} NOT NULL REFERENCES memory_source (id) ON DELETE CASCADE,
      grams ${bytes} NOT NULL,
      PRIMARY KEY (index_id, generation, place)
    ) ${clustered}`,
    `CREATE INDEX memory_signature_source ON memory_signature (source_id)`,
    `CREATE TABLE memory_gram (
      index_id ${integer} NOT NULL REFERENCES memory_index (id) ON DELETE CASCADE,
      generation ${integer} NOT NULL,
      gram ${text} NOT NULL,
      number ${integer} NOT NULL,
      PRIMARY KEY (index_id, generation, gram)
    ) ${clustered}`,
    `CREATE TABLE memory_posting (
      index_id ${integer} NOT NULL REFERENCES memory_index (id) ON DELETE CASCADE,
      generation ${integer} NOT NULL,
      slot ${integer} NOT NULL,
      numbers ${bytes} NOT NULL,
      PRIMARY KEY (index_id, generation, slot)
    ) ${clustered}`,
    `CREATE TABLE memory_key (
      key_id ${integer} PRIMARY KEY REFERENCES translation_key (id) ON DELETE CASCADE,
      source_id ${integer} NOT NULL REFERENCES memory_source (id) ON DELETE CASCADE
    ) ${strict}`,
    `CREATE INDEX memory_key_source ON memory_key (source_id)`,
    `CREATE TABLE memory_pending (
      key_id ${integer} PRIMARY KEY REFERENCES translation_key (id) ON DELETE CASCADE
    ) ${strict}`
  ],
  oldestProgram: 32,
  undo: {
    loses: null,
    statements: () => [
      `DROP TABLE memory_pending`,
      `DROP TABLE memory_key`,
      `DROP TABLE memory_posting`,
      `DROP TABLE memory_gram`,
      `DROP TABLE memory_signature`,
      `DROP TABLE memory_source`,
      `DROP TABLE memory_index`
    ]
  }
}
