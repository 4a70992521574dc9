import type { Migration } from "./migration.ts"

/**
 * Projects choose whether saved work marks keys of tasks as done, and tasks remember the branch that they were created on. Programs of
 * before mark no keys, and move no tasks.
 */
export const taskWork: Migration = {
  version: 50,
  name: "task work",
  oldestProgram: 34,
  statements: ({ integer, text }) => [
    `ALTER TABLE project ADD COLUMN marks_task_keys_done ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE task ADD COLUMN origin_branch_name ${text}`
  ],
  undo: {
    loses: "which projects do not mark keys of tasks as done, and on which branches moved tasks were created",
    statements: () => [
      `ALTER TABLE task DROP COLUMN origin_branch_name`,
      `ALTER TABLE project DROP COLUMN marks_task_keys_done`
    ]
  }
}
