import type { Migration } from "./migration.ts"

/**
 * Keys, translations and tags; what an import does to them; activity that stays small when an import changes hundreds of
 * thousands of entities: names of related entities are kept once per revision.
 */
export const content: Migration = {
  version: 2,
  name: "content",
  statements: ({ id, integer, text, strict, clustered }) => [
    `ALTER TABLE project ADD COLUMN translation_protection ${text} NOT NULL DEFAULT 'NONE'`,
    `ALTER TABLE language ADD COLUMN translations_updated_at ${integer}`,

    `CREATE TABLE translation_key (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      namespace_id ${integer} REFERENCES namespace (id),
      name ${text} NOT NULL,
      description ${text},
      custom_values ${text},
      code_references ${text},
      is_plural ${integer} NOT NULL DEFAULT 0,
      plural_argument_name ${text},
      max_char_limit ${integer},
      created_at ${integer} NOT NULL,
      deleted_at ${integer},
      deleted_by ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX translation_key_name
      ON translation_key (project_id, COALESCE(namespace_id, 0), name) WHERE deleted_at IS NULL`,
    `CREATE INDEX translation_key_project ON translation_key (project_id, id) WHERE deleted_at IS NULL`,
    `CREATE INDEX translation_key_trash ON translation_key (project_id, id) WHERE deleted_at IS NOT NULL`,
    `CREATE INDEX translation_key_deleted ON translation_key (deleted_at) WHERE deleted_at IS NOT NULL`,
    `CREATE INDEX translation_key_namespace ON translation_key (namespace_id) WHERE namespace_id IS NOT NULL`,
    `CREATE TABLE translation (
      id ${id},
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      language_id ${integer} NOT NULL REFERENCES language (id),
      text ${text},
      state ${text} NOT NULL,
      is_outdated ${integer} NOT NULL DEFAULT 0,
      is_auto ${integer} NOT NULL DEFAULT 0,
      machine_translation_provider ${text},
      word_count ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX translation_key_language ON translation (key_id, language_id)`,
    `CREATE INDEX translation_language ON translation (language_id, key_id)`,
    `CREATE INDEX translation_disabled ON translation (language_id, key_id) WHERE state = 'DISABLED'`,
    `CREATE INDEX translation_empty ON translation (language_id, key_id) WHERE text IS NULL`,

    `CREATE TABLE tag (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      name ${text} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX tag_name ON tag (project_id, name)`,
    `CREATE TABLE key_tag (
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      tag_id ${integer} NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
      PRIMARY KEY (key_id, tag_id)
    ) ${clustered}`,
    `CREATE INDEX key_tag_tag ON key_tag (tag_id, key_id)`,
    `CREATE TABLE key_neighbour (
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      neighbour_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      distance ${integer} NOT NULL,
      PRIMARY KEY (key_id, neighbour_id)
    ) ${clustered}`,
    `CREATE INDEX key_neighbour_neighbour ON key_neighbour (neighbour_id)`,

    `ALTER TABLE import_key ADD COLUMN is_imported ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE import_translation ADD COLUMN conflict_translation_id ${integer}`,
    `ALTER TABLE import_translation ADD COLUMN is_override ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE import_translation ADD COLUMN resolved_text_hash ${text}`,
    `ALTER TABLE import_translation ADD COLUMN line_number ${integer}`,
    `ALTER TABLE import_translation ADD COLUMN column_number ${integer}`,
    `ALTER TABLE import_language ADD COLUMN conflict_count ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE import_language ADD COLUMN resolved_count ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX import_translation_conflict
      ON import_translation (import_language_id, import_key_id) WHERE conflict_translation_id IS NOT NULL`,
    `CREATE INDEX import_translation_conflicting
      ON import_translation (conflict_translation_id) WHERE conflict_translation_id IS NOT NULL`,
    `CREATE TABLE import_settings (
      project_id ${integer} NOT NULL REFERENCES project (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      override_key_descriptions ${integer} NOT NULL,
      create_new_keys ${integer} NOT NULL,
      PRIMARY KEY (project_id, user_id)
    ) ${strict}`,

    `ALTER TABLE activity_revision ADD COLUMN counts ${text}`,
    `ALTER TABLE activity_revision ADD COLUMN params ${text}`,
    `CREATE INDEX activity_revision_time ON activity_revision (project_id, created_at)`,
    `ALTER TABLE activity_modified_entity RENAME TO activity_modified_entity_1`,
    `CREATE TABLE activity_modified_entity (
      revision_id ${integer} NOT NULL REFERENCES activity_revision (id) ON DELETE CASCADE,
      entity_class ${text} NOT NULL,
      entity_id ${integer} NOT NULL,
      kind ${text} NOT NULL,
      description ${text} NOT NULL,
      modifications ${text} NOT NULL,
      relations ${text} NOT NULL,
      PRIMARY KEY (revision_id, entity_class, entity_id)
    ) ${clustered}`,
    `INSERT INTO activity_modified_entity
      SELECT revision_id, entity_class, entity_id, kind, description, modifications, relations
      FROM activity_modified_entity_1`,
    `DROP TABLE activity_modified_entity_1`,
    `CREATE INDEX activity_modified_translation
      ON activity_modified_entity (entity_id, revision_id) WHERE entity_class = 'Translation'`,
    `CREATE TABLE activity_described_entity (
      revision_id ${integer} NOT NULL REFERENCES activity_revision (id) ON DELETE CASCADE,
      entity_class ${text} NOT NULL,
      entity_id ${integer} NOT NULL,
      data ${text} NOT NULL,
      relations ${text} NOT NULL,
      PRIMARY KEY (revision_id, entity_class, entity_id)
    ) ${clustered}`
  ],
  undo: {
    loses: "all keys, translations, tags, import settings and the details of staged imports",
    statements: ({ integer, text, strict }) => [
      `DROP TABLE activity_described_entity`,
      `ALTER TABLE activity_modified_entity RENAME TO activity_modified_entity_2`,
      `CREATE TABLE activity_modified_entity (
        revision_id ${integer} NOT NULL REFERENCES activity_revision (id) ON DELETE CASCADE,
        entity_class ${text} NOT NULL,
        entity_id ${integer} NOT NULL,
        kind ${text} NOT NULL,
        description ${text} NOT NULL,
        modifications ${text} NOT NULL,
        relations ${text} NOT NULL,
        PRIMARY KEY (revision_id, entity_class, entity_id)
      ) ${strict}`,
      `INSERT INTO activity_modified_entity
        SELECT revision_id, entity_class, entity_id, kind, description, modifications, relations
        FROM activity_modified_entity_2`,
      `DROP TABLE activity_modified_entity_2`,
      `DROP INDEX activity_revision_time`,
      `ALTER TABLE activity_revision DROP COLUMN params`,
      `ALTER TABLE activity_revision DROP COLUMN counts`,
      `DROP TABLE import_settings`,
      `DROP INDEX import_translation_conflicting`,
      `DROP INDEX import_translation_conflict`,
      `ALTER TABLE import_language DROP COLUMN resolved_count`,
      `ALTER TABLE import_language DROP COLUMN conflict_count`,
      `ALTER TABLE import_translation DROP COLUMN column_number`,
      `ALTER TABLE import_translation DROP COLUMN line_number`,
      `ALTER TABLE import_translation DROP COLUMN resolved_text_hash`,
      `ALTER TABLE import_translation DROP COLUMN is_override`,
      `ALTER TABLE import_translation DROP COLUMN conflict_translation_id`,
      `ALTER TABLE import_key DROP COLUMN is_imported`,
      `DROP TABLE key_neighbour`,
      `DROP TABLE key_tag`,
      `DROP TABLE tag`,
      `DROP TABLE translation`,
      `DROP TABLE translation_key`,
      `ALTER TABLE language DROP COLUMN translations_updated_at`,
      `ALTER TABLE project DROP COLUMN translation_protection`
    ]
  }
}
