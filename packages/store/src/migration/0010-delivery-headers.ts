import type { Migration } from "./migration.ts"

/** The delivery log shows which headers were sent and received, as JSON. Attempts before have none. */
export const deliveryHeaders: Migration = {
  version: 10,
  name: "delivery headers",
  statements: ({ text }) => [
    `ALTER TABLE delivery_attempt ADD COLUMN request_headers ${text}`,
    `ALTER TABLE delivery_attempt ADD COLUMN response_headers ${text}`
  ],
  undo: {
    loses: "the headers in the log of webhook deliveries",
    statements: () => [
      `ALTER TABLE delivery_attempt DROP COLUMN response_headers`,
      `ALTER TABLE delivery_attempt DROP COLUMN request_headers`
    ]
  }
}
