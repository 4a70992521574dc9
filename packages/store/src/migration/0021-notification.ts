import type { Migration } from "./migration.ts"

/** Notifications, their settings, mails that wait to become one, and browsers that a user has logged in with. */
export const notification: Migration = {
  version: 21,
  name: "notification",
  statements: ({ id, integer, text, strict, clustered }) => [
    `CREATE TABLE notification (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      type ${text} NOT NULL,
      project_id ${integer} REFERENCES project (id),
      originating_user_id ${integer} REFERENCES user_account (id),
      params ${text} NOT NULL,
      in_app ${integer} NOT NULL,
      mail_due_at ${integer},
      seen_at ${integer},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX notification_user ON notification (user_id, created_at, id)`,
    `CREATE INDEX notification_unseen ON notification (user_id, type) WHERE seen_at IS NULL AND in_app = 1`,
    `CREATE INDEX notification_mail_due ON notification (mail_due_at, user_id) WHERE mail_due_at IS NOT NULL`,
    `CREATE INDEX notification_created ON notification (created_at)`,
    `CREATE INDEX notification_project ON notification (project_id) WHERE project_id IS NOT NULL`,
    `CREATE TABLE notification_setting (
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      group_name ${text} NOT NULL,
      in_app ${integer} NOT NULL,
      email ${integer} NOT NULL,
      PRIMARY KEY (user_id, group_name)
    ) ${clustered}`,
    `CREATE TABLE notification_mail (
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      type ${text} NOT NULL,
      mailed_at ${integer} NOT NULL,
      PRIMARY KEY (user_id, type)
    ) ${clustered}`,
    `CREATE TABLE notification_cause (
      id ${id},
      type ${text} NOT NULL,
      project_id ${integer} NOT NULL,
      user_id ${integer},
      params ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE TABLE known_browser (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      digest ${text} NOT NULL,
      last_used_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX known_browser_digest ON known_browser (user_id, digest)`,
    `CREATE INDEX known_browser_last_used ON known_browser (last_used_at)`,
    // Each end of a key is announced once; another end is announced again.
    `ALTER TABLE project_api_key ADD COLUMN announced_expiry ${integer}`,
    `ALTER TABLE personal_access_token ADD COLUMN announced_expiry ${integer}`,
    `ALTER TABLE mail ADD COLUMN headers ${text}`
  ],
  undo: {
    loses: "notifications, their settings, and known browsers",
    statements: () => [
      `ALTER TABLE mail DROP COLUMN headers`,
      `ALTER TABLE personal_access_token DROP COLUMN announced_expiry`,
      `ALTER TABLE project_api_key DROP COLUMN announced_expiry`,
      `DROP TABLE known_browser`,
      `DROP TABLE notification_cause`,
      `DROP TABLE notification_mail`,
      `DROP TABLE notification_setting`,
      `DROP TABLE notification`
    ]
  }
}
