import type { ColumnTypes, Migration } from "./migration.ts"

/**
 * Batch jobs that ask machines: answers are kept until they are written, failures until the job is forgotten. Jobs that the server
 * starts by itself need no author. Programs of before fail jobs of the new kinds.
 */
export const machineAnswer: Migration = {
  version: 44,
  name: "machine answer",
  oldestProgram: 34,
  statements: (types) => [
    ...(types.engine === "postgres"
      ? [`ALTER TABLE batch_job ALTER COLUMN author_id DROP NOT NULL`]
      : replaceJobs(types, "")),
    `ALTER TABLE batch_job ADD COLUMN asks_machine ${types.integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE machine_answer (
      job_id ${types.integer} NOT NULL REFERENCES batch_job (id) ON DELETE CASCADE,
      key_id ${types.integer} NOT NULL,
      language_id ${types.integer} NOT NULL,
      base_digest ${types.text},
      text ${types.text},
      service ${types.text},
      prompt_id ${types.integer},
      error_code ${types.text},
      detail ${types.text},
      PRIMARY KEY (job_id, key_id, language_id)
    ) ${types.clustered}`
  ],
  undo: {
    loses: "batch jobs that ask machines, and those without an author; what they have changed stays",
    statements: (types) => [
      `DROP TABLE machine_answer`,
      `DELETE FROM batch_job WHERE author_id IS NULL OR operation LIKE '{"type":"MACHINE_TRANSLATE"%'
        OR operation LIKE '{"type":"AI_PLAYGROUND_TRANSLATE"%'
        OR operation LIKE '{"type":"AUTO_TRANSLATE"%"machineLanguageIds":%'`,
      `ALTER TABLE batch_job DROP COLUMN asks_machine`,
      ...(types.engine === "postgres"
        ? [`ALTER TABLE batch_job ALTER COLUMN author_id SET NOT NULL`]
        : replaceJobs(types, "NOT NULL"))
    ]
  }
}

/** SQLite cannot change whether a column may be null: new tables take the rows, and the sequence of ids. */
const replaceJobs = ({ id, integer, text, strict, clustered }: ColumnTypes, ofAuthor: "" | "NOT NULL") => [
  `ALTER TABLE batch_job_piece RENAME TO batch_job_piece_1`,
  `ALTER TABLE batch_job RENAME TO batch_job_1`,
  `CREATE TABLE batch_job (
    id ${id},
    project_id ${integer} NOT NULL REFERENCES project (id),
    author_id ${integer} ${ofAuthor} REFERENCES user_account (id),
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
    updated_at ${integer} NOT NULL,
    api_key_id ${integer} NOT NULL DEFAULT 0,
    is_hidden ${integer} NOT NULL DEFAULT 0
  ) ${strict}`,
  `CREATE TABLE batch_job_piece (
    job_id ${integer} NOT NULL REFERENCES batch_job (id) ON DELETE CASCADE,
    number ${integer} NOT NULL,
    key_ids ${text} NOT NULL,
    is_failed ${integer} NOT NULL DEFAULT 0,
    PRIMARY KEY (job_id, number)
  ) ${clustered}`,
  `INSERT INTO batch_job SELECT * FROM batch_job_1`,
  `INSERT INTO batch_job_piece SELECT * FROM batch_job_piece_1`,
  `DELETE FROM sqlite_sequence WHERE name = 'batch_job'`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'batch_job', seq FROM sqlite_sequence WHERE name = 'batch_job_1'`,
  `DROP TABLE batch_job_piece_1`,
  `DROP TABLE batch_job_1`,
  `CREATE INDEX batch_job_project ON batch_job (project_id, id)`,
  `CREATE INDEX batch_job_unfinished ON batch_job (project_id, id) WHERE status IN ('PENDING', 'RUNNING')`,
  `CREATE INDEX batch_job_finished ON batch_job (updated_at) WHERE status NOT IN ('PENDING', 'RUNNING')`
]
