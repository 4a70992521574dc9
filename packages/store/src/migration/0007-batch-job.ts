import type { Migration } from "./migration.ts"

/**
 * Batch jobs. The keys of a job lie in pieces, ids as JSON; a piece goes when it is done, and what failed stays.
 *
 * A job changes content in many transactions, and each of them needs a new revision, for caches. Readers see one, at the
 * end: rows of `activity_revision` with a `batch_job_id` are those of a running job, and the last one says with
 * `entities_of` under which of them all that was changed lies.
 */
export const batchJob: Migration = {
  version: 7,
  name: "batch-job",
  statements: ({ id, integer, text, strict, clustered }) => [
    `CREATE TABLE batch_job (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      author_id ${integer} NOT NULL REFERENCES user_account (id),
      operation ${text} NOT NULL,
      review_language_ids ${text},
      status ${text} NOT NULL,
      done_items ${integer} NOT NULL DEFAULT 0,
      total_items ${integer} NOT NULL,
      error_message ${text},
      activity ${text},
      activity_revision_id ${integer},
      leased_by ${text},
      leased_until ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX batch_job_project ON batch_job (project_id, id)`,
    `CREATE INDEX batch_job_unfinished ON batch_job (project_id, id) WHERE status IN ('PENDING', 'RUNNING')`,
    `CREATE INDEX batch_job_finished ON batch_job (updated_at) WHERE status NOT IN ('PENDING', 'RUNNING')`,
    `CREATE TABLE batch_job_piece (
      job_id ${integer} NOT NULL REFERENCES batch_job (id) ON DELETE CASCADE,
      number ${integer} NOT NULL,
      key_ids ${text} NOT NULL,
      is_failed ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (job_id, number)
    ) ${clustered}`,

    `ALTER TABLE activity_revision ADD COLUMN batch_job_id ${integer}`,
    `ALTER TABLE activity_revision ADD COLUMN entities_of ${integer}`,
    `CREATE INDEX activity_revision_entities_of ON activity_revision (entities_of) WHERE entities_of IS NOT NULL`,
    // Lists count revisions by the index alone, those of running jobs left out.
    `DROP INDEX activity_revision_project`,
    `CREATE INDEX activity_revision_project ON activity_revision (project_id, id, batch_job_id)`,
    `DROP INDEX activity_revision_time`,
    `CREATE INDEX activity_revision_time ON activity_revision (project_id, created_at, batch_job_id)`
  ],
  undo: {
    loses: "all batch jobs; what they have changed stays",
    statements: () => [
      // The revision that readers see gets the entities that lie under the first one of its job.
      `UPDATE activity_modified_entity SET revision_id = r.id
        FROM activity_revision r WHERE r.entities_of = activity_modified_entity.revision_id`,
      `UPDATE activity_described_entity SET revision_id = r.id
        FROM activity_revision r WHERE r.entities_of = activity_described_entity.revision_id`,
      `DELETE FROM activity_revision WHERE batch_job_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM activity_modified_entity e WHERE e.revision_id = activity_revision.id)`,
      `DROP INDEX activity_revision_time`,
      `CREATE INDEX activity_revision_time ON activity_revision (project_id, created_at)`,
      `DROP INDEX activity_revision_project`,
      `CREATE INDEX activity_revision_project ON activity_revision (project_id, id)`,
      `DROP INDEX activity_revision_entities_of`,
      `ALTER TABLE activity_revision DROP COLUMN entities_of`,
      `ALTER TABLE activity_revision DROP COLUMN batch_job_id`,
      `DROP TABLE batch_job_piece`,
      `DROP TABLE batch_job`
    ]
  }
}
