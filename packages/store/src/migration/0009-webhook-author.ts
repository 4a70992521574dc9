import type { Migration } from "./migration.ts"

/**
 * Bodies of webhooks show the texts that the user who set the address may see. Of older configurations the activity says
 * who that was. Only direct permissions limit texts, so an author without one is not kept: these go on showing all texts,
 * also when their author has left.
 */
export const webhookAuthor: Migration = {
  version: 9,
  name: "webhook-author",
  statements: ({ integer }) => [
    `ALTER TABLE webhook_configuration ADD COLUMN author_id ${integer}`,
    `ALTER TABLE webhook_configuration ADD COLUMN shows_texts ${integer} NOT NULL DEFAULT 1`,
    `UPDATE webhook_configuration SET author_id = (
      SELECT r.author_id
      FROM activity_revision r JOIN activity_modified_entity e
        ON e.revision_id = r.id AND e.entity_class = 'WebhookConfig' AND e.entity_id = webhook_configuration.id
      WHERE r.project_id = webhook_configuration.project_id
        AND r.type IN ('WEBHOOK_CONFIG_CREATE', 'WEBHOOK_CONFIG_UPDATE') AND e.modifications LIKE '%"url"%'
      ORDER BY r.id DESC LIMIT 1
    )`,
    `UPDATE webhook_configuration SET author_id = NULL WHERE author_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM direct_permission d
      WHERE d.project_id = webhook_configuration.project_id AND d.user_id = webhook_configuration.author_id
    )`
  ],
  undo: {
    loses: "the authors of webhook configurations, so that bodies show texts that their author may not see",
    statements: () => [
      `ALTER TABLE webhook_configuration DROP COLUMN shows_texts`,
      `ALTER TABLE webhook_configuration DROP COLUMN author_id`
    ]
  }
}
