import type { Migration } from "./migration.ts"

/** Settings of machine translation. Programs of before work beside it: they translate nothing by machines. */
export const machineTranslation: Migration = {
  version: 42,
  name: "machine translation",
  oldestProgram: 34,
  statements: ({ id, integer, text, strict, clustered }) => [
    `CREATE TABLE prompt (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      provider_name ${text} NOT NULL,
      template ${text},
      options ${text}
    ) ${strict}`,
    `CREATE INDEX prompt_project ON prompt (project_id)`,
    `CREATE TABLE machine_translation_setting (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      language_id ${integer} REFERENCES language (id) ON DELETE CASCADE
    ) ${strict}`,
    `CREATE UNIQUE INDEX machine_translation_setting_project ON machine_translation_setting (project_id)
      WHERE language_id IS NULL`,
    `CREATE UNIQUE INDEX machine_translation_setting_language ON machine_translation_setting (project_id, language_id)`,
    `CREATE INDEX machine_translation_setting_of_language ON machine_translation_setting (language_id)`,
    `CREATE TABLE machine_translation_service (
      setting_id ${integer} NOT NULL REFERENCES machine_translation_setting (id) ON DELETE CASCADE,
      is_primary ${integer} NOT NULL,
      service ${text} NOT NULL,
      formality ${text},
      prompt_id ${integer} REFERENCES prompt (id) ON DELETE SET NULL,
      PRIMARY KEY (setting_id, is_primary, service)
    ) ${clustered}`,
    `CREATE INDEX machine_translation_service_prompt ON machine_translation_service (prompt_id)`,
    `CREATE TABLE llm_provider (
      id ${id},
      organization_id ${integer} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      type ${text} NOT NULL,
      priority ${text},
      api_url ${text},
      api_key ${text},
      model ${text} NOT NULL,
      deployment ${text},
      format ${text},
      reasoning_effort ${text}
    ) ${strict}`,
    `CREATE INDEX llm_provider_organization ON llm_provider (organization_id)`,
    `CREATE TABLE translation_note (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      language_id ${integer} REFERENCES language (id) ON DELETE CASCADE,
      text ${text} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX translation_note_project ON translation_note (project_id) WHERE language_id IS NULL`,
    `CREATE UNIQUE INDEX translation_note_language ON translation_note (project_id, language_id)`,
    `CREATE INDEX translation_note_of_language ON translation_note (language_id)`,
    `ALTER TABLE auto_translation_setting ADD COLUMN uses_machine ${integer} NOT NULL DEFAULT 0`,
    // The prompt may be deleted: a text keeps where it came from.
    `ALTER TABLE translation ADD COLUMN prompt_id ${integer}`
  ],
  undo: {
    loses: "settings of machine translation, prompts, providers of language models and notes for them",
    statements: () => [
      `ALTER TABLE translation DROP COLUMN prompt_id`,
      `ALTER TABLE auto_translation_setting DROP COLUMN uses_machine`,
      `DROP TABLE translation_note`,
      `DROP TABLE llm_provider`,
      `DROP TABLE machine_translation_service`,
      `DROP TABLE machine_translation_setting`,
      `DROP TABLE prompt`
    ]
  }
}
