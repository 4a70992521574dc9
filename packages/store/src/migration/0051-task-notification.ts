import type { Migration } from "./migration.ts"

/** Notifications about tasks, which are erased with their task, and the due date that assignees were reminded of. */
export const taskNotification: Migration = {
  version: 51,
  name: "task-notification",
  oldestProgram: 34,
  statements: ({ integer }) => [
    `ALTER TABLE notification ADD COLUMN task_id ${integer} REFERENCES task (id) ON DELETE CASCADE`,
    `CREATE INDEX notification_task ON notification (task_id) WHERE task_id IS NOT NULL`,
    `ALTER TABLE task ADD COLUMN announced_due_at ${integer}`,
    `CREATE INDEX task_due ON task (due_at) WHERE due_at IS NOT NULL AND state IN ('NEW', 'IN_PROGRESS')`
  ],
  undo: {
    loses: "notifications about tasks",
    statements: () => [
      `DROP INDEX task_due`,
      `ALTER TABLE task DROP COLUMN announced_due_at`,
      // Programs of before cannot show types that they do not know.
      `DELETE FROM notification WHERE type IN ('TASK_ASSIGNED', 'TASK_FINISHED', 'TASK_CANCELED', 'TASK_DUE')`,
      `DROP INDEX notification_task`,
      `ALTER TABLE notification DROP COLUMN task_id`
    ]
  }
}
