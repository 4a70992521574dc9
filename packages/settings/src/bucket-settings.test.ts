import { assert, describe, it } from "vitest"
import { bucketSettings } from "./bucket-settings.ts"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => "from a file" })

const bucketOf = (name: string) => ({
  [`DRAGOMAN_${name}_S3_ENDPOINT`]: "https://s3.example.org/",
  [`DRAGOMAN_${name}_S3_BUCKET`]: "backups",
  [`DRAGOMAN_${name}_S3_ACCESS_KEY_ID`]: "key",
  [`DRAGOMAN_${name}_S3_SECRET_ACCESS_KEY_FILE`]: "/run/key"
})

describe("the settings of buckets", () => {
  it.each([
    ["backup", "BACKUP", "dragoman/"],
    ["activity", "ACTIVITY", "dragoman-activity/"],
    ["images", "IMAGES", "dragoman-images/"]
  ] as const)("name the bucket of %s when all that it needs is set", (purpose, name, prefix) => {
    const found = read(bucketOf(name))
    if ("problems" in found) return assert.fail(found.problems.join())
    assert.deepStrictEqual(bucketSettings(found.settings, purpose), {
      endpoint: "https://s3.example.org",
      bucket: "backups",
      prefix,
      region: "us-east-1",
      accessKeyId: "key",
      secretAccessKey: "from a file"
    })
    const without = read({})
    assert.isNull("problems" in without ? undefined : bucketSettings(without.settings, purpose))
  })

  it.each(["BACKUP", "ACTIVITY", "IMAGES"])("say what the endpoint of %s is missing", (name) => {
    const { [`DRAGOMAN_${name}_S3_ENDPOINT`]: endpoint = "", [`DRAGOMAN_${name}_S3_BUCKET`]: bucket = "" } =
      bucketOf(name)
    const found = read({ [`DRAGOMAN_${name}_S3_ENDPOINT`]: endpoint, [`DRAGOMAN_${name}_S3_BUCKET`]: bucket })
    assert.deepStrictEqual(found, {
      problems: [
        `DRAGOMAN_${name}_S3_ENDPOINT needs DRAGOMAN_${name}_S3_ACCESS_KEY_ID, which is not set.`,
        `DRAGOMAN_${name}_S3_ENDPOINT needs DRAGOMAN_${name}_S3_SECRET_ACCESS_KEY, which is not set.`
      ]
    })
  })

  it("say that images in a bucket need one", () => {
    assert.deepStrictEqual(read({ DRAGOMAN_IMAGES_STORAGE: "s3" }), {
      problems: ["DRAGOMAN_IMAGES_STORAGE s3 needs DRAGOMAN_IMAGES_S3_ENDPOINT, which is not set."]
    })
  })

  it("warn of a bucket for backups without a schedule, and of one for activity without an end", () => {
    const warningsOf = (name: string) => {
      const found = read(bucketOf(name))
      return "warnings" in found ? found.warnings.join() : ""
    }
    assert.include(warningsOf("BACKUP"), "DRAGOMAN_BACKUP_HOURS is not")
    assert.include(warningsOf("ACTIVITY"), "DRAGOMAN_ACTIVITY_RETENTION_DAYS is not")
    assert.strictEqual(warningsOf("IMAGES"), "")
  })
})
