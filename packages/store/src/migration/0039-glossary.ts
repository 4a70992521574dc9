import type { Migration } from "./migration.ts"

/** Glossaries of organizations. Programs of before work beside it; at a transfer of a project they keep its assignments. */
export const glossary: Migration = {
  version: 39,
  name: "glossary",
  statements: ({ id, integer, text, strict, clustered }) => [
    `CREATE TABLE glossary (
      id ${id},
      organization_id ${integer} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      base_language_tag ${text} NOT NULL,
      version ${integer} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX glossary_organization ON glossary (organization_id)`,
    `CREATE TABLE glossary_project (
      project_id ${integer} NOT NULL REFERENCES project (id),
      glossary_id ${integer} NOT NULL REFERENCES glossary (id) ON DELETE CASCADE,
      checked_version ${integer},
      PRIMARY KEY (project_id, glossary_id)
    ) ${clustered}`,
    `CREATE INDEX glossary_project_glossary ON glossary_project (glossary_id)`,
    `CREATE TABLE glossary_term (
      id ${id},
      glossary_id ${integer} NOT NULL REFERENCES glossary (id) ON DELETE CASCADE,
      description ${text},
      is_non_translatable ${integer} NOT NULL,
      is_case_sensitive ${integer} NOT NULL,
      is_abbreviation ${integer} NOT NULL,
      is_forbidden ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX glossary_term_glossary ON glossary_term (glossary_id, id)`,
    `CREATE TABLE glossary_term_translation (
      term_id ${integer} NOT NULL REFERENCES glossary_term (id) ON DELETE CASCADE,
      language_tag ${text} NOT NULL,
      glossary_id ${integer} NOT NULL REFERENCES glossary (id) ON DELETE CASCADE,
      text ${text} NOT NULL,
      PRIMARY KEY (term_id, language_tag)
    ) ${clustered}`,
    `CREATE INDEX glossary_term_translation_glossary ON glossary_term_translation (glossary_id, language_tag)`
  ],
  undo: {
    loses: "glossaries with their terms",
    statements: () => [
      `DROP TABLE glossary_term_translation`,
      `DROP TABLE glossary_term`,
      `DROP TABLE glossary_project`,
      `DROP TABLE glossary`
    ]
  },
  oldestProgram: 33
}
