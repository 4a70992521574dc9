import type { Migration } from "./migration.ts"

/** Tasks on keys in a language. Programs of before neither show nor change them; what they erase takes its tasks along. */
export const task: Migration = {
  version: 49,
  name: "task",
  oldestProgram: 34,
  statements: ({ id, integer, text, strict }) => [
    `ALTER TABLE project ADD COLUMN last_task_number ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE task (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      branch_id ${integer} REFERENCES branch (id) ON DELETE CASCADE,
      language_id ${integer} NOT NULL REFERENCES language (id) ON DELETE CASCADE,
      number ${integer} NOT NULL,
      type ${text} NOT NULL,
      state ${text} NOT NULL,
      name ${text},
      description ${text} NOT NULL,
      due_at ${integer},
      author_id ${integer},
      created_at ${integer} NOT NULL,
      closed_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX task_number ON task (project_id, number)`,
    `CREATE INDEX task_language ON task (language_id, type, state)`,
    `CREATE INDEX task_branch ON task (branch_id) WHERE branch_id IS NOT NULL`,
    `CREATE TABLE task_assignee (
      task_id ${integer} NOT NULL REFERENCES task (id) ON DELETE CASCADE,
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      PRIMARY KEY (task_id, user_id)
    ) ${strict}`,
    `CREATE INDEX task_assignee_user ON task_assignee (user_id, task_id)`,
    `CREATE TABLE task_key (
      task_id ${integer} NOT NULL REFERENCES task (id) ON DELETE CASCADE,
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      project_id ${integer} NOT NULL,
      done_at ${integer},
      done_by ${integer},
      PRIMARY KEY (task_id, key_id)
    ) ${strict}`,
    `CREATE INDEX task_key_key ON task_key (key_id, task_id)`
  ],
  undo: {
    loses: "tasks, their assignees, and which of their keys are done",
    statements: () => [
      `DROP TABLE task_key`,
      `DROP TABLE task_assignee`,
      `DROP TABLE task`,
      `ALTER TABLE project DROP COLUMN last_task_number`
    ]
  }
}
