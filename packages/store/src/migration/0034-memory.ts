import type { Migration } from "./migration.ts"

/**
 * Translation memories. Each project has its own one, which takes name, language and organization from the project. Programs of
 * before work beside it: they make projects without one, and remove no assignment at a transfer.
 */
export const memory: Migration = {
  version: 34,
  name: "memory",
  statements: ({ id, integer, text, strict, clustered }) => [
    `CREATE TABLE memory (
      id ${id},
      organization_id ${integer} REFERENCES organization (id),
      project_id ${integer} REFERENCES project (id),
      name ${text},
      source_language_tag ${text},
      default_penalty ${integer} NOT NULL,
      write_only_reviewed ${integer} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX memory_project ON memory (project_id)`,
    `CREATE INDEX memory_organization ON memory (organization_id)`,
    `CREATE TABLE memory_assignment (
      project_id ${integer} NOT NULL REFERENCES project (id),
      memory_id ${integer} NOT NULL REFERENCES memory (id) ON DELETE CASCADE,
      read_access ${integer} NOT NULL,
      write_access ${integer} NOT NULL,
      priority ${integer} NOT NULL,
      penalty ${integer},
      PRIMARY KEY (project_id, memory_id)
    ) ${clustered}`,
    `CREATE INDEX memory_assignment_memory ON memory_assignment (memory_id)`,
    `CREATE TABLE memory_entry (
      id ${id},
      memory_id ${integer} NOT NULL REFERENCES memory (id) ON DELETE CASCADE,
      source_text ${text} NOT NULL,
      target_language_tag ${text} NOT NULL,
      target_text ${text} NOT NULL,
      tuid ${text},
      digest ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX memory_entry_digest ON memory_entry (memory_id, digest)`,
    `INSERT INTO memory (project_id, default_penalty, write_only_reviewed, created_at)
      SELECT id, 0, 0, created_at FROM project WHERE deleted_at IS NULL`
  ],
  undo: {
    loses: "shared translation memories with their entries, and the settings of memories of projects",
    statements: () => [`DROP TABLE memory_entry`, `DROP TABLE memory_assignment`, `DROP TABLE memory`]
  },
  oldestProgram: 33
}
