import { assert, describe, it } from "vitest"
import { parseMailReader, printMailReader } from "./mail-reader.ts"
import {
  defaultNotificationSettings,
  notificationGroups,
  notificationKinds,
  notificationTypes
} from "./notification-kind.ts"
import { composeNotificationMail, digestMillis, mailTime } from "./notification-mail.ts"
import {
  isLongWork,
  parseNotificationCursor,
  parseUnsubscribeToken,
  printNotificationCursor,
  recipientsOf,
  validateNotificationGroup
} from "./notification-rules.ts"
import {
  type NamedNotification,
  notificationPath,
  notificationSentence,
  notificationSubjects
} from "./notification-text.ts"

const project = { id: 7, name: "Harbour" }
const place = { keyId: 42, keyName: "home.title", languageTag: "pt-BR", translationId: 97, commentId: 5 }
const organization = { organizationId: 3, organizationName: "Port" }
const expiring = { description: "CI", expiresAt: Date.UTC(2026, 10, 30) }

const task = { taskNumber: 3, taskName: "Release 2.4", languageTag: "cs" }

const examples: ReadonlyArray<readonly [NamedNotification, string, string]> = [
  [{ type: "PASSWORD_CHANGED", params: {}, project: null, actorName: null }, "/account/password", "password"],
  [{ type: "MFA_ENABLED", params: {}, project: null, actorName: null }, "/account/security", "turned on"],
  [{ type: "MFA_DISABLED", params: {}, project: null, actorName: null }, "/account/security", "turned off"],
  [
    { type: "NEW_LOGIN", params: { userAgent: null, address: "192.0.2.0" }, project: null, actorName: null },
    "/account/sessions",
    "192.0.2.0"
  ],
  [
    { type: "COMMENT_MENTIONED", params: place, project, actorName: "Ann" },
    "/projects/7/translations?id=42&languages=pt-BR&key=42%3Apt-BR&panel=comments",
    "Ann mentioned you in a comment on home.title (pt-BR) in the project Harbour."
  ],
  [
    { type: "COMMENT_ADDED", params: place, project, actorName: "Ann" },
    "/projects/7/translations?id=42&languages=pt-BR&key=42%3Apt-BR&panel=comments",
    "Ann commented"
  ],
  [
    { type: "TASK_ASSIGNED", params: task, project, actorName: "Ann" },
    "/projects/7/tasks/3",
    "Ann assigned you to the task #3 Release 2.4 (cs) in the project Harbour."
  ],
  [
    { type: "TASK_FINISHED", params: { ...task, taskName: null }, project, actorName: "Ann" },
    "/projects/7/tasks/3",
    "Ann finished your task #3 (cs) in the project Harbour."
  ],
  [{ type: "TASK_CANCELED", params: task, project, actorName: "Ann" }, "/projects/7/tasks/3", "Ann canceled your task"],
  [
    { type: "TASK_DUE", params: { ...task, dueDate: Date.UTC(2026, 10, 30) }, project, actorName: null },
    "/projects/7/tasks/3",
    "The task #3 Release 2.4 (cs) in the project Harbour is due on 2026-11-30."
  ],
  [
    {
      type: "SUGGESTION_ACCEPTED",
      params: { keyId: 42, keyName: "home.title", languageTag: "cs" },
      project,
      actorName: "Ann"
    },
    "/projects/7/translations?id=42&languages=cs&key=42%3Acs",
    "Ann accepted your suggestion for home.title (cs) in the project Harbour."
  ],
  [
    {
      type: "SUGGESTION_DECLINED",
      params: { keyId: 42, keyName: "home.title", languageTag: "cs" },
      project,
      actorName: "Ann"
    },
    "/projects/7/translations?id=42&languages=cs&key=42%3Acs",
    "Ann declined your suggestion"
  ],
  [
    {
      type: "SUGGESTIONS_WAITING",
      params: { suggestionCount: 2, languageTags: ["cs", "de"] },
      project,
      actorName: null
    },
    "/projects/7/translations",
    "2 new suggestions in the project Harbour can be reviewed: cs, de."
  ],
  [{ type: "IMPORT_FINISHED", params: { keyCount: 1 }, project, actorName: null }, "/projects/7/activity", ": 1 key."],
  [{ type: "EXPORT_FINISHED", params: {}, project, actorName: null }, "/projects/7/export", "export"],
  [
    {
      type: "BATCH_JOB_FINISHED",
      params: { jobId: 4, jobType: "TAG_KEYS", status: "FAILED" },
      project,
      actorName: null
    },
    "/projects/7/jobs",
    "some keys could not be changed"
  ],
  [
    {
      type: "TRANSLATION_BUDGET_REACHED",
      params: { scope: "PROJECT", period: "DAY", percent: 80 },
      project,
      actorName: null
    },
    "/projects/7/settings",
    "The project Harbour has used 80 % of what machine translation may cost today."
  ],
  [
    {
      type: "TRANSLATION_BUDGET_REACHED",
      params: { scope: "ORGANIZATION", period: "MONTH", percent: 100 },
      project,
      actorName: null
    },
    "/projects/7/settings",
    "The organization of the project Harbour has used 100 % of what machine translation may cost this month."
  ],
  [
    { type: "WEBHOOK_DISABLED", params: { webhookConfigurationId: 9 }, project, actorName: null },
    "/projects/7/webhooks/9",
    "switched off"
  ],
  [
    {
      type: "CONTENT_DELIVERY_FAILED",
      params: { contentDeliveryId: 9, contentDeliveryName: "Web" },
      project,
      actorName: null
    },
    "/projects/7/content-delivery",
    "The content delivery Web of"
  ],
  [{ type: "INVITATION_ACCEPTED", params: {}, project, actorName: "Ann" }, "/projects/7/members", "Ann accepted"],
  [
    { type: "INVITATION_ACCEPTED", params: organization, project: null, actorName: "Ann" },
    "/organizations/3/members",
    "the organization Port"
  ],
  [{ type: "ADDED_TO_PROJECT", params: {}, project, actorName: "Ann" }, "/projects/7", "gave you access"],
  [{ type: "API_KEY_EXPIRES", params: expiring, project, actorName: null }, "/projects/7/api-keys", "2026-11-30"],
  [{ type: "ACCESS_TOKEN_EXPIRES", params: expiring, project: null, actorName: null }, "/account/tokens", "2026-11-30"],
  [{ type: "PASSKEY_ADDED", params: { name: "Phone" }, project: null, actorName: null }, "/account/security", "Phone"],
  [
    { type: "ACCESS_TOKEN_ISSUED", params: { description: "CI" }, project: null, actorName: null },
    "/account/tokens",
    "access token of your account was issued: CI"
  ],
  [
    { type: "API_KEY_ISSUED", params: { description: "CI" }, project, actorName: null },
    "/projects/7/api-keys",
    "the project Harbour: CI"
  ]
]

