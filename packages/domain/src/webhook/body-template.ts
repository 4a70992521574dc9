import { type ActivityType, type Revision, renderRevision } from "../activity/revision.ts"
import {
  firstMessage,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"
import type { WebhookEventBody } from "./webhook-event.ts"

/** Receivers whose bodies are known, and a template of a person. */
export const bodyTemplateKinds = ["SLACK", "DISCORD", "TEAMS", "GITHUB", "OWN"] as const
export type BodyTemplateKind = (typeof bodyTemplateKinds)[number]

/** The form of the bodies of a webhook configuration. */
export interface BodyTemplate {
  readonly kind: BodyTemplateKind
  /** The template of the kind `OWN`; null for the others. */
  readonly text: string | null
}

export interface BodyTemplateInput {
  readonly kind: BodyTemplateKind
  readonly text?: Optional<string>
}

/** Sizes in UTF-16 units. Templates of people have some hundred; bodies are limited as those without a template are. */
export const bodyTemplateLimits = { templateMax: 10_000, resultMax: 256 * 1024, resultName: "body" } as const

/** Checks a template as far as that needs no rendering. */
export const validateBodyTemplate = (input: BodyTemplateInput | null): Validated<BodyTemplate | null> => {
  if (input === null) return validateFields({}, null)
  if (input.kind !== "OWN") return validateFields({}, { kind: input.kind, text: null })
  const message = firstMessage(notBlank(input.text), sizeBetween(1, bodyTemplateLimits.templateMax, input.text))
  return validateFields({ "bodyTemplate.text": message }, { kind: input.kind, text: input.text ?? "" })
}

/**
 * Templates of the known receivers. Names of people and projects are shown as plain text: no markup of a receiver, and no mention of a
 * whole channel, comes out of them.
 */
const knownTemplates: Readonly<Record<Exclude<BodyTemplateKind, "OWN">, string>> = {
  // Slack reads markup and mentions in "text", none in a plain_text block.
  SLACK: `{
  "text": "Dragoman: {{type}}",
  "blocks": [{"type": "section", "text": {"type": "plain_text", "emoji": false, "text": "{{summary}}"} }]
}`,
  DISCORD: `{"content": "{{summary}}", "allowed_mentions": {"parse": []} }`,
  // Teams reads Markdown in a TextBlock, none in a TextRun.
  TEAMS: `{
  "type": "message",
  "attachments": [{
    "contentType": "application/vnd.microsoft.card.adaptive",
    "contentUrl": null,
    "content": {
      "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
      "type": "AdaptiveCard",
      "version": "1.4",
      "body": [{"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": "{{summary}}"}]}]
    }
  }]
}`,
  GITHUB: `{
  "event_type": "dragoman",
  "client_payload": {
    "type": "{{type}}",
    "projectId": {{projectId}},
    "projectName": "{{projectName}}",
    "branch": {{json activityData.branch}},
    "revisionId": {{json activityData.revisionId}},
    "timestamp": {{json activityData.timestamp}},
    "summary": "{{summary}}",
    "counts": {{json counts}}
  }
}`
}

/** Returns the text of a template. */
export const bodyTemplateText = ({ kind, text }: BodyTemplate): string =>
  kind === "OWN" ? (text ?? "") : knownTemplates[kind]

/** Returns the values that a template may show: the fields of the standard body, and some that save work. */
export const bodyTemplateValues = (event: WebhookEventBody, projectName: string) => {
  const activity = event.activityData
  const counts = activity === null ? {} : countsOf(activity)
  return {
    ...event,
    projectName,
    type: activity?.type ?? event.eventType,
    counts,
    summary: activity === null ? `Test of a webhook of ${projectName}` : summarize(activity, projectName, counts)
  }
}

type Activity = NonNullable<WebhookEventBody["activityData"]>

const countsOf = ({ counts, modifiedEntities }: Activity): Readonly<Record<string, number>> =>
  counts ?? Object.fromEntries(Object.entries(modifiedEntities ?? {}).map(([name, { length }]) => [name, length]))

const summarize = (
  { author, type, branch }: Activity,
  projectName: string,
  counts: Readonly<Record<string, number>>
): string => {
  const who = author === null ? "Dragoman" : author.name || author.username
  const where = branch === null ? projectName : `${projectName}, branch ${branch}`
  const list = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  const changed = list.length === 0 ? "" : ` (${list.join(", ")})`
  return `${who} in ${where}: ${wordsOf(type)}${changed}`
}

const wordsOf = (type: ActivityType): string => type.toLowerCase().replaceAll("_", " ")

/** Events that every template is tried with before it is saved: a change with texts, a bulk change, a test. */
export const exampleEvents = (head: {
  readonly webhookConfigId: number
  readonly projectId: number
}): readonly [WebhookEventBody, ...ReadonlyArray<WebhookEventBody>] => {
  const activity = (changed: Partial<Revision>): WebhookEventBody => ({
    ...head,
    eventType: "PROJECT_ACTIVITY",
    activityData: renderRevision({ ...exampleRevision, ...changed }, () => true, "all")
  })
  return [
    activity({}),
    activity({ type: "IMPORT", author: null, branch: "release", counts: { Key: 12, Translation: 305 } }),
    { ...head, eventType: "TEST", activityData: null }
  ]
}

const key = { entityClass: "Key", entityId: 1_205 } as const
const language = { entityClass: "Language", entityId: 3 } as const

/** Its names and texts break templates that show them outside of strings. */
const exampleRevision: Revision = {
  id: 1_042,
  createdAt: 1_767_225_600_000,
  type: "SET_TRANSLATIONS",
  branch: null,
  author: { id: 7, username: "olga@example.com", name: 'Olga "Olly" Novák', deleted: false, avatar: null },
  entities: [
    {
      entityClass: "Translation",
      entityId: 2_013,
      kind: "MOD",
      description: {},
      modifications: { text: { old: "Save", new: 'Press "Save"\nto go on' } },
      relations: { key, language }
    }
  ],
  described: [
    { ...key, data: { name: "form.save" }, relations: {} },
    { ...language, data: { name: "English", tag: "en" }, relations: {} }
  ],
  counts: null,
  params: null
}
