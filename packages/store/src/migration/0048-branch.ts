import type { Migration } from "./migration.ts"

/**
 * Branches of projects and their merges. Keys, imports and revisions have said their branch since version 31, so servers of
 * before work on: they show the default branch alone.
 */
export const branch: Migration = {
  version: 48,
  name: "branch",
  oldestProgram: 34,
  statements: ({ id, integer, text, strict }) => [
    `ALTER TABLE project ADD COLUMN use_branching ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE translation_key ADD COLUMN origin_key_id ${integer}`,
    `CREATE INDEX translation_key_origin
      ON translation_key (branch_id, origin_key_id) WHERE origin_key_id IS NOT NULL`,
    `CREATE TABLE branch (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      is_default ${integer} NOT NULL DEFAULT 0,
      is_protected ${integer} NOT NULL DEFAULT 0,
      state ${text} NOT NULL,
      origin_branch_id ${integer},
      base_revision_id ${integer} NOT NULL DEFAULT 0,
      key_count ${integer} NOT NULL DEFAULT 0,
      copied_count ${integer} NOT NULL DEFAULT 0,
      leased_until ${integer},
      author_id ${integer},
      created_at ${integer} NOT NULL,
      deleted_at ${integer}
    ) ${strict}`,
    `CREATE INDEX activity_revision_branch ON activity_revision (branch_id, id) WHERE branch_id IS NOT NULL`,
    `CREATE UNIQUE INDEX branch_name ON branch (project_id, name) WHERE deleted_at IS NULL`,
    `CREATE UNIQUE INDEX branch_default ON branch (project_id) WHERE is_default = 1`,
    `CREATE TABLE branch_merge (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      source_branch_id ${integer} NOT NULL REFERENCES branch (id) ON DELETE CASCADE,
      target_branch_id ${integer} NOT NULL REFERENCES branch (id) ON DELETE CASCADE,
      source_revision_id ${integer} NOT NULL,
      target_revision_id ${integer} NOT NULL,
      additions ${integer} NOT NULL DEFAULT 0,
      deletions ${integer} NOT NULL DEFAULT 0,
      modifications ${integer} NOT NULL DEFAULT 0,
      conflicts ${integer} NOT NULL DEFAULT 0,
      resolved_conflicts ${integer} NOT NULL DEFAULT 0,
      author_id ${integer},
      created_at ${integer} NOT NULL,
      merged_at ${integer},
      merge_revision_id ${integer}
    ) ${strict}`,
    `CREATE INDEX branch_merge_project ON branch_merge (project_id, id)`,
    `CREATE INDEX branch_merge_source ON branch_merge (source_branch_id, id)`,
    `CREATE INDEX branch_merge_target ON branch_merge (target_branch_id, id)`,
    `CREATE TABLE branch_merge_change (
      id ${id},
      merge_id ${integer} NOT NULL REFERENCES branch_merge (id) ON DELETE CASCADE,
      type ${text} NOT NULL,
      source_key_id ${integer},
      target_key_id ${integer},
      versions ${text} NOT NULL,
      resolution ${text}
    ) ${strict}`,
    `CREATE INDEX branch_merge_change_merge ON branch_merge_change (merge_id, id)`,
    // Lists count the revisions of a branch by the index alone.
    `DROP INDEX activity_revision_project`,
    `CREATE INDEX activity_revision_project ON activity_revision (project_id, id, batch_job_id, branch_id)`
  ],
  undo: {
    loses: "all branches but the default one, with their keys and activity, and merges that were not applied",
    statements: () => [
      `DELETE FROM import WHERE branch_id IS NOT NULL`,
      `DELETE FROM translation_key WHERE branch_id IS NOT NULL`,
      `DELETE FROM tag WHERE NOT EXISTS (SELECT 1 FROM key_tag t WHERE t.tag_id = tag.id)`,
      `DELETE FROM namespace WHERE NOT EXISTS (SELECT 1 FROM translation_key k WHERE k.namespace_id = namespace.id)
        AND NOT EXISTS (SELECT 1 FROM project p WHERE p.default_namespace_id = namespace.id)`,
      // Merges stay, because they tell what changed on the default branch.
      `DELETE FROM activity_revision
        WHERE branch_id IS NOT NULL OR (type LIKE 'BRANCH_%' AND type <> 'BRANCH_MERGE')`,
      `DROP INDEX activity_revision_branch`,
      `DROP INDEX translation_key_origin`,
      `ALTER TABLE translation_key DROP COLUMN origin_key_id`,
      `DROP TABLE branch_merge_change`,
      `DROP TABLE branch_merge`,
      `DROP TABLE branch`,
      `ALTER TABLE project DROP COLUMN use_branching`,
      `DROP INDEX activity_revision_project`,
      `CREATE INDEX activity_revision_project ON activity_revision (project_id, id, batch_job_id)`
    ]
  }
}
