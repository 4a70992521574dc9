import type { Migration } from "./migration.ts"

/**
 * Headers and body templates of webhook configurations. Programs of before send their requests without them, so set some only when all
 * servers and dispatchers are new.
 */
export const webhookContent: Migration = {
  version: 57,
  name: "webhook content",
  oldestProgram: 34,
  statements: ({ text }) => [
    `ALTER TABLE webhook_configuration ADD COLUMN headers ${text}`,
    `ALTER TABLE webhook_configuration ADD COLUMN body_template ${text}`
  ],
  undo: {
    loses: "headers and body templates of webhooks",
    statements: () => [
      `ALTER TABLE webhook_configuration DROP COLUMN body_template`,
      `ALTER TABLE webhook_configuration DROP COLUMN headers`
    ]
  }
}
