import { assert, describe, it } from "vitest"
import { type ContentDelivery, choiceOf, deliveryBodyOf, settingsOf } from "./delivery-body.ts"
import { rejectionOf, storageBodyOf, storageTextsOf } from "./storage-body.ts"

const storage = {
  id: 2,
  name: "Bucket",
  publicUrlPrefix: null,
  s3ContentStorageConfig: { bucketName: "texts", endpoint: "https://s3.example", signingRegion: "eu", path: "" },
  azureContentStorageConfig: null
}

const delivery: ContentDelivery = {
  id: 4,
  name: "App",
  slug: "app-texts",
  storage,
  publicUrl: null,
  autoPublish: false,
  pruneBeforePublish: false,
  zip: true,
  languages: ["cs"],
  format: "YAML",
  structureDelimiter: null,
  supportArrays: true,
  messageFormat: "C_SPRINTF",
  fileStructureTemplate: "{languageTag}.yml",
  escapeHtml: true,
  filterKeyId: [1],
  filterKeyIdNot: [2],
  filterTag: "app",
  filterTagIn: ["web"],
  filterTagNotIn: ["draft"],
  filterKeyPrefix: "app.",
  filterState: ["REVIEWED"],
  filterNamespace: [""],
  reviewedOnly: true,
  filterBranch: "release/2",
  branchName: "release/2",
  lastPublished: null,
  lastPublishedFiles: [],
  lastAttempt: null,
  lastError: null,
  liveVersion: null,
  files: []
}

/** Saves the form as it opened. */
const savedAgain = (saved: ContentDelivery) =>
  deliveryBodyOf(saved, settingsOf(saved), choiceOf(saved, "other branch")) as Readonly<Record<string, unknown>>

describe("the form of a content delivery", () => {
  it("keeps every parameter that it does not show", () => {
    const body = savedAgain(delivery)
    const shown: Readonly<Record<string, unknown>> = delivery
    for (const name of Object.keys(body)) {
      assert.deepStrictEqual(body[name], name === "contentStorageId" ? storage.id : shown[name], name)
    }
    const parameters = Object.keys(delivery).slice(Object.keys(delivery).indexOf("autoPublish"))
    const sent = parameters.slice(0, parameters.indexOf("branchName"))
    assert.includeMembers(Object.keys(body), [...sent, "name", "slug"])
  })

  it("publishes texts of all states still when the content delivery does", () => {
    const body = savedAgain({ ...delivery, filterState: null })
    assert.deepStrictEqual(body["filterState"], ["UNTRANSLATED", "TRANSLATED", "REVIEWED"])
  })

  it("leaves splitting and syntax to a format that is new", () => {
    const body = deliveryBodyOf(delivery, settingsOf(delivery), { ...choiceOf(delivery, undefined), format: "JSON" })
    assert.notProperty(body, "structureDelimiter")
    assert.notProperty(body, "messageFormat")
    assert.propertyVal(body, "filterKeyPrefix", "app.")
  })

  it("names no slug in the storage of the server, whose slugs are generated", () => {
    assert.notProperty(savedAgain({ ...delivery, storage: null }), "slug")
  })

  it("begins a new one on the branch of the page, published after every change", () => {
    assert.deepStrictEqual(deliveryBodyOf(null, { ...settingsOf(null), name: " App " }, choiceOf(null, "main")), {
      format: "JSON",
      filterBranch: "main",
      name: "App",
      contentStorageId: null,
      autoPublish: true,
      pruneBeforePublish: true,
      zip: false,
      reviewedOnly: false
    })
  })
})

describe("the form of a storage", () => {
  it("sends the settings of the chosen type alone", () => {
    const texts = { ...storageTextsOf(storage), containerName: "files" }
    assert.deepStrictEqual(storageBodyOf("S3", texts).s3ContentStorageConfig, {
      ...storage.s3ContentStorageConfig,
      accessKey: "",
      secretKey: ""
    })
    assert.notProperty(storageBodyOf("S3", texts), "azureContentStorageConfig")
    assert.notProperty(storageBodyOf("AZURE", texts), "s3ContentStorageConfig")
  })

  it("shows the sentence of the storage, from a test and from saving", () => {
    const sentence = "The bucket texts does not exist."
    assert.strictEqual(rejectionOf([sentence]), sentence)
    assert.strictEqual(rejectionOf(["cannot_store_file_to_content_storage", [sentence]]), sentence)
    assert.isNull(rejectionOf(["s3_access_key_required", []]))
  })
})
