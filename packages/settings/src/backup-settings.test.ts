import { assert, describe, it } from "vitest"
import { bucketSettings } from "./backup-settings.ts"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => "from a file" })

const bucket = {
  DRAGOMAN_BACKUP_HOURS: "24",
  DRAGOMAN_BACKUP_S3_ENDPOINT: "https://s3.example.org/",
  DRAGOMAN_BACKUP_S3_BUCKET: "backups",
  DRAGOMAN_BACKUP_S3_ACCESS_KEY_ID: "key",
  DRAGOMAN_BACKUP_S3_SECRET_ACCESS_KEY_FILE: "/run/key"
}

describe("the settings of backups", () => {
  it("name a bucket when all that it needs is set", () => {
    const found = read(bucket)
    if ("problems" in found) return assert.fail(found.problems.join())
    assert.deepStrictEqual(bucketSettings(found.settings), {
      endpoint: "https://s3.example.org",
      bucket: "backups",
      prefix: "dragoman/",
      region: "us-east-1",
      accessKeyId: "key",
      secretAccessKey: "from a file"
    })
    const without = read({ DRAGOMAN_BACKUP_HOURS: "24" })
    assert.isNull("problems" in without ? undefined : bucketSettings(without.settings))
  })

  it("say what an endpoint is missing", () => {
    const found = read({ DRAGOMAN_BACKUP_S3_ENDPOINT: "https://s3.example.org", DRAGOMAN_BACKUP_S3_BUCKET: "backups" })
    assert.deepStrictEqual(found, {
      problems: [
        "DRAGOMAN_BACKUP_S3_ENDPOINT needs DRAGOMAN_BACKUP_S3_ACCESS_KEY_ID, which is not set.",
        "DRAGOMAN_BACKUP_S3_ENDPOINT needs DRAGOMAN_BACKUP_S3_SECRET_ACCESS_KEY, which is not set."
      ]
    })
  })

  it("warn of a bucket without a schedule", () => {
    const found = read({ ...bucket, DRAGOMAN_BACKUP_HOURS: "0" })
    assert.include("warnings" in found ? found.warnings.join() : "", "DRAGOMAN_BACKUP_HOURS is not")
  })
})