describe("a notification", () => {
  it.each(examples)("of each type has its place and its sentence: %#", (notification, path, part) => {
    assert.strictEqual(notificationPath(notification), path)
    assert.include(notificationSentence(notification), part)
    // A deleted project has no screen.
    if (notification.project !== null) assert.strictEqual(notificationPath({ ...notification, project: null }), "/")
  })

  it("has an example of every type here", () => {
    assert.deepStrictEqual([...new Set(examples.map(([{ type }]) => type))].sort(), [...notificationTypes].sort())
  })

  it("belongs to a group with settings", () => {
    for (const type of notificationTypes) {
      assert.include(notificationGroups, notificationKinds[type].group)
      assert.isAbove(notificationSubjects[type].length, 0)
    }
    assert.isTrue(Object.values(defaultNotificationSettings).every(({ inApp }) => inApp))
  })

  it("goes to each user once, and not to the one who caused it", () => {
    assert.deepStrictEqual(recipientsOf([3, 1, 3, 2], 2), [1, 3])
    assert.deepStrictEqual(recipientsOf([2], null), [2])
  })

  it("about security cannot be switched off", () => {
    const rejected = validateNotificationGroup("ACCOUNT_SECURITY")
    assert.isFalse(rejected.ok)
    assert.isTrue(validateNotificationGroup("COMMENTS").ok)
  })

  it("is about work that took five seconds or more", () => {
    assert.isFalse(isLongWork(1_000, 5_999))
    assert.isTrue(isLongWork(1_000, 6_000))
  })
})

