import type { Migration } from "./migration.ts"

/** Published exports and where they lie. Programs of before neither publish nor serve them. */
export const contentDelivery: Migration = {
  version: 52,
  name: "content delivery",
  oldestProgram: 34,
  statements: ({ id, integer, text, bytes, strict, clustered }) => [
    `CREATE TABLE content_storage (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      public_url_prefix ${text},
      type ${text} NOT NULL,
      settings ${text} NOT NULL,
      secret ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX content_storage_project ON content_storage (project_id)`,
    `CREATE TABLE content_delivery (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      branch_id ${integer} REFERENCES branch (id) ON DELETE CASCADE,
      storage_id ${integer} REFERENCES content_storage (id),
      name ${text} NOT NULL,
      slug ${text} NOT NULL,
      auto_publish ${integer} NOT NULL,
      prune_before_publish ${integer} NOT NULL,
      zip ${integer} NOT NULL,
      parameters ${text} NOT NULL,
      live_version ${integer},
      last_published_at ${integer},
      last_published_files ${text},
      last_attempt_at ${integer},
      last_error ${text},
      failed_attempts ${integer} NOT NULL DEFAULT 0,
      due_at ${integer},
      first_changed_at ${integer},
      leased_until ${integer},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX content_delivery_project ON content_delivery (project_id)`,
    `CREATE INDEX content_delivery_branch ON content_delivery (branch_id) WHERE branch_id IS NOT NULL`,
    `CREATE UNIQUE INDEX content_delivery_slug ON content_delivery (slug) WHERE storage_id IS NULL`,
    `CREATE UNIQUE INDEX content_delivery_storage_slug ON content_delivery (storage_id, slug) WHERE storage_id IS NOT NULL`,
    `CREATE INDEX content_delivery_due ON content_delivery (due_at) WHERE due_at IS NOT NULL`,
    `CREATE TABLE published_version (
      content_delivery_id ${integer} NOT NULL REFERENCES content_delivery (id) ON DELETE CASCADE,
      version ${integer} NOT NULL,
      files ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (content_delivery_id, version)
    ) ${clustered}`,
    `CREATE TABLE published_file (
      content_delivery_id ${integer} NOT NULL REFERENCES content_delivery (id) ON DELETE CASCADE,
      digest ${text} NOT NULL,
      content ${bytes} NOT NULL,
      brotli ${bytes},
      gzip ${bytes},
      PRIMARY KEY (content_delivery_id, digest)
    ) ${strict}`,
    `CREATE TABLE publishing_attempt (
      id ${id},
      content_delivery_id ${integer} NOT NULL REFERENCES content_delivery (id) ON DELETE CASCADE,
      started_at ${integer} NOT NULL,
      duration_millis ${integer} NOT NULL,
      files ${integer} NOT NULL,
      written_files ${integer} NOT NULL,
      written_bytes ${integer} NOT NULL,
      error ${text}
    ) ${strict}`,
    `CREATE INDEX publishing_attempt_delivery ON publishing_attempt (content_delivery_id, id)`
  ],
  undo: {
    loses: "content deliveries, their storages and published files",
    statements: () => [
      `DROP TABLE publishing_attempt`,
      `DROP TABLE published_file`,
      `DROP TABLE published_version`,
      `DROP TABLE content_delivery`,
      `DROP TABLE content_storage`
    ]
  }
}
