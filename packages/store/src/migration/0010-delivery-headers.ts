import type { Migration } from "./migration.ts"

/** The delivery log shows which headers were sent and received, as JSON. Attempts before have none. */
export const deliveryHeaders: Migration = {
  version: 10,
  name: "delivery headers",
  statements: ({ text }) => [
    `ALTER TABLE delivery_attempt ADD COLUMN request_headers ${text}`,
    `ALTER TABLE delivery_attempt ADD COLUMN response_headers ${text}`
  ]
}