describe("the mail of a notification", () => {
  const [, , , , [mentioned] = []] = examples
  const links = { page: "https://l10n.example/unsubscribe?token=t", oneClick: "https://l10n.example/v2/public/u/t" }
  const address = "https://l10n.example"

  it("comes at once; after another one about the same type it waits for an hour", () => {
    assert.strictEqual(mailTime("COMMENTS", null, 100), 100)
    assert.strictEqual(mailTime("COMMENTS", 100, 200), 100 + digestMillis)
    assert.strictEqual(mailTime("COMMENTS", 100, 100 + 2 * digestMillis), 100 + 2 * digestMillis)
    assert.strictEqual(mailTime("ACCOUNT_SECURITY", 100, 200), 200)
  })

  it("links to its place, and to what turns such mails off with one click", () => {
    if (mentioned === undefined) throw new Error("no example")
    const mail = composeNotificationMail([mentioned], { userId: 12, address, unsubscribe: links })
    assert.strictEqual(mail.subject, "You were mentioned in a comment")
    assert.include(mail.text, "https://l10n.example/projects/7/translations?id=42")
    assert.include(mail.text, links.page)
    assert.deepStrictEqual(mail.headers, {
      "X-Dragoman-User-Id": "12",
      "X-Dragoman-Project-Ids": "7",
      "List-Unsubscribe": `<${links.oneClick}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
    })
  })

  it("about several has a sentence for each, and says how many it leaves out", () => {
    if (mentioned === undefined) throw new Error("no example")
    const others = Array.from({ length: 24 }, () => mentioned)
    const mail = composeNotificationMail([mentioned, ...others], { userId: 12, address, unsubscribe: links })
    assert.strictEqual(mail.subject, "You were mentioned in a comment (25)")
    assert.strictEqual(mail.text.split("Ann mentioned you").length - 1, 20)
    assert.include(mail.text, "And 5 more.")
    assert.include(mail.text, "https://l10n.example/account/notifications")
  })

  it("about security cannot be turned off", () => {
    const [[changed] = []] = examples
    if (changed === undefined) throw new Error("no example")
    const mail = composeNotificationMail([changed], { userId: 12, address, unsubscribe: null })
    assert.deepStrictEqual(mail.headers, { "X-Dragoman-User-Id": "12" })
    assert.include(mail.text, "They cannot be turned off.")
    assert.include(mail.text, "If it was not you")
  })
})

describe("headers of a mail", () => {
  it("name its reader, and the projects that it speaks of", () => {
    for (const projectIds of [[], [7], [7, 9]]) {
      const reader = { userId: 12, projectIds }
      assert.deepStrictEqual(parseMailReader(printMailReader(reader)), reader)
    }
    for (const headers of [null, { "List-Unsubscribe": "x" }]) assert.isNull(parseMailReader(headers))
  })
})

describe("texts of notifications in addresses", () => {
  it("are read as they are printed", () => {
    const cursor = { createdAt: 1_790_000_000_000, id: 71 }
    assert.deepStrictEqual(parseNotificationCursor(printNotificationCursor(cursor)), { ok: true, value: cursor })
    const signature = "s".repeat(43)
    assert.deepStrictEqual(parseUnsubscribeToken(`12.COMMENTS.${signature}`), {
      userId: 12,
      group: "COMMENTS",
      signature
    })
  })

  it.each(["", "1", "a-b", "1-2-3", "1-99999999999999999999"])("that are no cursor fail: %s", (text) => {
    assert.isFalse(parseNotificationCursor(text).ok)
  })

  it.each([
    "",
    `12.NOTHING.${"s".repeat(43)}`,
    `12.ACCOUNT_SECURITY.${"s".repeat(43)}`,
    "12.COMMENTS.short",
    `x.COMMENTS.${"s".repeat(43)}`
  ])("that are no link to turn mails off are none: %s", (token) => {
    assert.isNull(parseUnsubscribeToken(token))
  })
})
